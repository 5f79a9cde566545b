import { type ChildProcess, fork } from "node:child_process";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { domains, mailDkimKeys, mailDomains, mailHostKeys, mailHosts, outgoingEmails } from "@zonepost/db";
import type { MailDkimKey } from "@zonepost/schema";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  conflict,
  forbidden,
  invalid,
  now,
  refusal,
  setUpMail,
} from "../../../../test/support/mail/set-up-mail.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";
import { createMailSweeps, suspendMail } from "../index.ts";
import type { MailDns } from "../ports.ts";
import { rotateDkimKey } from "./rotate-dkim-key.ts";

const mail = setUpMail();
const nameservers = ["ns1.example.net", "ns2.example.net"];

let clockNow = now;
const clock = { now: async () => clockNow, wallNow: () => new Date() };
const pass = (ms: number) => {
  clockNow = new Date(clockNow.getTime() + ms);
};

/** What each nameserver has: TXT records by name, or no answer. */
let zones = new Map<string, Map<string, string[]> | "away">();
let onQuery = async () => {};
const mailDns: MailDns = {
  async readRecords({ nameserver, name }) {
    await onQuery();
    const zone = zones.get(nameserver);
    return zone === "away" || zone === undefined
      ? { kind: "away", reason: "timeout" }
      : { kind: "answered", values: zone.get(name) ?? [], alias: null };
  },
  resolveRecords: () => Promise.reject(new Error("unexpected DNS query")),
};
const publish = ({ host, record }: Pick<MailDkimKey, "host" | "record">, servers = nameservers) => {
  for (const nameserver of servers) {
    const zone = zones.get(nameserver);
    if (zone instanceof Map) {
      zone.set(host, [record]);
    }
  }
};

let owner: WorkspaceCtx;
let name: string;
beforeEach(async () => {
  clockNow = now;
  onQuery = async () => {};
  zones = new Map(nameservers.map((nameserver) => [nameserver, new Map()]));
  owner = { ...mail.owner, clock };
  name = await mail.activeDomain();
  await mail.fixture.db.update(domains).set({ nameservers }).where(eq(domains.name, name));
});
afterEach(async () => {
  await mail.fixture.db.update(mailDkimKeys).set({ nextCheckAt: null });
  await mail.fixture.db.update(mailDomains).set({ dkimRotatesAt: null });
});

const call = <Result>(operationId: string, body?: object, ctx = owner) =>
  mail.fixture.call(operationId, ctx, { domainName: name, body }) as Promise<Result>;
const rotate = () => call<MailDkimKey>("rotateDkimKey");
const keys = () => call<MailDkimKey[]>("listDkimKeys");
const stages = async () => (await keys()).map(({ selector, stage }) => `${selector} ${stage}`);
const setSchedule = (dkimRotationDays: number | null) =>
  mail.fixture.update(owner, name, { dkimRotationDays });

/** As the worker does when something is due. */
async function sweep(): Promise<void> {
  const { log, requestId, ipAddress } = owner;
  const ports = { ...mail.fixture.ports, mailDns };
  const ctx = { db: mail.fixture.db, clock, log, requestId, ipAddress, ...ports };
  for (const each of createMailSweeps(ctx).filter(({ name: job }) => job.includes("DKIM"))) {
    await each.run(new AbortController().signal);
  }
}

const auditActions = async () =>
  (await mail.auditOf())
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .filter(({ action }) => action.includes("dkim"))
    .map(({ action, actor, details }) => [action.replace("mail.dkim_", ""), actor.kind, details]);
const emails = () =>
  mail.fixture.db
    .select({ kind: outgoingEmails.kind })
    .from(outgoingEmails)
    .where(eq(outgoingEmails.kind, "mail_dkim_waits"));

describe("a rotation", () => {
  it("moves the keys through their stages", async () => {
    const [first] = await keys();
    expect(first).toMatchObject({ selector: "zp1", stage: "active", waitsFor: null });
    const second = await rotate();
    expect(second).toMatchObject({ selector: "zp2", stage: "pending", waitsFor: "record", shown: [] });
    expect(second.host).toBe(`zp2._domainkey.${name}`);
    expect(second.recordStrings.join("")).toBe(second.record);
    expect(second.record).not.toBe(first?.record);

    await sweep();
    publish(second, ["ns1.example.net"]);
    pass(minuteMs);
    await sweep();
    expect(await stages()).toEqual(["zp2 pending", "zp1 active"]);
    expect((await keys())[0]).toMatchObject({
      shown: [
        { nameserver: "ns1.example.net", status: "shown", values: [second.record] },
        { nameserver: "ns2.example.net", status: "missing", values: [] },
      ],
      checkedAt: clockNow.toISOString(),
      hint: expect.stringContaining("Not shown yet by ns2.example.net."),
    });

    publish(second);
    pass(minuteMs);
    await sweep();
    expect(await stages()).toEqual(["zp2 active", "zp1 retiring"]);
    const activatedAt = clockNow;
    expect(await keys()).toMatchObject([
      { activatedAt: activatedAt.toISOString(), waitsFor: null, movesOnAt: null },
      {
        retiringAt: activatedAt.toISOString(),
        waitsFor: "mail_on_its_way",
        movesOnAt: new Date(activatedAt.getTime() + 7 * dayMs).toISOString(),
      },
    ]);
    expect(await mail.fixture.call("getMailDomain", owner, { domainName: name })).toMatchObject({
      dkim: { selector: "zp2", record: second.record },
    });

    pass(7 * dayMs - 1);
    await sweep();
    expect(await stages()).toEqual(["zp2 active", "zp1 retiring"]);
    pass(1);
    await sweep();
    expect(await stages()).toEqual(["zp2 active", "zp1 retired"]);
    const { id } = await mail.mailDomainRow(name);
    const rows = await mail.fixture.db
      .select()
      .from(mailDkimKeys)
      .where(eq(mailDkimKeys.mailDomainId, id))
      .orderBy(asc(mailDkimKeys.selector));
    expect(rows.map((row) => [row.privateKeyEncrypted === null, row.nextCheckAt])).toEqual([
      [true, null],
      [false, null],
    ]);
    expect(await auditActions()).toEqual([
      ["rotation_started", "user", { selector: "zp2" }],
      ["key_activated", "system", { selector: "zp2", replaces: "zp1" }],
      ["key_retired", "system", { selector: "zp1", afterDays: 7 }],
    ]);
  });

  it("waits on while a nameserver gives no answer, or the record disappears again", async () => {
    const pending = await rotate();
    publish(pending);
    zones.set("ns2.example.net", "away");
    await sweep();
    expect((await keys())[0]?.hint).toContain("No answer from ns2.example.net.");

    await mail.fixture.db
      .insert(mailHosts)
      .values({ name: "mx1.test", startedAt: new Date(), lastSeenAt: new Date() });
    zones.set("ns2.example.net", new Map([[pending.host, [pending.record]]]));
    pass(minuteMs);
    await sweep();
    expect((await keys())[0]).toMatchObject({ stage: "pending", waitsFor: "mail_servers" });
    zones.set("ns2.example.net", new Map());
    pass(minuteMs);
    await sweep();
    expect((await keys())[0]).toMatchObject({ stage: "pending", waitsFor: "record" });
    await mail.fixture.db.delete(mailHosts);
    expect(await stages()).toEqual(["zp2 pending", "zp1 active"]);
  });

  it("doesn't wait for a mail host that hasn't reported for five minutes", async () => {
    publish(await rotate());
    const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const reported = (lastSeenAt: Date) =>
      mail.fixture.db
        .insert(mailHosts)
        .values({ name: "mx1.test", startedAt: lastSeenAt, lastSeenAt })
        .onConflictDoUpdate({ target: mailHosts.name, set: { lastSeenAt } });
    await reported(secondsAgo(180));
    await sweep();
    expect((await keys())[0]?.waitsFor).toBe("mail_servers");
    await reported(secondsAgo(301));
    pass(minuteMs);
    await sweep();
    await mail.fixture.db.delete(mailHosts);
    expect(await stages()).toEqual(["zp2 active", "zp1 retiring"]);
  });

  it("tells the owners once after a week of waiting", async () => {
    await mail.workspace.addMember("owner");
    await mail.workspace.addMember("member");
    await rotate();
    for (const [ms, count] of [
      [7 * dayMs - 1, 0],
      [12 * hourMs, 1],
      [dayMs, 1],
    ] as const) {
      pass(ms);
      await sweep();
      expect(await emails()).toHaveLength(count);
    }
  });

  it("is refused while one is pending, also when two start at once", async () => {
    const results = await Promise.allSettled([rotate(), rotate(), rotate()]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await refusal(rotate())).toEqual(conflict("dkim_rotation_pending"));
    expect(await stages()).toEqual(["zp2 pending", "zp1 active"]);
  });

  it("can be canceled; its selector isn't used again", async () => {
    const first = await rotate();
    expect(await call<MailDkimKey[]>("cancelDkimRotation")).toMatchObject([
      { stage: "retired" },
      { stage: "active" },
    ]);
    expect(await refusal(call("cancelDkimRotation"))).toEqual(conflict("no_dkim_rotation"));
    publish(first);
    pass(dayMs);
    await sweep();
    expect(await stages()).toEqual(["zp2 retired", "zp1 active"]);
    expect(await rotate()).toMatchObject({ selector: "zp3" });
    expect((await auditActions()).map(([action]) => action)).toEqual([
      "rotation_started",
      "rotation_cancelled",
      "rotation_started",
    ]);
  });

  it("that is canceled while the nameservers are queried stays canceled", async () => {
    publish(await rotate());
    onQuery = async () => {
      onQuery = async () => {};
      await call("cancelDkimRotation");
    };
    await sweep();
    expect(await stages()).toEqual(["zp2 retired", "zp1 active"]);
  });

  it("goes no further once the domain has left, and survives its erasure", async () => {
    publish(await rotate());
    const { id, domainId } = await mail.mailDomainRow(name);
    await mail.fixture.db.transaction((tx) =>
      suspendMail(tx, { id: domainId, leftAt: clockNow, canBeRestored: true }),
    );
    onQuery = () => expect.unreachable("another workspace may have the domain");
    await sweep();
    const rows = await mail.fixture.db
      .select({ stage: mailDkimKeys.stage, nextCheckAt: mailDkimKeys.nextCheckAt })
      .from(mailDkimKeys)
      .where(eq(mailDkimKeys.mailDomainId, id))
      .orderBy(asc(mailDkimKeys.selector));
    expect(rows).toEqual([
      { stage: "active", nextCheckAt: null },
      { stage: "pending", nextCheckAt: new Date(clockNow.getTime() + dayMs) },
    ]);
    expect(await refusal(rotate())).toMatchObject({ status: 404 });

    await mail.fixture.db.update(mailDomains).set({ leftAt: null }).where(eq(mailDomains.id, id));
    pass(dayMs);
    onQuery = async () => {
      await mail.fixture.db.delete(mailDkimKeys).where(eq(mailDkimKeys.mailDomainId, id));
    };
    await sweep();
    expect(await keys()).toEqual([]);
  });

  it("needs the right mail:write", async () => {
    for (const operationId of ["rotateDkimKey", "cancelDkimRotation"]) {
      expect(await refusal(call(operationId, undefined, mail.workspace.ctx("read_only")))).toEqual(forbidden);
    }
    expect(await refusal(rotateDkimKey({ ...mail.stranger, ...mail.fixture.ports }, name))).toMatchObject({
      status: 404,
    });
  });
});

describe("the schedule", () => {
  it("starts a rotation that many days after the last one ended", async () => {
    expect(await setSchedule(30)).toMatchObject({
      dkimRotationDays: 30,
      dkimRotatesAt: new Date(now.getTime() + 30 * dayMs).toISOString(),
    });
    pass(30 * dayMs - 1);
    await sweep();
    expect(await stages()).toEqual(["zp1 active"]);
    pass(1);
    await sweep();
    expect(await stages()).toEqual(["zp2 pending", "zp1 active"]);
    expect((await mail.mailDomainRow(name)).dkimRotatesAt).toBeNull();

    const [pending] = await keys();
    publish(pending ?? expect.unreachable());
    pass(minuteMs);
    await sweep();
    expect(await stages()).toEqual(["zp2 active", "zp1 retiring"]);
    expect((await mail.mailDomainRow(name)).dkimRotatesAt).toEqual(new Date(clockNow.getTime() + 30 * dayMs));
    expect(await auditActions()).toMatchObject([
      ["schedule_changed", "user", { from: null, to: 30 }],
      ["rotation_started", "system", { selector: "zp2" }],
      ["key_activated", "system", {}],
    ]);
  });

  it("starts over when a rotation is canceled or the number of days changes, and ends with null", async () => {
    await setSchedule(30);
    await rotate();
    expect(await setSchedule(40)).toMatchObject({ dkimRotationDays: 40, dkimRotatesAt: null });
    pass(dayMs);
    await call("cancelDkimRotation");
    const again = new Date(clockNow.getTime() + 40 * dayMs);
    expect((await mail.mailDomainRow(name)).dkimRotatesAt).toEqual(again);
    pass(dayMs);
    // The same value changes nothing.
    expect(await setSchedule(40)).toMatchObject({ dkimRotatesAt: again.toISOString() });
    expect(await setSchedule(null)).toMatchObject({ dkimRotationDays: null, dkimRotatesAt: null });
  });

  it.each([
    ["left", { leftAt: now }],
    ["is deactivated", { deactivatedAt: now }],
    ["isn't paid for", { paidUntil: now }],
  ])("waits for its next date while the mail %s", async (_case, state) => {
    await setSchedule(30);
    const { id } = await mail.mailDomainRow(name);
    await mail.fixture.db.update(mailDomains).set(state).where(eq(mailDomains.id, id));
    pass(30 * dayMs);
    await sweep();
    const [row] = await mail.fixture.db.select().from(mailDomains).where(eq(mailDomains.id, id));
    expect(row?.dkimRotatesAt).toEqual(new Date(clockNow.getTime() + 30 * dayMs));
    expect(await mail.fixture.db.$count(mailDkimKeys, eq(mailDkimKeys.mailDomainId, id))).toBe(1);
  });

  it.each([29, 366, 45.5, "30"])("refuses %s days", async (dkimRotationDays) => {
    expect(await refusal(mail.fixture.update(owner, name, { dkimRotationDays }))).toEqual(
      invalid("/dkimRotationDays"),
    );
  });
});

describe("with the agent of a mail host", () => {
  const folder = `/dev/shm/mail-agent-rotation-${process.pid}`;
  const entry = path.resolve(import.meta.dirname, "../../../../../mail-host/src/entry/agent.ts");
  const running: ChildProcess[] = [];
  const kill = async () => {
    for (const child of running.splice(0)) {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    }
  };
  afterEach(async () => {
    await kill();
    await mail.fixture.db.delete(mailHosts);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const startAgent = () =>
    running.push(
      fork(entry, {
        env: {
          MAIL_AGENT_DATABASE_URL: mail.fixture.databaseUrl,
          MAIL_AGENT_HOST: "mx1.test",
          MAIL_AGENT_FOLDER: folder,
          MAIL_AGENT_POLL_SECONDS: "100",
          ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
          LOG_LEVEL: "error",
        },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      }),
    );
  const signer = async () =>
    (await readFile(path.join(folder, "selectors.map"), "utf8").catch(() => ""))
      .split("\n")
      .find((line) => line.startsWith(`${name} `));
  const files = async () =>
    (await readdir(folder))
      .filter((file) => file.startsWith(name))
      .map((file) => file.slice(name.length + 1))
      .sort();
  const isHeld = async (selector: string) => {
    const held = await mail.fixture.db
      .select()
      .from(mailHostKeys)
      .innerJoin(mailDkimKeys, eq(mailDkimKeys.id, mailHostKeys.keyId))
      .where(
        and(
          eq(mailDkimKeys.selector, selector),
          eq(mailDkimKeys.mailDomainId, (await mail.mailDomainRow(name)).id),
        ),
      );
    return held.length === 1;
  };

  it("the new key signs on the host only after the record is shown and the host holds the key", async () => {
    startAgent();
    await expect.poll(() => isHeld("zp1")).toBe(true);
    expect(await signer()).toBe(`${name} zp1`);
    // The agent is dead while the key is created, and the record is already shown.
    await kill();
    const second = await rotate();
    publish(second);
    await sweep();
    expect((await keys())[0]).toMatchObject({ stage: "pending", waitsFor: "mail_servers" });
    expect(await signer()).toBe(`${name} zp1`);

    startAgent();
    await expect.poll(() => isHeld("zp2")).toBe(true);
    expect(await signer()).toBe(`${name} zp1`);
    pass(minuteMs);
    await sweep();
    expect(await stages()).toEqual(["zp2 active", "zp1 retiring"]);
    await expect.poll(signer).toBe(`${name} zp2`);
    expect(await files()).toEqual(["zp1.key", "zp2.key"]);
    const pem = await readFile(path.join(folder, `${name}.zp2.key`), "utf8");
    const derived = createPublicKey(createPrivateKey(pem)).export({ type: "spki", format: "der" });
    expect(second.record).toBe(`v=DKIM1; k=rsa; p=${derived.toString("base64")}`);

    pass(7 * dayMs);
    await sweep();
    await expect.poll(files).toEqual(["zp2.key"]);

    // The running agent is woken by the rotation, long before it would look.
    await rotate();
    await expect.poll(() => isHeld("zp3")).toBe(true);
    await call("cancelDkimRotation");
    await expect.poll(files).toEqual(["zp2.key"]);
  });
});
