import { ledgerEntries, payments, processorReadings, processorTransactions } from "@zonepost/db";
import { asc, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Charges, startCharges } from "../../../../test/support/payments/start-charges.ts";
import { chargeCard } from "../charges/charge-card.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import { type PaymentProcessor, ProcessorError } from "../ports.ts";
import { readProcessorTransactions } from "./read-processor-transactions.ts";

let charges: Charges;
beforeAll(async () => {
  charges = await startCharges();
});
afterAll(() => charges?.api[Symbol.asyncDispose]());

const atProcessor = async (path: string, body: object = {}): Promise<{ id: string }> => {
  const response = await fetch(`${charges.cards.url}/control${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${charges.cards.controlSecret}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as { id: string };
};

async function paid(): Promise<PaymentRow> {
  const workspace = await charges.api.createWorkspace();
  await charges.saveCard(workspace.owner);
  const payment = await charges.insert(workspace);
  const returnUrl = "http://localhost:3999/orders/1";
  await chargeCard(charges.ctx, payment.id, { isOnSession: false, returnUrl });
  return payment;
}

const intentOf = async (payment: PaymentRow) => (await charges.stored(payment)).attempts[0]?.intentId ?? "";

const read = (changes: Partial<PaymentProcessor> = {}) =>
  readProcessorTransactions(charges.ctxWith(changes), new AbortController().signal);

/** What the listings have posted, in the order of the ledger. */
async function posted() {
  const rows = await charges.api.db
    .select()
    .from(ledgerEntries)
    .where(like(ledgerEntries.cause, "processor_transaction:%"))
    .orderBy(asc(ledgerEntries.transactionId), asc(ledgerEntries.id));
  return [...Map.groupBy(rows, ({ transactionId }) => transactionId).values()].map((entries) => ({
    paymentId: entries[0]?.paymentId,
    description: entries[0]?.description,
    entries: Object.fromEntries(entries.map(({ account, amountCents }) => [account, amountCents])),
  }));
}

const sumOf = async (account: string): Promise<number> => {
  const [row] = await charges.api.sql<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where account = ${account}`;
  return row?.cents ?? 0;
};
const balance = async (): Promise<number> => {
  const [row] = await charges.api.sql<{ cents: number }[]>`
    select coalesce(sum((body ->> 'net')::int), 0)::int as cents from cards.objects
    where kind = 'balance_transaction'`;
  return row?.cents ?? 0;
};
/** 1.5 % and 0.25 of 12.90. */
const feeCents = 44;

describe("the processor's transactions", () => {
  it("post the fees of charges and disputes, and payouts, each once, and none in a workspace's export", async () => {
    const [kept, disputed] = [await paid(), await paid()];
    await atProcessor(`/charges/${await intentOf(disputed)}/dispute`);
    await atProcessor(`/charges/${await intentOf(disputed)}/dispute/close`, { won: true });
    const payout = await atProcessor("/payouts", { amount: 300, currency: "eur" });
    await charges.notice("charge.dispute.created", { id: "du", payment_intent: await intentOf(disputed) });
    await atProcessor(`/payouts/${payout.id}/fail`);
    await atProcessor("/payouts", { amount: 100, currency: "eur" });
    const before = (await posted()).length;
    expect(await read()).toBe(true);
    const fee = { processor: -feeCents, processor_fees: feeCents };
    expect((await posted()).slice(before)).toEqual([
      { paymentId: kept.id, description: "Processor's fee for a charge", entries: fee },
      { paymentId: disputed.id, description: "Processor's fee for a charge", entries: fee },
      {
        paymentId: disputed.id,
        description: "Processor's fee for a dispute",
        entries: { processor: -2000, processor_fees: 2000 },
      },
      { paymentId: null, description: "Payout by the processor", entries: { processor: -300, bank: 300 } },
      { paymentId: null, description: "Payout by the processor", entries: { processor: 300, bank: -300 } },
      { paymentId: null, description: "Payout by the processor", entries: { processor: -100, bank: 100 } },
    ]);
    expect(await sumOf("processor")).toBe(await balance());
    const after = await posted();
    await Promise.all([read(), read()]);
    expect(await posted()).toEqual(after);
    const [row] = await charges.api.db.select().from(payments).where(eq(payments.id, kept.id));
    const cookie = await cookieOf(row?.workspaceId ?? "");
    const { text } = await charges.api.call({ path: "/ledger/export", cookie });
    expect(text).toContain(",processor,1290,");
    expect(text).not.toMatch(/processor_fees|bank|fee/);
  });

  it("of refunds move nothing that isn't posted with the payment", async () => {
    const payment = await paid();
    const form = { payment_intent: await intentOf(payment), amount: "200" };
    await charges.atProcessor("POST", "/v1/refunds", form);
    await charges.notice("charge.refunded", { id: "ch", payment_intent: form.payment_intent });
    await read();
    expect(await sumOf("processor")).toBe(await balance());
  });
});

describe("a listing that is interrupted", () => {
  const pageOf = async (size: number, after: string | null, since: Date | null) => {
    const { transactions } = await charges.processor.listTransactions({ since, after: null });
    const start = after === null ? 0 : transactions.findIndex(({ id }) => id === after) + 1;
    return {
      transactions: transactions.slice(start, start + size),
      hasMore: start + size < transactions.length,
    };
  };
  /** Pages of two, of which the processor answers so many. */
  const inPages = (answered: number): Partial<PaymentProcessor> => {
    let pages = 0;
    return {
      async listTransactions({ since, after }) {
        pages += 1;
        if (pages > answered) {
          throw new ProcessorError("unavailable", "no answer");
        }
        return pageOf(2, after, since);
      },
    };
  };
  const readPages = (answered: number) => read(inPages(answered)).catch(() => "interrupted");
  beforeEach(async () => {
    await charges.api.sql`truncate processor_transactions, processor_readings`;
  });

  const steps: Record<string, () => Promise<unknown>> = {
    "before the first page": () => readPages(0),
    "after the first page": () => readPages(1),
    "after the second page": () => readPages(2),
    "twice at the same page": () => readPages(1).then(() => readPages(0)),
    "again while it goes on": () => readPages(1).then(() => readPages(1)),
    "in the database, before the commit of a page": async () => {
      await charges.api.sql`
        create function refuse_reading() returns trigger language plpgsql as
        $$ begin raise exception 'killed'; end $$`;
      await charges.api.sql`
        create constraint trigger refuse_reading after update on processor_readings
        deferrable initially deferred for each row execute function refuse_reading()`;
      const outcome = await readPages(9);
      await charges.api.sql`drop trigger refuse_reading on processor_readings`;
      await charges.api.sql`drop function refuse_reading`;
      expect(outcome).toBe("interrupted");
      expect(await charges.api.db.$count(processorTransactions)).toBe(0);
    },
    "before it begins": async () => undefined,
  };

  it.each(Object.keys(steps))("%s goes on, and posts each transaction once", async (step) => {
    for (let count = 0; count < 3; count += 1) {
      await paid();
    }
    const before = await posted();
    await steps[step]?.();
    await paid();
    expect(await readPages(99)).toBe(true);
    const after = await posted();
    expect(after.slice(before.length)).toHaveLength(4);
    expect(after.slice(before.length).every(({ entries }) => entries.processor_fees === feeCents)).toBe(true);
    expect(await sumOf("processor")).toBe(await balance());
    const { transactions } = await pageOf(1000, null, null);
    expect(await charges.api.db.$count(processorTransactions)).toBe(transactions.length);
    expect((await charges.api.db.select().from(processorReadings))[0]?.lastId).toBeNull();
  });

  it("by another worker leaves the rest to it", async () => {
    await paid();
    let isFirst = true;
    const overtaken = await read({
      async listTransactions({ since, after }) {
        const page = await pageOf(2, after, since);
        if (isFirst) {
          isFirst = false;
          await readPages(2);
        }
        return page;
      },
    });
    expect(overtaken).toBe(false);
    expect(await readPages(99)).toBe(true);
    expect(await sumOf("processor")).toBe(await balance());
  });
});

async function cookieOf(workspaceId: string): Promise<string> {
  const [owner] = await charges.api.sql<{ email: string }[]>`
    select u.email from users u join members m on m.user_id = u.id
    where m.workspace_id = ${workspaceId} and m.role = 'owner'`;
  return charges.api.signIn(owner?.email ?? "");
}
