import type { AddressInfo } from "node:net";
import { outgoingEmails, readQuarantine, startQuarantine } from "@zonepost/db";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Registrar } from "../src/modules/domains/ports.ts";
import { newApiKey } from "./support/accounts/api-key.ts";
import { cookieOf, enableSecondFactor } from "./support/accounts/second-factor.ts";
import { type Customer, newName, startOrders } from "./support/orders/start-orders.ts";
import { noticeOf } from "./support/payments/card-processor.ts";
import { password } from "./support/start-api.ts";
import { answerWith, createReceiver } from "./support/webhooks/set-up-webhooks.ts";

// Everything that leaves goes to real servers, which count what arrives.

type Started = Awaited<ReturnType<typeof startOrders>>;
type Api = Started["api"];

let started: Started;
let api: Api;
/** As in live mode: mail goes to an SMTP server, and operators need a second factor. */
let live: Awaited<ReturnType<Api["startAnother"]>>;
let smtp: { server: SMTPServer; received: number };
let receiver: Awaited<ReturnType<typeof createReceiver>>;

beforeAll(async () => {
  receiver = await createReceiver(answerWith(204));
  smtp = {
    received: 0,
    server: new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], onData: takeMail }),
  };
  await new Promise<void>((resolve) => smtp.server.listen(0, "127.0.0.1", resolve));
  started = await startOrders({ withCards: true });
  api = started.api;
  await started.api.holdNotices();
  live = await api.startAnother({
    env: {
      ZONEPOST_MODE: "live",
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.server.address() as AddressInfo).port}`,
      MAIL_FROM: "no-reply@example.com",
      EPP_TLDS: "com,net",
      PAYMENTS: "off",
      LIVE_ALLOW_UNSAFE:
        "AUTH_SECRET,ENCRYPTION_KEY,API_URL,PANEL_URL,WEBHOOKS_ALLOW_PRIVATE_NETWORKS,STRIPE_SECRET_KEY,STRIPE_API_BASE",
    },
  });
});
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  await receiver?.[Symbol.asyncDispose]();
  await new Promise<void>((resolve) => smtp.server.close(() => resolve()));
});

function takeMail(stream: NodeJS.ReadableStream, _session: unknown, done: () => void) {
  stream.resume().on("end", () => {
    smtp.received += 1;
    done();
  });
}

/** Both processes ask again at once; otherwise, within five seconds. */
const noticed = () => {
  for (const { wired } of [api, live]) {
    wired.forApi.quarantine.recheck();
  }
};
async function begin(): Promise<void> {
  await startQuarantine(api.sql, { backupTakenAt: null, restoredTo: null });
  noticed();
}
async function release(): Promise<void> {
  await api.sql`delete from installation where key = 'quarantine'`;
  noticed();
}

describe("what a worker does", () => {
  let customer: Customer;
  let domain: string;
  let emailId: string;
  let tasks: ReturnType<typeof live.wired.tasks>;
  const stopping = new AbortController();
  const aJob = { job: { attempts: 1, max_attempts: 25 } };

  /** What has arrived at each of the systems outside. */
  async function arrived() {
    const [counts] = await api.sql<{ charges: number; renewals: number; waiting: number }[]>`
      select (select count(*)::int from cards.objects where kind = 'charge') as charges,
        (select count(*)::int from registry.domains where name = ${domain} and expires_at > now() + interval '1 year') as renewals,
        (select count(*)::int from registry.poll_messages) as waiting`;
    return { ...counts, deliveries: receiver.requests.length, emails: smtp.received };
  }
  async function runAll(): Promise<void> {
    // A renewal is ordered by one, and carried out by another.
    for (const sweep of [...api.wired.createSweeps(), ...api.wired.createSweeps()]) {
      await sweep.run(new AbortController().signal);
    }
  }

  beforeAll(async () => {
    customer = await started.newPayer();
    domain = await customer.workspace.addDomain();
    const endpoint = await customer.post("/webhooks/outbound", { url: receiver.url, events: ["*"] });
    expect(endpoint.status).toBe(201);
    expect(
      (await customer.post(`/webhooks/outbound/${endpoint.json.id}/test`, { type: "domain.transferred" }))
        .status,
    ).toBe(202);
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await api.sql`update registry.domains set expires_at = ${soon} where name = ${domain}`;
    await api.sql`
      update domains set paid_until = ${soon}, registry_expires_at = ${soon}, next_renewal_at = 'epoch' where name = ${domain}`;
    await api.registry.sendMessage("text", "a message of the original");
    await api.call({
      method: "POST",
      path: "/auth/magic-link/send",
      body: { email: customer.workspace.owner.email },
    });
    const [email] = await api.db.select({ id: outgoingEmails.id }).from(outgoingEmails);
    emailId = email?.id ?? "";
    tasks = live.wired.tasks(stopping.signal);
    await begin();
  });
  afterAll(async () => {
    stopping.abort();
    await release();
  });

  it("sends no webhook, email, charge or EPP message, and does it all after the release", async () => {
    const before = await arrived();
    const sending = tasks["send-email"]?.({ emailId }, aJob);
    await runAll();
    expect(await arrived()).toEqual(before);
    expect(before).toEqual({ charges: 0, renewals: 0, waiting: 1, deliveries: 0, emails: 0 });
    await release();
    await runAll();
    await sending;
    const after = await arrived();
    expect(after).toMatchObject({ charges: 1, renewals: 1, waiting: 0, emails: 1 });
    expect(after.deliveries).toBeGreaterThan(0);
    await begin();
  });

  it("takes no claim, so that the work isn't held up after the release", async () => {
    await api.sql`update domains set next_renewal_at = 'epoch' where name = ${domain}`;
    const rowNow = () => api.sql`select * from domains where name = ${domain}`;
    const before = await rowNow();
    await runAll();
    expect(await rowNow()).toEqual(before);
  });
});

describe("a port", () => {
  beforeAll(begin);
  afterAll(release);

  const reads: (keyof Registrar)[] = [
    "checkAvailability",
    "costOfRegistration",
    "costOfRenewal",
    "readDomain",
    "readContact",
    "readForeignDomain",
    "readBalanceCents",
    "ping",
    "close",
  ];
  const refusedOf = (port: object, allowed: readonly string[]) =>
    Object.entries(port).filter(([name, value]) => typeof value === "function" && !allowed.includes(name));

  it("refuses each command to a registry but info, check and hello", async () => {
    const registrar = api.wired.registrars.all()[0] as Registrar;
    const refused = refusedOf(registrar, reads).map(([name]) => name as keyof Registrar);
    expect(refused).toContain("nextNotice");
    for (const name of refused) {
      const call = registrar[name] as (...args: unknown[]) => Promise<unknown>;
      await expect(call("test.com", {}), name).rejects.toThrow(/in quarantine/);
    }
    await expect(registrar.checkAvailability([newName()])).resolves.toMatchObject([{ available: true }]);
    await expect(registrar.ping()).resolves.toBeUndefined();
  });

  it("refuses what changes anything at the card processor", async () => {
    const processor = api.wired.ports.processors.current;
    const acts = refusedOf(processor ?? {}, []).filter(([name]) => !/^(read|list|is|close)/.test(name));
    expect(acts.map(([name]) => name).sort()).toEqual(
      [
        "acceptDispute",
        "cancelIntent",
        "confirmIntent",
        "createCustomer",
        "createIntent",
        "createRefund",
        "deleteCustomer",
        "detachCard",
        "expirePaymentPage",
        "openCardPage",
        "openPaymentPage",
      ].sort(),
    );
    for (const [name, call] of acts) {
      await expect((call as (...args: unknown[]) => Promise<unknown>)({}), name).rejects.toThrow(
        /in quarantine/,
      );
    }
    await expect(processor?.listTransactions({ since: null, after: null })).resolves.toBeDefined();
  });

  it("refuses to send a webhook or an email", async () => {
    const request = { url: receiver.url, headers: {}, body: "{}", timeoutMs: 1_000 };
    const sent = receiver.requests.length;
    await expect(api.wired.ports.transport.send(request)).rejects.toThrow(/in quarantine/);
    expect(receiver.requests.length).toBe(sent);
  });
});

describe("who gets in", () => {
  let customer: Customer;
  let key: Awaited<ReturnType<typeof newApiKey>>;
  let operator: Awaited<ReturnType<Api["createOperator"]>>;
  let factor: Awaited<ReturnType<typeof enableSecondFactor>>;
  let newOperator: typeof operator;
  const signIn = (email: string, secret = password) =>
    live.call({ method: "POST", path: "/auth/sign-in/email", body: { email, password: secret } });

  beforeAll(async () => {
    customer = await started.newPayer();
    key = await newApiKey(api, customer.workspace);
    [operator, newOperator] = [await api.createOperator(), await api.createOperator()];
    factor = await enableSecondFactor(api, operator);
    await begin();
  });
  afterAll(release);

  it("readiness has the mode, and 200, so that operators reach it", async () => {
    const readiness = async () => {
      const { status, json } = await api.call({ path: "/health/ready" });
      return [status, json.status, json.mode];
    };
    await expect.poll(readiness).toEqual([200, "ok", "quarantine"]);
    expect((await api.call({ path: "/health/mode" })).json).toEqual({ status: "ok", mode: "quarantine" });
  });

  it("a session of the backup has ended", async () => {
    const { status } = await api.call({ path: "/me", cookie: customer.workspace.owner.cookie });
    expect(status).toBe(401);
  });

  it.each([
    ["GET", "/domains/mine"],
    ["POST", "/orders"],
    ["PATCH", "/domains/a.com"],
  ])("an API key doesn't work: %s %s", async (method, path) => {
    const body = method === "GET" ? undefined : {};
    const { status, json } = await api.call({ method, path, headers: key.headers, body });
    expect([status, json.code]).toEqual([401, "api_key_quarantined"]);
  });

  it("a customer is told about the restore, but only with the right password", async () => {
    const right = await signIn(customer.workspace.owner.email);
    expect([right.status, right.json.code, right.headers["retry-after"]]).toEqual([
      503,
      "quarantined",
      "600",
    ]);
    expect(right.cookies).toEqual([]);
    const wrong = await signIn(customer.workspace.owner.email, "not-the-password-at-all");
    expect([wrong.status, wrong.json.code]).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
  });

  it("an operator without a second factor is told to use the command line", async () => {
    const { status, json, cookies } = await signIn(newOperator.email);
    expect([status, json.code, cookies]).toEqual([503, "quarantined", []]);
    expect(json.detail).toContain("npm run quarantine");
  });

  it("an operator signs in with password and second factor, reads, and changes nothing", async () => {
    const half = await signIn(operator.email);
    expect(half.json.twoFactorRedirect).toBe(true);
    const halfCookie = cookieOf(half);
    expect((await live.call({ path: "/operator/payments", cookie: halfCookie })).status).toBe(404);
    const code = await factor.freshCode();
    const whole = await live.call({
      method: "POST",
      path: "/auth/two-factor/verify-totp",
      cookie: halfCookie,
      body: { code },
    });
    const cookie = cookieOf(whole);
    expect((await live.call({ path: "/operator/payments", cookie })).status).toBe(200);
    expect((await live.call({ path: "/trpc/session.current", cookie })).json.result.data.isOperator).toBe(
      true,
    );
    const changes = [
      ["PATCH", "/me"],
      ["POST", "/trpc/me.update"],
      ["POST", "/auth/step-up"],
    ] as const;
    for (const [method, path] of changes) {
      const { status, json } = await live.call({ method, path, cookie, body: {} });
      expect([path, status, json.code]).toEqual([path, 503, "quarantined"]);
    }
    expect((await live.call({ method: "POST", path: "/auth/sign-out", cookie })).status).toBe(200);
  });

  it("an operator who is a member of a workspace isn't in it", async () => {
    const { owner } = customer.workspace;
    await api.sql`insert into operators (user_id, granted_at) values (${owner.id}, now())`;
    const cookie = await api.signIn(owner.email);
    const { status, json } = await api.call({ path: "/domains/mine", cookie });
    expect([status, json.code]).toEqual([403, "no_workspace"]);
    // The right ends in the session that is open.
    await api.sql`delete from operators where user_id = ${owner.id}`;
    const after = await api.call({ path: "/me", cookie });
    expect([after.status, after.json.code]).toEqual([503, "quarantined"]);
    await api.sql`delete from sessions`;
  });

  it.each([
    ["POST", "/auth/magic-link/send"],
    ["POST", "/auth/magic-link/redeem"],
    ["POST", "/auth/magic-link/code"],
    ["GET", "/auth/magic-link/verify?token=x"],
    ["POST", "/auth/sign-in/social"],
    ["GET", "/auth/callback/google"],
    ["POST", "/auth/password/reset-request"],
    ["POST", "/auth/invitations/accept"],
    ["POST", "/sandbox/clock/advance"],
    ["POST", "/orders"],
  ])("%s %s waits for the release", async (method, path) => {
    const { status, json } = await api.call({ method, path, body: method === "POST" ? {} : undefined });
    expect([status, json.code]).toEqual([503, "quarantined"]);
  });

  it("the card processor has to send its notices again later", async () => {
    const { body, headers } = noticeOf("charge.updated", { id: "ch_1", object: "charge" });
    const {
      status,
      json,
      headers: answered,
    } = await api.call({
      method: "POST",
      path: "/inbound/stripe",
      body,
      headers,
    });
    expect([status, json.code, answered["retry-after"]]).toEqual([503, "quarantined", "600"]);
  });

  it("everyone gets in again after the release", async () => {
    await release();
    await expect(readQuarantine(api.sql)).resolves.toBeNull();
    expect((await api.call({ path: "/domains/mine", headers: key.headers })).status).toBe(200);
    expect((await signIn(customer.workspace.owner.email)).status).toBe(200);
    expect((await api.call({ path: "/health/ready" })).json.mode).toBeUndefined();
    expect((await api.call({ path: "/health/mode" })).json).toEqual({ status: "ok" });
    await begin();
  });
});
