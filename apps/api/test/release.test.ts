import { startQuarantine } from "@zonepost/db";
import { copyTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayMs } from "../src/kernel/durations.ts";
import { newApiKey } from "./support/accounts/api-key.ts";
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
  api.cards?.setWebhook(undefined);
});
afterAll(async () => {
  await Promise.all(connections.map((sql) => sql.end()));
  await api?.[Symbol.asyncDispose]();
  await Promise.all(copies.map((copy) => copy.drop()));
});

/** The installation as it is now, restored and in quarantine. */
async function restore() {
  const copy = await copyTestDatabase(api.databaseUrl);
  copies.push(copy);
  const sql = postgres(copy.url, { max: 2, fetch_types: false });
  connections.push(sql);
  const now = new Date().toISOString();
  await startQuarantine(sql, { backupTakenAt: now, restoredTo: now });
  const { wired, call } = await api.startAnother({ env: { DATABASE_URL: copy.url } });
  const told: string[] = [];
  return {
    sql,
    call,
    told,
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
