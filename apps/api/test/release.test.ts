import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startQuarantine } from "@zonepost/db";
import { copyTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayMs } from "../src/kernel/durations.ts";
import { newApiKey } from "./support/accounts/api-key.ts";
import { variablesOf } from "./support/kill-workers.ts";
import { type Customer, comYear, newName, startOrders, totalOf } from "./support/orders/start-orders.ts";
import { password } from "./support/start-api.ts";
import { until } from "./support/until.ts";

// A copy of the database stands in for a backup that is restored. The original goes on with the same registry and card
// processor, so they know what the copy doesn't.

type Started = Awaited<ReturnType<typeof startOrders>>;
type Api = Started["api"];

let started: Started;
let api: Api;
let customer: Customer;
const copies: TestDatabase[] = [];
const connections: postgres.Sql[] = [];

beforeAll(async () => {
  started = await startOrders({ withCards: true });
  api = started.api;
  await api.holdNotices();
});
afterAll(async () => {
  await Promise.all(connections.map((sql) => sql.end()));
  await api?.[Symbol.asyncDispose]();
  await Promise.all(copies.map((copy) => copy.drop()));
});

/** The installation as it is now, restored and in quarantine. */
async function restore(env: Record<string, string> = {}) {
  const copy = await copyTestDatabase(api.databaseUrl);
  copies.push(copy);
  const sql = postgres(copy.url, { max: 2, fetch_types: false });
  connections.push(sql);
  const now = new Date().toISOString();
  await startQuarantine(sql, { backupTakenAt: now, restoredTo: now });
  const start = (more: Record<string, string>) =>
    api.startAnother({ env: { ...more, DATABASE_URL: copy.url } });
  const { wired, call } = await start(env);
  const told: string[] = [];
  return {
    sql,
    call,
    told,
    databaseUrl: copy.url,
    /** Another process of it, with other settings. */
    startAnother: start,
    release: wired.release,
    takeOver: () => wired.release.takeOver((line) => told.push(line)),
    async runSweep(name: string): Promise<void> {
      await wired
        .createSweeps()
        .find((sweep) => sweep.name === name)
        ?.run(new AbortController().signal);
    },
    receipts: () => receiptsIn(sql),
    isReady: async () => (await call({ path: "/health/ready" })).json.mode !== "quarantine",
  };
}

/** By their numbers: the order's ID and amount. */
const receiptsIn = (sql: postgres.Sql) =>
  sql<{ number: number; orderId: string; cents: number }[]>`
    select r.number::int as number, r.order_id as "orderId", o.total_cents::int as cents
    from receipts r join orders o on o.id = r.order_id order by r.number`;

const chargeCount = async () =>
  (await api.sql`select id from cards.objects where kind = 'charge' and body ->> 'status' = 'succeeded'`)
    .length;

const advance = (days: number) => api.sql`
  insert into business_clock (id, offset_ms) values (true, ${Math.round(days * dayMs)})
  on conflict (id) do update set offset_ms = business_clock.offset_ms + excluded.offset_ms`;

/** What was booked as the registry's for a domain's orders. */
const costsOf = (sql: postgres.Sql, name: string) =>
  sql<{ account: string; cents: number }[]>`
    select account, sum(amount_cents)::int as cents from ledger_entries
    where account in ('registry_costs', 'registry_balance')
      and order_id in (select order_id from order_lines where domain_name = ${name})
    group by account order by account`;

const termOf = async (sql: postgres.Sql, name: string) => {
  const [row] = await sql<{ status: string; paidUntil: Date; workspaceId: string }[]>`
    select status, paid_until as "paidUntil", workspace_id as "workspaceId" from domains
    where name = ${name} and status not in ('deleted', 'transferred_out', 'failed')`;
  return row && { ...row, paidUntil: new Date(row.paidUntil).toISOString() };
};

describe("the release of an installation that was restored to the second before a renewal's charge", () => {
  const domain = newName();
  const registered = newName();
  let restored: Awaited<ReturnType<typeof restore>>;
  let charges: number;

  beforeAll(async () => {
    customer = await started.newPayer();
    expect((await customer.order([customer.registration(domain, { autoRenew: true })])).status).toBe(201);
    await advance(356);
    const key = await newApiKey(api, customer.workspace);
    restored = await restore();
    // What the original does after that second, and the backup doesn't have.
    await api.call({
      method: "DELETE",
      path: `/api-keys/${key.id}`,
      cookie: customer.workspace.owner.cookie,
    });
    revokedKey = key.headers;
    await started.runSweep("renewals of domains");
    await started.runSweep("order lines");
    expect((await customer.order([customer.registration(registered)])).status).toBe(201);
    charges = await chargeCount();
    expect(charges).toBe(3);
  });
  let revokedKey: { authorization: string };

  it("refuses to end the quarantine before it has taken over what happened since", async () => {
    await expect(restored.release.release()).rejects.toThrow("isn't taken over yet");
    expect(await restored.isReady()).toBe(false);
  });

  it("shows what is known outside, and changes nothing", async () => {
    const lines = await restored.release.previewOutside();
    expect(lines.filter((line) => line.startsWith("charge"))).toHaveLength(2);
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${domain}: expires`)));
    expect(await restored.receipts()).toHaveLength(1);
    const waiting = await restored.release.listWaiting();
    expect(waiting).toContainEqual(
      expect.objectContaining({ what: "renewals of domains that are due", count: 1 }),
    );
  });

  it("goes on where it was interrupted, with one receipt for each charge in the order of the charges", async () => {
    let lines = 0;
    const killed = restored.release.takeOver(() => {
      lines += 1;
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(lines).toBe(1);
    expect(await restored.takeOver()).toEqual([]);
    expect(await restored.receipts()).toEqual(await receiptsIn(api.sql));
    expect(await restored.receipts()).toHaveLength(3);
    const again = restored.told.length;
    expect(await restored.takeOver()).toEqual([]);
    expect(restored.told).toHaveLength(again);
  });

  it("has the domain that was registered since, in its workspace, and its order is done", async () => {
    expect(await termOf(restored.sql, registered)).toEqual(await termOf(api.sql, registered));
    const lines = await restored.sql`select state from order_lines where domain_name = ${registered}`;
    expect(lines).toEqual([{ state: "completed" }]);
  });

  it("has booked what the registry charged for it, with an operation to which a refund can refer", async () => {
    expect(await costsOf(restored.sql, registered)).toEqual(await costsOf(api.sql, registered));
    expect(await costsOf(restored.sql, registered)).toHaveLength(2);
    const operation = (sql: postgres.Sql) => sql`
      select o.kind, o.state, o.years, o.price_cents, o.cost_cents, o.order_line_id is not null as "hasLine",
        l.operation_id = o.id as "isOfLine"
      from domain_operations o join order_lines l on l.domain_name = o.domain_name
      where o.domain_name = ${registered}`;
    expect([...(await operation(restored.sql))]).toEqual([...(await operation(api.sql))]);
  });

  it("opens every process, keeps keys off and voids passwords and sessions", async () => {
    const { email } = customer.workspace.owner;
    const ask = () => restored.call({ path: "/domains/mine", headers: revokedKey });
    expect((await ask()).status).toBe(401);
    const ended = await restored.release.release();
    expect(ended.keyCount).toBe(1);
    await until("the processes have noticed the release", restored.isReady);
    expect([(await ask()).status, (await ask()).json.code]).toEqual([401, "api_key_held"]);
    const signIn = await restored.call({
      method: "POST",
      path: "/auth/sign-in/email",
      body: { email, password },
    });
    expect([signIn.status, signIn.json.code]).toEqual([403, "password_void"]);
    expect((await restored.call({ path: "/me", cookie: customer.workspace.owner.cookie })).status).toBe(401);
  });

  it("emails each owner once, and can't be repeated", async () => {
    await expect(restored.release.release()).rejects.toThrow();
    const mails = await restored.sql`
      select to_address as "to", count(*)::int as count from outgoing_emails
      where kind = 'service_restored' group by to_address`;
    expect(mails).toEqual([{ to: customer.workspace.owner.email, count: 1 }]);
  });

  it("charges and renews nothing a second time, and numbers new receipts after those", async () => {
    for (const sweep of ["renewals of domains", "order lines", "open payments", "renewals of domains"]) {
      await restored.runSweep(sweep);
    }
    expect(await chargeCount()).toBe(charges);
    expect(await termOf(restored.sql, domain)).toEqual(await termOf(api.sql, domain));
    const renewals = await restored.sql`
      select state from order_lines where domain_name = ${domain} and kind = 'renewal'`;
    expect(renewals).toEqual([{ state: "completed" }]);
    const { orderId, ...last } = (await restored.receipts()).at(-1) ?? { orderId: "" };
    expect([orderId.length, last]).toEqual([36, { number: 3, cents: totalOf(comYear) }]);
  });
});

describe("a charge since the backup", () => {
  /** As if an earlier version had made it. */
  const forgetDetails = () => api.sql`
    update cards.objects set body = jsonb_set(body, '{metadata}',
      jsonb_build_object('payment', body -> 'metadata' -> 'payment'))
    where kind = 'payment_intent'`;

  it("of an order that the backup has becomes its payment", async () => {
    const payer = await started.newCustomer();
    const name = newName();
    const unpaid = await payer.order([payer.registration(name)]);
    const restored = await restore();
    await payer.saveCard();
    const { orderId } = unpaid.json;
    const paid = await payer.post(`/orders/${orderId}/pay`, {});
    expect(paid.status).toBe(200);
    expect(await restored.takeOver()).toEqual([]);
    const lines = await restored.sql`select state from order_lines where domain_name = ${name}`;
    expect(lines).toEqual([{ state: "completed" }]);
  });

  it("that doesn't say what was bought is left to the operator, and its renewal isn't charged again", async () => {
    const payer = await started.newPayer();
    const name = newName();
    await payer.order([payer.registration(name, { autoRenew: true })]);
    await advance(356);
    const restored = await restore();
    await started.runSweep("renewals of domains");
    await started.runSweep("order lines");
    await forgetDetails();
    const charges = await chargeCount();
    // Told once the term is stored.
    const killed = restored.release.takeOver((line) => {
      if (line.startsWith(`${name}: renewed`)) {
        throw new Error("killed");
      }
    });
    await expect(killed).rejects.toThrow("killed");
    const findings = await restored.takeOver();
    expect(findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["charge", "domain"]));
    expect(findings.map(({ id }) => id)).toContain(name);
    await restored.release.release();
    expect((await restored.release.readRelease())?.findings).toEqual(findings);
    await until("the processes have noticed the release", restored.isReady);
    await restored.runSweep("renewals of domains");
    expect(await chargeCount()).toBe(charges);
    expect(await termOf(restored.sql, name)).toEqual(await termOf(api.sql, name));
  });
});

/** A customer with a paid registration, whose charge the backup has. */
async function paidCustomer() {
  const payer = await started.newPayer();
  const name = newName();
  const ordered = await payer.order([payer.registration(name)]);
  expect(ordered.json.state).toBe("completed");
  const [attempt] = await api.sql<{ intentId: string; paymentId: string; amountCents: number }[]>`
    select a.intent_id as "intentId", a.payment_id as "paymentId", p.amount_cents::int as "amountCents"
    from payment_attempts a join payments p on p.id = a.payment_id where p.workspace_id = ${payer.workspace.id}`;
  if (!attempt) {
    throw new Error("nothing was charged");
  }
  return { ...payer, ...attempt, name };
}

/** In the processor's dashboard. */
async function refundAtProcessor(intentId: string, cents: number): Promise<string> {
  const response = await fetch(`${api.cards?.url}/v1/refunds`, {
    method: "POST",
    headers: { authorization: `Bearer ${api.cards?.secretKey}` },
    body: new URLSearchParams({ payment_intent: intentId, amount: String(cents) }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

async function dispute(intentId: string): Promise<string> {
  const response = await fetch(`${api.cards?.url}/control/charges/${intentId}/dispute`, {
    method: "POST",
    headers: { authorization: `Bearer ${api.cards?.controlSecret}`, "content-type": "application/json" },
    body: "{}",
  });
  return ((await response.json()) as { id: string }).id;
}

const refundsIn = (sql: postgres.Sql, paymentId: string) => sql<
  { id: string; state: string; cents: number }[]
>`
  select processor_id as id, state, amount_cents::int as cents from refunds where payment_id = ${paymentId}`;
const balanceOf = async (sql: postgres.Sql, paymentId: string) => {
  const [row] = await sql`
    select coalesce(sum(amount_cents) filter (where account = 'processor'), 0)::int as processor, sum(amount_cents)::int as sum
    from ledger_entries where payment_id = ${paymentId}`;
  return row;
};
const disputesIn = (sql: postgres.Sql, paymentId: string) => sql<
  { id: string; state: string; cents: number }[]
>`
  select processor_id as id, state, amount_cents::int as cents from payment_disputes where payment_id = ${paymentId}`;

describe("what was returned since the backup", () => {
  it("is booked once as a refund, is listed for the operator, and isn't refunded again", async () => {
    const { intentId, paymentId, amountCents } = await paidCustomer();
    const restored = await restore();
    const refundId = await refundAtProcessor(intentId, 500);
    const expected = [{ id: refundId, state: "succeeded", cents: 500 }];
    for (const _ of [1, 2]) {
      const findings = await restored.takeOver();
      expect(findings.filter(({ id }) => id === refundId)).toMatchObject([{ kind: "refund" }]);
      expect([...(await refundsIn(restored.sql, paymentId))]).toEqual(expected);
      expect(await balanceOf(restored.sql, paymentId)).toEqual({ processor: amountCents - 500, sum: 0 });
    }
    await restored.release.release();
    await until("the processes have noticed the release", restored.isReady);
    await restored.runSweep("refunds");
    await restored.runSweep("payment reconciliation");
    expect([...(await refundsIn(restored.sql, paymentId))]).toEqual(expected);
  });

  it("is listed although it was recorded by a run that was killed before it ended", async () => {
    const { intentId, paymentId } = await paidCustomer();
    const restored = await restore();
    const refundId = await refundAtProcessor(intentId, 300);
    // The line is told once the refund is stored.
    const killed = restored.release.takeOver((line) => {
      if (line.includes(refundId)) {
        throw new Error("killed");
      }
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await refundsIn(restored.sql, paymentId)).toHaveLength(1);
    expect((await restored.takeOver()).map(({ id }) => id)).toContain(refundId);
  });

  it("is withheld as a dispute, also of a charge that the backup doesn't have", async () => {
    const known = await paidCustomer();
    const payer = await started.newPayer();
    const restored = await restore();
    const name = newName();
    await payer.order([payer.registration(name)]);
    const [lost] = await api.sql<{ intentId: string; paymentId: string }[]>`
      select a.intent_id as "intentId", a.payment_id as "paymentId" from payment_attempts a
      join payments p on p.id = a.payment_id where p.workspace_id = ${payer.workspace.id}`;
    const disputed = [known, lost].flatMap((each) => each ?? []);
    expect(disputed).toHaveLength(2);
    for (const { intentId, paymentId } of disputed) {
      const id = await dispute(intentId);
      for (const _ of [1, 2]) {
        await restored.takeOver();
        expect([...(await disputesIn(restored.sql, paymentId))]).toMatchObject([{ id, state: "open" }]);
      }
      const [payment] = await restored.sql`select status from payments where id = ${paymentId}`;
      expect(payment).toEqual({ status: "disputed" });
    }
    expect(await termOf(restored.sql, name)).toEqual(await termOf(api.sql, name));
  });

  it("of a charge that isn't recorded is listed, and nothing is booked for it", async () => {
    const payer = await started.newPayer();
    const restored = await restore();
    await payer.order([payer.registration(newName())]);
    const [lost] = await api.sql<{ intentId: string; paymentId: string }[]>`
      select a.intent_id as "intentId", a.payment_id as "paymentId" from payment_attempts a
      join payments p on p.id = a.payment_id where p.workspace_id = ${payer.workspace.id}`;
    // As if an earlier version had made the charge.
    await api.sql`
      update cards.objects set body = jsonb_set(body, '{metadata}',
        jsonb_build_object('payment', body -> 'metadata' -> 'payment'))
      where id = ${lost?.intentId ?? ""}`;
    const disputeOfLost = await dispute(lost?.intentId ?? "");
    const findings = await restored.takeOver();
    expect(findings).toContainEqual(
      expect.objectContaining({
        kind: "dispute",
        id: lost?.intentId,
        message: "of a charge that isn't recorded",
      }),
    );
    expect(disputeOfLost).not.toBe("");
    expect(await disputesIn(restored.sql, lost?.paymentId ?? "")).toHaveLength(0);
  });
});

describe("a take-over while something outside is away", () => {
  it.each([
    ["the processor", { STRIPE_API_BASE: "http://127.0.0.1:1" }, 0],
    ["the registry", { EPP_PORT: "1" }, 1],
  ])(
    "%s ends with one line and releases nothing; what was taken over stays, and it goes on later",
    async (_what, env, recorded) => {
      const payer = await started.newPayer();
      const restored = await restore();
      const name = newName();
      expect((await payer.order([payer.registration(name)])).status).toBe(201);
      const before = (await restored.receipts()).length;
      const away = await restored.startAnother(env);
      const error = await away.wired.release.takeOver(() => {}).catch((thrown: unknown) => thrown);
      expect(away.wired.release.explain(error)).toMatch(
        /^[^\n]+\. Nothing was released; what was taken over stays\. Run the command again$/,
      );
      await expect(away.wired.release.release()).rejects.toThrow("isn't taken over yet");
      await away.close();
      expect(await restored.isReady()).toBe(false);
      expect((await restored.receipts()).length).toBe(before + recorded);
      await restored.takeOver();
      expect(await restored.receipts()).toEqual(await receiptsIn(api.sql));
      expect(await termOf(restored.sql, name)).toEqual(await termOf(api.sql, name));
    },
  );
});

describe("a take-over in a process that is killed with SIGKILL", () => {
  const entry = fileURLToPath(new URL("../src/entry/quarantine.ts", import.meta.url));

  /** Resolves once it has printed that many lines about what it took over, and is dead; false if it had ended before. */
  async function killAfter(databaseUrl: string, lineCount: number): Promise<boolean> {
    const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE, TLD_RULES_FILE, PRICE_LIST_FILE } =
      api.env;
    const child = spawn(process.execPath, [entry, "take-over"], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        ...variablesOf(api.env),
        STRIPE_SECRET_KEY,
        STRIPE_WEBHOOK_SECRET,
        STRIPE_API_BASE,
        TLD_RULES_FILE,
        PRICE_LIST_FILE,
        DATABASE_URL: databaseUrl,
        DATABASE_DIRECT_URL: "",
      },
    });
    const ended = once(child, "exit");
    let lines = 0;
    for await (const line of createInterface(child.stdout)) {
      lines += line.startsWith("  ") ? 1 : 0;
      if (lines === lineCount) {
        child.kill("SIGKILL");
        break;
      }
    }
    const [, signal] = await ended;
    return signal === "SIGKILL";
  }

  it("is gone on with: each charge has one receipt in its order, each refund is booked and listed once", async () => {
    const refunded = await paidCustomer();
    const payer = await started.newPayer();
    const restored = await restore();
    const names = [newName(), newName(), newName()];
    for (const name of names) {
      expect((await payer.order([payer.registration(name)])).status).toBe(201);
    }
    const refundId = await refundAtProcessor(refunded.intentId, 200);
    const charges = await chargeCount();
    let kills = 0;
    for (const lineCount of [1, 3]) {
      kills += (await killAfter(restored.databaseUrl, lineCount)) ? 1 : 0;
      expect(await restored.isReady()).toBe(false);
      await expect(restored.release.release()).rejects.toThrow();
    }
    expect(kills).toBe(2);
    const findings = await restored.takeOver();
    expect(findings.filter(({ id }) => id === refundId)).toHaveLength(1);
    expect(await refundsIn(restored.sql, refunded.paymentId)).toHaveLength(1);
    expect(await restored.receipts()).toEqual(await receiptsIn(api.sql));
    for (const name of names) {
      expect(await termOf(restored.sql, name)).toEqual(await termOf(api.sql, name));
      expect(await costsOf(restored.sql, name)).toEqual(await costsOf(api.sql, name));
    }
    expect(await chargeCount()).toBe(charges);
  });
});
