import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { startCards } from "@zonepost/cards/testing";
import {
  domainExpiryNotices,
  domainHistory,
  domains,
  events,
  installation,
  mailDomains,
  sandboxOutbox,
  users,
} from "@zonepost/db";
import { asc, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { EnvError, readEnv } from "../src/env.ts";
import { createBusinessClock } from "../src/kernel/clock.ts";
import type { DueWork } from "../src/kernel/due-work/due-work.ts";
import { WakeListener, wakeWorkers } from "../src/kernel/due-work/wake.ts";
import { advanceClock } from "../src/sandbox/advance-clock.ts";
import { cardProcessorWork } from "../src/sandbox/card-processor-work.ts";
import { seedSandbox } from "../src/sandbox/seed.ts";
import { seedContacts } from "../src/sandbox/seed-contacts.ts";
import { seedOperator } from "../src/sandbox/seed-operator.ts";
import { type Api, startApi } from "./support/start-api.ts";
import { stopClock } from "./support/stopped-clock.ts";
import { until } from "./support/until.ts";

const day = 86_400;
const advance = (seconds: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  path: "/sandbox/clock/advance",
  body: { seconds },
  headers,
});
const routes = [{ path: "/sandbox/outbox" }, { path: "/sandbox/clock" }, advance(1)];

/** Empty; shared by the tests that only move its clock. */
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const offsetSeconds = async (of = api): Promise<number> =>
  (await of.call({ path: "/sandbox/clock" })).json.offsetSeconds;

describe("the sandbox's routes", () => {
  it("accept programs on this machine and the panel, without a session", async () => {
    for (const headers of [
      {},
      { origin: api.panelOrigin },
      { origin: api.env.API_URL },
      { host: `127.0.0.1:${api.port}` },
      { host: `[::1]:${api.port}` },
    ] as Record<string, string>[]) {
      for (const route of routes) {
        const answer = await api.call({ ...route, headers });
        expect([route.path, headers, answer.status]).toEqual([route.path, headers, 200]);
      }
    }
  });

  it("reject a foreign Host and a foreign Origin, and then do nothing", async () => {
    const before = await offsetSeconds();
    for (const headers of [
      { host: "zonepost.example" },
      { host: `evil.example:${api.port}` },
      { host: `localhost.evil.example:${api.port}` },
      { host: `127.0.0.1.nip.io:${api.port}` },
      { host: "127.0.0.2" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://localhost:1" },
      { "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[]) {
      for (const route of routes) {
        const answer = await api.call({ ...route, headers });
        expect([route.path, headers, answer.status]).toEqual([route.path, headers, 403]);
      }
    }
    expect(await offsetSeconds()).toBe(before);
  });

  it("don't exist in live mode", async () => {
    await using api = await startApi({
      env: {
        ZONEPOST_MODE: "live",
        SMTP_URL: "smtp://127.0.0.1:1",
        MAIL_FROM: "no-reply@example.com",
        EPP_TLDS: "com",
        PAYMENTS: "off",
        LIVE_ALLOW_UNSAFE: "ENCRYPTION_KEY,WEBHOOKS_ALLOW_PRIVATE_NETWORKS",
      },
    });
    for (const route of [...routes, { path: "/sandbox" }]) {
      expect([route.path, (await api.call(route)).status]).toEqual([route.path, 404]);
    }
  });

  it("reject a clock step that isn't a positive whole number of seconds", async () => {
    const before = await offsetSeconds();
    for (const seconds of [0, -1, 1.5, "60", null, 1e12, undefined]) {
      const answer = await api.call(advance(seconds));
      expect([seconds, answer.status, answer.json.errors?.[0].pointer]).toEqual([seconds, 422, "/seconds"]);
    }
    expect(await offsetSeconds()).toBe(before);
  });
});

describe("advancing the clock", () => {
  it("advances business time by the requested step, cumulatively", async () => {
    const before = await offsetSeconds();
    const answer = await api.call(advance(3 * day));
    expect([answer.status, answer.json]).toMatchObject([200, { offsetSeconds: before + 3 * day, busy: [] }]);
    expect(Date.parse(answer.json.now)).toBeGreaterThan(Date.now() + 3 * day * 1000 - 60_000);
    await api.call(advance(60));
    expect(await offsetSeconds()).toBe(before + 3 * day + 60);
  });

  it("also adds up two simultaneous steps", async () => {
    const before = await offsetSeconds();
    const answers = await Promise.all([
      api.call(advance(100)),
      api.call(advance(200)),
      api.call(advance(300)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await offsetSeconds()).toBe(before + 600);
  });

  it("answers each of more simultaneous calls than there are connections, and everything else meanwhile", async () => {
    const before = await offsetSeconds();
    const twelve = Array.from({ length: 12 }, (_, index) => index);
    const [answers] = await Promise.all([
      Promise.all([
        ...twelve.map(() => api.call(advance(1))),
        ...twelve.map(() => api.call({ path: "/sandbox/clock" })),
      ]),
      // Its check has three seconds, which a busy machine can exceed.
      until("it is ready", async () => (await api.call({ path: "/health/ready" })).status === 200),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
    expect(await offsetSeconds()).toBe(before + 12);
  });

  it("doesn't step over work that becomes due while it checks for work", async () => {
    const step = 8 * day;
    let dueAt: Date | undefined;
    let doneAt: Date | undefined;
    const work: DueWork = {
      name: "a notice",
      nextDueAt: async (_db, after) => (dueAt && !doneAt && dueAt > after ? dueAt : null),
      async isBusy(_db, now) {
        if (!dueAt) {
          dueAt = new Date(now.getTime() + 1);
          await delay(20);
        }
        if (doneAt || dueAt > now) {
          return false;
        }
        doneAt = now;
        return true;
      },
    };
    await advanceClock(
      { db: api.db, lockDb: api.db, clock: createBusinessClock(api.db), works: [work] },
      step,
    );
    expect((doneAt?.getTime() ?? 0) - (dueAt?.getTime() ?? 0)).toBeLessThan(day * 1000);
  });

  it("wakes the workers and polls all works once for each due moment, not at each poll", async () => {
    const wakes: string[] = [];
    const listener = new WakeListener(api.db, (reason) => wakes.push(reason));
    await listener.start();
    const clock = createBusinessClock(api.db);
    const startedAt = await clock.now();
    const moments = [1, 2].map((days) => new Date(startedAt.getTime() + days * day * 1000));
    let pollsLeft = 8;
    const slow: DueWork = {
      name: "takes eight polls",
      nextDueAt: async (_db, after) => moments.find((moment) => moment > after) ?? null,
      async isBusy(_db, now) {
        const [moment] = moments;
        if (!moment || moment > now) {
          return false;
        }
        pollsLeft -= 1;
        if (pollsLeft === 0) {
          moments.shift();
          pollsLeft = 8;
        }
        return pollsLeft !== 8;
      },
    };
    let pollsOfIdle = 0;
    const idle: DueWork = {
      name: "never due",
      nextDueAt: async () => null,
      async isBusy() {
        pollsOfIdle += 1;
        return false;
      },
    };
    await advanceClock({ db: api.db, lockDb: api.db, clock, works: [slow, idle] }, 3 * day);
    await wakeWorkers(api.db, "sync");
    await expect.poll(() => wakes.at(-1)).toBe("sync");
    await listener.stop();
    expect(wakes).toEqual(["clock", "clock", "clock", "sync"]);
    expect(pollsOfIdle).toBe(6);
  });

  it("waits for each attempt of the card processor's notices", async () => {
    const deps = {
      db: api.db,
      lockDb: api.db,
      clock: createBusinessClock(api.db),
      works: [cardProcessorWork],
    };
    // Business time then only moves from one due moment to the next.
    stopClock();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const attemptedAt: number[] = [];
    const endpoint = createServer(async (_request, response) => {
      attemptedAt.push((await deps.clock.now()).getTime());
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
    const cards = await startCards({
      databaseUrl: api.databaseUrl,
      webhook: { url, secret: "whsec_in_this_test" },
    });
    const headers = { Authorization: `Bearer ${cards.secretKey}` };
    await fetch(`${cards.url}/v1/customers`, { method: "POST", headers });
    await advanceClock(deps, 4 * day);
    expect(attemptedAt).toHaveLength(9);
    // Each attempt has its own moment: 10 seconds, then another minute, ten minutes, an hour …
    const delaysSeconds = attemptedAt.slice(1).map((at, before) => (at - (attemptedAt[before] ?? 0)) / 1000);
    expect(delaysSeconds.slice(0, 4)).toEqual([10, 60, 600, 3600]);
    await cards.close();
    endpoint.close();
  });

  it("moves from one due moment to the next: every window fires at its own time, in order", async () => {
    await using api = await startApi();
    await api.startWorker();
    const workspace = await api.createWorkspace();
    const name = await workspace.addDomain();
    const paidUntil = new Date(Date.now() + 40 * day * 1000);
    await api.db
      .update(domains)
      .set({
        autoRenew: false,
        paidUntil,
        registryExpiresAt: paidUntil,
        nextNoticeAt: new Date(paidUntil.getTime() - 30 * day * 1000),
      })
      .where(eq(domains.name, name));
    await api.sql`update registry.domains set expires_at = ${paidUntil.toISOString()} where name = ${name}`;
    const { cookie } = workspace.owner;
    await api.call({
      method: "POST",
      path: "/me/mail/activate",
      body: { domainName: name, planSlug: "pro" },
      cookie,
    });
    const mailEndsAt = new Date(paidUntil.getTime() - 5 * day * 1000);
    await api.db
      .update(mailDomains)
      .set({
        autoRenew: false,
        paidUntil: mailEndsAt,
        nextRenewalAt: null,
        nextNoticeAt: new Date(mailEndsAt.getTime() - 14 * day * 1000),
      })
      .where(eq(mailDomains.domainName, name));
    const before = await offsetSeconds(api);
    // Without an answer until the clock has arrived, this takes more than a minute on a busy machine.
    expect([200, 202]).toContain((await api.call(advance(42 * day))).status);
    await until("the clock has arrived", async () => {
      const { json } = await api.call({ path: "/sandbox/clock" });
      return json.offsetSeconds >= before + 42 * day && json.busy.length === 0;
    });
    const fired = await api.db.select().from(events).orderBy(asc(events.createdAt));
    const daysBefore = fired.map(({ type, createdAt }) => [
      type,
      Math.abs(Math.round((paidUntil.getTime() - createdAt.getTime()) / (day * 1000))),
    ]);
    expect(daysBefore).toEqual([
      ["domain.expiring_soon", 30],
      ["domain.expiring_soon", 15],
      ["domain.expiring_soon", 7],
      ["domain.expiring_soon", 1],
      ["domain.expired", 0],
    ]);
    const planEmails = await api.db
      .select({ kind: sandboxOutbox.kind, at: sandboxOutbox.sentAt })
      .from(sandboxOutbox)
      .where(like(sandboxOutbox.kind, "mail_plan_%"))
      .orderBy(asc(sandboxOutbox.sentAt));
    expect(
      planEmails.map(({ kind, at }) => [
        kind,
        Math.round((mailEndsAt.getTime() - at.getTime()) / (day * 1000)) || 0,
      ]),
    ).toEqual([
      ["mail_plan_ends", 14],
      ["mail_plan_ended", 0],
    ]);
    const bodies = fired.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ data }) => data.windowDays)).toEqual([30, 15, 7, 1, undefined]);
    for (const [index, { createdAt }] of bodies.entries()) {
      expect(createdAt).toBe(fired[index]?.createdAt.toISOString());
    }
    const partitioned = await api.sql`
      select inhparent::regclass::text as name, count(*)::int as partitions from pg_inherits
      where inhparent::regclass::text in ('deliveries', 'delivery_attempts', 'events', 'mail_events')
      group by 1 having count(*) >= 3`;
    expect(partitioned).toHaveLength(4);
  });
});

describe("seeding the sandbox", () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi({ seedRegistry: true });
  });
  afterAll(() => api?.[Symbol.asyncDispose]());

  it("creates two workspaces with their owners and domains, once", async () => {
    const seed = async () =>
      seedSandbox({
        db: api.db,
        now: await api.wired.clock.now(),
        registrars: api.wired.registrars,
        mayFill: true,
      });
    expect(await seed()).toBe("seeded");
    const counts = async () => [
      (await api.db.select().from(users)).length,
      (await api.db.select().from(domains)).length,
      (await api.db.select().from(domainHistory)).length,
      (await api.db.select().from(domainExpiryNotices)).length,
    ];
    const before = await counts();
    expect(await seed()).toBe("seeded before");
    expect(await counts()).toEqual(before);
    for (const email of ["owner@demo.test", "owner@other.test"]) {
      const cookie = await api.signIn(email, "zonepost-demo-password");
      const { json } = await api.call({ path: "/domains/mine", cookie });
      expect(json.length).toBeGreaterThanOrEqual(8);
      const { json: history } = await api.call({ path: `/domains/${json[0].name}/history`, cookie });
      expect(history.length).toBeGreaterThanOrEqual(1);
    }
    const now = Date.now();
    const soon = await api.db.select().from(domains).orderBy(asc(domains.paidUntil));
    const daysLeft = soon.map(({ paidUntil }) => (paidUntil.getTime() - now) / (day * 1000));
    expect(daysLeft[0]).toBeGreaterThan(5);
    expect(daysLeft[0]).toBeLessThan(7);
    expect(daysLeft[1]).toBeGreaterThan(30);
  });

  it("registers the seeded domains to a contact of their workspace, at the registry too, once", async () => {
    const { db, clock, log, registrars, ports } = api.wired;
    await seedSandbox({ db, now: await clock.now(), registrars, mayFill: true });
    const actor = { kind: "system", job: "seed" } as const;
    const seed = () =>
      seedContacts({
        db,
        clock,
        log,
        ...ports,
        actor,
        requestId: null,
        ipAddress: null,
      });
    await seed();
    const rows = await db.select().from(domains).orderBy(asc(domains.name));
    expect(rows.filter((row) => row.registrantContactId === null)).toEqual([]);
    for (const row of rows) {
      const held = await registrars.byCode(row.registrar)?.readDomain(row.name);
      expect(held?.kind === "held" && held.domain.contacts).toEqual(row.registryContacts);
    }
    await seed();
    expect(await db.select().from(domains).orderBy(asc(domains.name))).toEqual(rows);
    const cookie = await api.signIn("owner@demo.test", "zonepost-demo-password");
    const { json } = await api.call({ path: "/contacts", cookie });
    expect(json).toMatchObject([{ name: "Dana Meier", countryCode: "DE" }]);
  });

  it("has an operator without a workspace, once, who needs no second factor", async () => {
    const given = { db: api.db, now: new Date() };
    await seedOperator(given);
    const cookie = await api.signIn("operator@demo.test", "zonepost-demo-password");
    expect((await api.call({ path: "/operator/payments", cookie })).status).toBe(200);
    expect((await api.call({ path: "/domains/mine", cookie })).json.code).toBe("no_workspace");
    // Revoked for good: a later start doesn't add them again.
    await api.sql`delete from operators`;
    await seedOperator(given);
    expect((await api.call({ path: "/operator/payments", cookie })).status).toBe(404);
  });

  it("rejects a database that it didn't create, with or without people, and writes nothing", async () => {
    await using api = await startApi({ seedRegistry: true });
    const seed = (mayFill: boolean) =>
      seedSandbox({ db: api.db, now: new Date(), registrars: api.wired.registrars, mayFill });
    await expect(seed(false)).rejects.toThrow(/SANDBOX_ALLOW_FOREIGN_DATABASE/);
    await api.createWorkspace();
    await expect(seed(true)).rejects.toThrow(/not made by the sandbox/);
    expect(await api.db.select().from(installation)).toEqual([]);
    expect(await api.db.select().from(domains)).toEqual([]);
  });
});

describe("the environment", () => {
  const base = {
    DATABASE_URL: "postgres://localhost/zonepost",
    AUTH_SECRET: "a".repeat(32),
    ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
    EPP_PORT: "700",
    EPP_CLIENT_ID: "zonepost",
    EPP_PASSWORD: "password",
  };

  it("keeps the sandbox on this machine, unless a setting explicitly allows more", () => {
    for (const HOST of ["0.0.0.0", "::", "192.0.2.1", "example.com"]) {
      expect(() => readEnv({ ...base, HOST })).toThrow(EnvError);
      expect(() => readEnv({ ...base, HOST })).toThrow(/HOST.*SANDBOX_ALLOW_PUBLIC_HOST/);
      expect(readEnv({ ...base, HOST, SANDBOX_ALLOW_PUBLIC_HOST: "true" }).HOST).toBe(HOST);
    }
    for (const HOST of ["127.0.0.1", "::1", "localhost"]) {
      expect(readEnv({ ...base, HOST }).HOST).toBe(HOST);
    }
    const live = {
      ...base,
      ZONEPOST_MODE: "live",
      SMTP_URL: "smtp://relay.example",
      EPP_TLDS: "com",
      PAYMENTS: "off",
    };
    expect(readEnv({ ...live, HOST: "0.0.0.0" }).HOST).toBe("0.0.0.0");
  });

  it("requires a mail relay in live mode", () => {
    expect(() => readEnv({ ...base, ZONEPOST_MODE: "live" })).toThrow(/SMTP_URL/);
    expect(() => readEnv({ ...base, ZONEPOST_MODE: "live", SMTP_URL: "" })).toThrow(/SMTP_URL/);
  });

  it("reports every missing or invalid variable at once, without their values", () => {
    const wrong = {
      ...base,
      DATABASE_URL: "mysql://secret-host",
      AUTH_SECRET: "secret-short",
      API_PORT: "70000",
    };
    let message = "";
    try {
      readEnv({ ...wrong, EPP_PASSWORD: undefined, ENCRYPTION_KEY: "secret-key" });
    } catch (error) {
      message = (error as Error).message;
    }
    for (const name of ["DATABASE_URL", "AUTH_SECRET", "API_PORT", "EPP_PASSWORD", "ENCRYPTION_KEY"]) {
      expect(message).toContain(name);
    }
    expect(message).not.toContain("secret-");
  });

  it("treats an empty value as not set, and derives addresses from the ports by default", () => {
    const env = readEnv({
      ...base,
      API_URL: "",
      PANEL_URL: "https://panel.example/",
      API_PORT: "4100",
      SMTP_URL: "",
    });
    expect([env.API_URL, env.PANEL_URL, env.SMTP_URL]).toEqual([
      "http://localhost:4100",
      "https://panel.example",
      undefined,
    ]);
  });
});
