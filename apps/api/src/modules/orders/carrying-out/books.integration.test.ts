import { ledgerEntries, outgoingEmails } from "@zonepost/db";
import { createSecretBox } from "@zonepost/secret-box";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Customer, newName, startOrders } from "../../../../test/support/orders/start-orders.ts";
import { wallClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import { readBooks, recordRegistryDeposit } from "../../payments/index.ts";

// The books against the processor and the registry: both are asked daily, and a cent reaches the operator.

const operatorEmail = "operator@example.com";
const secretBox = createSecretBox([Buffer.alloc(32, 7).toString("base64")]);
let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
beforeAll(async () => {
  started = await startOrders({
    withCards: true,
    seedRegistry: true,
    env: { OPERATOR_EMAIL: operatorEmail },
  });
  customer = await started.newPayer();
  await reconcile();
  const { json } = await customer.order([customer.registration(newName())]);
  expect(json.state).toBe("completed");
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const sql = () => started.api.sql;
const forgetRuns = () => sql()`truncate payment_reconciliations`;
const reconcile = () => started.runSweep("payment reconciliation");
const differences = async () => (await readBooks(started.api.db)).differences;

async function emails(): Promise<{ subject: string; text: string }[]> {
  const rows = await started.api.db
    .select()
    .from(outgoingEmails)
    .where(eq(outgoingEmails.kind, "payment_differences"))
    .orderBy(desc(outgoingEmails.id));
  return rows.map(({ id, toAddress, subject, contentEncrypted }) => {
    expect(toAddress).toBe(operatorEmail);
    return { subject, text: secretBox.open(contentEncrypted, `outgoing_email:${id}`) };
  });
}

const postByHand = async (accounts: [string, string], cents: number) => {
  const [transactionId, cause] = [newId(), `mistake:${newId()}`];
  const row = (account: string, amountCents: number) => ({
    id: newId(),
    transactionId,
    occurredAt: new Date(),
    account,
    amountCents,
    currency: "EUR",
    cause,
    description: "Mistake",
  });
  await started.api.db.insert(ledgerEntries).values([row(accounts[0], cents), row(accounts[1], -cents)]);
};
const chargeAtProcessor = (field: "amount" | "fee", cents: number) => sql()`
  update cards.objects set body = jsonb_set(body, ${[field]}::text[], to_jsonb((body ->> ${field})::int + ${cents}))
  where kind = 'balance_transaction' and body ->> 'type' = 'charge'`;
const adjustmentAtProcessor = (cents: number) => sql()`
  insert into cards.objects (id, kind, body)
  select ${`txn_${newId()}`}, kind, body || jsonb_build_object('id', ${`txn_${newId()}`}::text, 'type', 'adjustment',
    'source', null, 'reporting_category', 'other_adjustment', 'amount', ${cents}::int, 'fee', 0, 'net', ${cents}::int)
  from cards.objects where kind = 'balance_transaction' limit 1`;
const atRegistry = (cents: number) =>
  sql()`insert into registry.account_entries (registrar, cents) values ('zonepost', ${cents})`;

type Place = "processor" | "registry";
/** What is off by so many cents, where it is found, and the sign of what was found less what the ledger has. */
const mistakes: [string, (cents: number) => Promise<unknown>, Place, 1 | -1][] = [
  ["the processor charged", (cents) => chargeAtProcessor("amount", cents), "processor", 1],
  ["the processor took a fee of", (cents) => chargeAtProcessor("fee", cents), "processor", -1],
  ["the processor moved", (cents) => adjustmentAtProcessor(cents), "processor", 1],
  ["the ledger has at the processor", (cents) => postByHand(["processor", "sales"], cents), "processor", -1],
  ["the ledger has as a fee", (cents) => postByHand(["processor_fees", "processor"], cents), "processor", 1],
  ["the registry has", (cents) => atRegistry(cents), "registry", 1],
  [
    "the ledger has at the registry",
    (cents) => postByHand(["registry_balance", "registry_costs"], cents),
    "registry",
    -1,
  ],
];

describe("the daily reconciliation", () => {
  beforeEach(forgetRuns);

  it("finds that the ledger, the processor and the registry are equal", async () => {
    await reconcile();
    expect(await differences()).toEqual([]);
    expect((await readBooks(started.api.db)).unchecked).toEqual([]);
    const [row] = await sql()`
      select (select sum(amount_cents) from ledger_entries where account = 'processor')::int as ledger,
        (select sum((body ->> 'net')::int) from cards.objects where kind = 'balance_transaction')::int as processor,
        (select sum(amount_cents) from ledger_entries where account = 'registry_balance')::int as "registryLedger",
        (select sum(cents) from registry.account_entries where registrar = 'zonepost')::int as registry,
        (select opening_cents - 100000000 from registry_accounts)::int as "seedCents"`;
    expect(row?.ledger).toBe(row?.processor);
    expect(row?.registryLedger + row?.seedCents).toBe(row?.registry);
    expect(row?.registryLedger).toBe(-1188);
  });

  it.each(mistakes)(
    "reports it if %s a cent more or less, until it is resolved",
    async (_, make, at, sign) => {
      for (const cents of [1, -1]) {
        await forgetRuns();
        const before = await emails();
        await make(cents);
        await reconcile();
        const found = await differences();
        expect(found).toMatchObject([{ paymentId: null, at, currency: "EUR" }]);
        expect((found[0]?.foundCents ?? 0) - (found[0]?.ownCents ?? 0)).toBe(sign * cents);
        const [email, ...others] = await emails();
        expect(others).toEqual(before);
        expect(email?.subject).toBe("The ledger doesn't match a balance");
        expect(email?.text).toContain(at === "registry" ? "at the registries" : "at the processor");

        await make(-cents);
        await forgetRuns();
        await reconcile();
        expect(await differences()).toEqual([]);
        expect(await emails()).toHaveLength(before.length + 1);
      }
    },
  );
});

describe("a deposit at a registry", () => {
  beforeEach(forgetRuns);
  const record = (registrar: string, amountCents: number) =>
    recordRegistryDeposit({ db: started.api.db, clock: wallClock }, { registrar, amountCents });

  it("differs until it is recorded, and leaves no trace in a workspace's export", async () => {
    await atRegistry(50_000);
    expect(await record("primary", 50_000)).toBe("EUR");
    await reconcile();
    expect(await differences()).toEqual([]);
    const { cookie } = customer.workspace.owner;
    const { text } = await started.api.call({ path: "/ledger/export", cookie });
    expect(text).not.toContain("Deposit");
  });

  it("is refused for a registrar whose balance isn't known", async () => {
    expect(await record("unknown", 100)).toBeNull();
  });
});

describe("without an answer, the reconciliation", () => {
  beforeEach(forgetRuns);
  const anHourLater = () => sql()`
    update payment_reconciliations set started_at = now() - interval '61 minutes'`;
  const unchecked = async () => (await readBooks(started.api.db)).unchecked;
  const isFinished = async () =>
    (await sql()`select finished_at from payment_reconciliations`)[0]?.finished_at !== null;

  it("of the registry says so, tells the operator once, and asks again an hour later", async () => {
    const before = (await emails()).length;
    await started.api.registry.injectFault({ kind: "answer", command: "balance:info", code: 2400, times: 2 });
    await reconcile();
    expect(await unchecked()).toEqual([{ at: "registry", registrar: "primary", reason: "failed" }]);
    expect(await isFinished()).toBe(false);
    const told = await emails();
    expect(told).toHaveLength(before + 1);
    expect(told[0]?.text).toContain("Balance at the registry primary: couldn't check");
    await anHourLater();
    await reconcile();
    expect(await unchecked()).toHaveLength(1);
    expect(await emails()).toHaveLength(before + 1);
    await anHourLater();
    await reconcile();
    expect(await unchecked()).toEqual([]);
    expect(await isFinished()).toBe(true);
  });

  it("of the processor says so, keeps what differed, and compares the registry", async () => {
    await atRegistry(-1);
    await postByHand(["processor", "sales"], 1);
    await reconcile();
    const before = await differences();
    expect(before.map(({ at }) => at)).toEqual(["processor", "registry"]);
    await sql()`update payment_reconciliations set day = '2020-01-01'`;
    const away = await started.api.startAnother({ env: { STRIPE_API_BASE: "http://127.0.0.1:9" } });
    const sweep = away.wired.createSweeps().find(({ name }) => name === "payment reconciliation");
    await sweep?.run(new AbortController().signal);
    expect(await unchecked()).toEqual([{ at: "processor", registrar: null, reason: "no_answer" }]);
    expect(await differences()).toEqual(before);
    expect((await emails())[0]?.text).toContain("Balance at the processor: couldn't check: no answer");
    await atRegistry(1);
    await postByHand(["processor", "sales"], -1);
  });
});
