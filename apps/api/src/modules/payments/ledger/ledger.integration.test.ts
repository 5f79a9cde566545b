import { createDb, ledgerEntries, type Transaction } from "@zonepost/db";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../kernel/ids.ts";
import { entriesOfAccrual, entriesOfCharge, entriesOfDispute, entriesOfLoss } from "./ledger-policy.ts";
import { type ListedTransactions, listLedgerTransactions } from "./list-ledger-transactions.ts";
import { postLedger } from "./post-ledger.ts";

const now = new Date("2030-01-15T10:00:00.000Z");
let database: TestDatabase;
let db: ReturnType<typeof createDb>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(database.url, { maxConnections: 3 });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const charge = (overrides: Partial<Parameters<typeof postLedger>[1]> = {}) => ({
  cause: `charge:${newId()}`,
  workspaceId: newId(),
  orderId: newId(),
  paymentId: newId(),
  description: "Charge",
  entries: entriesOfCharge({ amountCents: 1190, taxCents: 190 }),
  currency: "EUR",
  ...overrides,
});

const post = (posted: ReturnType<typeof charge>) => db.transaction((tx) => postLedger(tx, posted, now));

const readCause = (cause: string) =>
  db.select().from(ledgerEntries).where(eq(ledgerEntries.cause, cause)).orderBy(ledgerEntries.id);

/** The database's error; drizzle's own only has the query. */
const refusalOf = (work: (tx: Transaction) => Promise<unknown>): Promise<unknown> =>
  db.transaction(work).then(
    () => "accepted",
    (error: unknown) => (error instanceof Error && error.cause ? error.cause : error),
  );

describe("postLedger", () => {
  it("stores the entries of one transaction, which sum to zero", async () => {
    const posted = charge();
    await post(posted);
    const rows = await readCause(posted.cause);
    expect(rows.map(({ account, amountCents }) => [account, amountCents])).toEqual([
      ["processor", 1190],
      ["sales", -1000],
      ["tax", -190],
    ]);
    expect(new Set(rows.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(rows[0]).toMatchObject({
      workspaceId: posted.workspaceId,
      orderId: posted.orderId,
      paymentId: posted.paymentId,
      currency: "EUR",
      description: "Charge",
      occurredAt: now,
    });
  });

  it("posts an effect once, however often it is reported", async () => {
    const posted = charge();
    await Promise.all([post(posted), post(posted), post(posted)]);
    await post(posted);
    expect(await readCause(posted.cause)).toHaveLength(3);
  });

  it("posts nothing for a total of 0", async () => {
    const posted = charge({ entries: entriesOfCharge({ amountCents: 0, taxCents: 0 }) });
    await post(posted);
    expect(await readCause(posted.cause)).toEqual([]);
  });

  it("refuses entries that don't sum to zero", async () => {
    const posted = charge({ entries: [{ account: "processor", amountCents: 1 }] });
    await expect(post(posted)).rejects.toThrow("sum to 1");
    expect(await readCause(posted.cause)).toEqual([]);
  });

  it("refuses other entries for a cause that was posted", async () => {
    const posted = charge({ entries: entriesOfCharge({ amountCents: 1000, taxCents: 0 }) });
    await post(posted);
    const other = { ...posted, entries: entriesOfCharge({ amountCents: 1190, taxCents: 190 }) };
    expect(await refusalOf((tx) => postLedger(tx, other, now))).toMatchObject({ code: "23514" });
    expect(await readCause(posted.cause)).toHaveLength(2);
  });
});

describe("the ledger's table", () => {
  const rowOf = (amountCents: number, currency = "EUR", transactionId = newId()) => ({
    id: newId(),
    transactionId,
    workspaceId: newId(),
    occurredAt: now,
    account: `account ${newId()}`,
    amountCents,
    currency,
    cause: `test:${newId()}`,
    description: "Test",
  });

  it.each<[string, (tx: Transaction, cause: string) => Promise<unknown>]>([
    [
      "an update",
      (tx, cause) => tx.update(ledgerEntries).set({ amountCents: 0 }).where(eq(ledgerEntries.cause, cause)),
    ],
    ["a deletion", (tx, cause) => tx.delete(ledgerEntries).where(eq(ledgerEntries.cause, cause))],
    ["truncation", (tx) => tx.execute("truncate ledger_entries")],
  ])("rejects %s", async (_, change) => {
    const posted = charge();
    await post(posted);
    const before = await readCause(posted.cause);
    expect(await refusalOf((tx) => change(tx, posted.cause))).toMatchObject({
      code: "23001",
      message: "the ledger is append-only",
    });
    expect(await readCause(posted.cause)).toEqual(before);
  });

  it("rejects a transaction that doesn't sum to zero", async () => {
    const row = rowOf(1);
    expect(await refusalOf((tx) => tx.insert(ledgerEntries).values(row))).toMatchObject({ code: "23514" });
    expect(await readCause(row.cause)).toEqual([]);
  });

  it("rejects a transaction that only sums to zero across currencies", async () => {
    const row = rowOf(100);
    const other = rowOf(-100, "USD", row.transactionId);
    expect(await refusalOf((tx) => tx.insert(ledgerEntries).values([row, other]))).toMatchObject({
      code: "23514",
    });
  });

  it("rejects an entry that unbalances an earlier transaction", async () => {
    const posted = charge();
    await post(posted);
    const [first] = await readCause(posted.cause);
    const late = rowOf(1, "EUR", first?.transactionId);
    expect(await refusalOf((tx) => tx.insert(ledgerEntries).values(late))).toMatchObject({ code: "23514" });
  });

  it("accepts entries in several statements, since it checks them at the commit", async () => {
    const row = rowOf(100);
    const outcome = await refusalOf(async (tx) => {
      await tx.insert(ledgerEntries).values(row);
      await tx.insert(ledgerEntries).values(rowOf(-100, "EUR", row.transactionId));
    });
    expect(outcome).toBe("accepted");
    expect(await readCause(row.cause)).toHaveLength(1);
  });
});

describe("listLedgerTransactions", () => {
  const workspaceId = newId();
  const amounts = { amountCents: 1190, taxCents: 190 };
  const later = new Date("2030-02-15T10:00:00.000Z");
  const period = { from: new Date("2030-02-01T00:00:00.000Z"), to: new Date("2030-03-01T00:00:00.000Z") };
  const list = async (of: Omit<ListedTransactions, "workspaceId">) => {
    const rows = await listLedgerTransactions(db, { workspaceId, ...of }, null);
    const sums = Map.groupBy(rows, ({ transactionId }) => transactionId);
    expect([...sums.values()].map((each) => each.reduce((sum, row) => sum + row.amountCents, 0))).toEqual(
      [...sums].map(() => 0),
    );
    return [...new Set(rows.map(({ description }) => description))];
  };

  beforeAll(async () => {
    const posts = [
      ["Charge", entriesOfCharge(amounts), now],
      ["Accrual", entriesOfAccrual("accrued", 900), now],
      ["Dispute", entriesOfDispute("withdrawn", amounts), later],
      ["Loss", entriesOfLoss(amounts), later],
    ] as const;
    for (const [description, entries, at] of posts) {
      const posted = charge({ workspaceId, description, entries: [...entries] });
      await db.transaction((tx) => postLedger(tx, posted, at));
    }
  });

  it.each<[string, Omit<ListedTransactions, "workspaceId">, string[]]>([
    ["of a workspace", { withOperatorAccounts: false }, ["Charge", "Dispute"]],
    ["with the operator's", { withOperatorAccounts: true }, ["Charge", "Accrual", "Dispute", "Loss"]],
    ["of a period", { withOperatorAccounts: false, period }, ["Dispute"]],
    ["of a period, with the operator's", { withOperatorAccounts: true, period }, ["Dispute", "Loss"]],
  ])("lists whole transactions %s", async (_, of, expected) => {
    expect(await list(of)).toEqual(expected);
  });
});
