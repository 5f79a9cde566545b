import {
  paymentAttempts,
  paymentDisputes,
  payments,
  processorReadings,
  processorTransactions,
  refunds,
  type Transaction,
} from "@zonepost/db";
import { and, eq, inArray, max, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { entriesOfProcessorTransaction } from "../ledger/ledger-policy.ts";
import { postLedger } from "../ledger/post-ledger.ts";
import type { PaymentPorts, PaymentProcessor, ProcessorTransaction } from "../ports.ts";
import { callProcessor } from "../processor/call-processor.ts";

/** How far back each listing starts, so that a changed amount is noticed. */
const overlapMs = 7 * dayMs;
const readingId = "balance";
/** Before the cause of a ledger transaction that a movement at the processor has posted. */
export const processorCausePrefix = "processor_transaction:";

type Reading = typeof processorReadings.$inferSelect;

/**
 * Stores the movements of our balance at each processor, and posts their fees and payouts. A page is stored together with
 * what it posts and with the place where the listing goes on, so a crash neither repeats nor loses one. False if another
 * worker has taken over, or if it was stopped.
 */
export async function readProcessorTransactions(
  ctx: Ctx & PaymentPorts,
  signal: AbortSignal,
): Promise<boolean> {
  for (const processor of ctx.processors.all()) {
    let reading = await begin(ctx, processor);
    // The rest of an interrupted listing doesn't have what has moved since.
    if (reading.lastId !== null) {
      if (!(await readPages(ctx, processor, reading, signal))) {
        return false;
      }
      reading = await begin(ctx, processor);
    }
    if (!(await readPages(ctx, processor, reading, signal))) {
      return false;
    }
  }
  return true;
}

const isReadingOf = (processor: string) =>
  and(eq(processorReadings.id, readingId), eq(processorReadings.processor, processor));

async function begin({ db }: Ctx, { code: processor }: PaymentProcessor): Promise<Reading> {
  await db.insert(processorReadings).values({ id: readingId, processor }).onConflictDoNothing();
  const [reading] = await db.select().from(processorReadings).where(isReadingOf(processor));
  if (!reading) {
    throw new Error("the state of the listing was not inserted");
  }
  return reading;
}

async function readPages(
  ctx: Ctx,
  processor: PaymentProcessor,
  reading: Reading,
  signal: AbortSignal,
): Promise<boolean> {
  const since = reading.completeUntil && new Date(reading.completeUntil.getTime() - overlapMs);
  let after = reading.lastId;
  for (let hasMore = true; hasMore; ) {
    if (signal.aborted) {
      return false;
    }
    const page = await callProcessor(() => processor.listTransactions({ since, after }));
    if (!(await storePage(ctx, reading, after, page))) {
      return false;
    }
    after = page.transactions.at(-1)?.id ?? after;
    hasMore = page.hasMore;
  }
  return true;
}

/** False if the listing has gone on elsewhere. */
function storePage(
  { db }: Ctx,
  { processor }: Reading,
  after: string | null,
  { transactions, hasMore }: { transactions: readonly ProcessorTransaction[]; hasMore: boolean },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOurs = isReadingOf(processor);
    const [reading] = await tx.select().from(processorReadings).where(isOurs).for("update");
    if (reading?.lastId !== after) {
      return false;
    }
    await storeTransactions(tx, processor, transactions);
    await postTransactions(tx, processor, transactions);
    await tx
      .update(processorReadings)
      .set(
        hasMore
          ? { lastId: transactions.at(-1)?.id ?? after }
          : { lastId: null, completeUntil: await readNewest(tx, processor) },
      )
      .where(isOurs);
    return true;
  });
}

async function readNewest(tx: Transaction, processor: string): Promise<Date | null> {
  const [newest] = await tx
    .select({ at: max(processorTransactions.occurredAt) })
    .from(processorTransactions)
    .where(eq(processorTransactions.processor, processor));
  return newest?.at ?? null;
}

/** As the processor lists them now: an amount that changes is found by the comparison with the ledger. */
async function storeTransactions(
  tx: Transaction,
  processor: string,
  transactions: readonly ProcessorTransaction[],
): Promise<void> {
  if (transactions.length === 0) {
    return;
  }
  await tx
    .insert(processorTransactions)
    .values(transactions.map((transaction) => ({ ...transaction, processor })))
    .onConflictDoUpdate({
      target: [processorTransactions.id, processorTransactions.processor],
      set: { amountCents: sql`excluded.amount_cents`, feeCents: sql`excluded.fee_cents` },
      setWhere: sql`(${processorTransactions.amountCents}, ${processorTransactions.feeCents})
        is distinct from (excluded.amount_cents, excluded.fee_cents)`,
    });
}

async function postTransactions(
  tx: Transaction,
  processor: string,
  transactions: readonly ProcessorTransaction[],
): Promise<void> {
  const found = await findPayments(
    tx,
    processor,
    transactions.flatMap(({ sourceId }) => sourceId ?? []),
  );
  // As they happened, so that the ledger's transactions have their order.
  for (const transaction of transactions.toReversed()) {
    const { id, kind, sourceId, currency, occurredAt } = transaction;
    const payment = found.get(sourceId ?? "");
    // Stripe's were posted before there was a choice, and a listing repeats those of a week.
    const own = processor === "stripe" ? id : `${processor}:${id}`;
    const posted = {
      cause: processorCausePrefix + own,
      workspaceId: payment?.workspaceId ?? null,
      orderId: payment?.orderId ?? null,
      paymentId: payment?.id ?? null,
      description: descriptions[kind],
      entries: entriesOfProcessorTransaction(transaction),
      currency,
    };
    await postLedger(tx, posted, occurredAt);
  }
}

const descriptions: Record<ProcessorTransaction["kind"], string> = {
  charge: "Processor's fee for a charge",
  refund: "Processor's fee for a refund",
  refund_failure: "Processor's fee for a returned refund",
  dispute: "Processor's fee for a dispute",
  fee: "Processor's fee",
  payout: "Payout by the processor",
  reserve: "Reserve at the processor",
  other: "Processor's fee",
};

/** By the charge, refund or dispute. */
async function findPayments(tx: Transaction, processor: string, sourceIds: string[]) {
  const payment = { id: payments.id, workspaceId: payments.workspaceId, orderId: payments.orderId };
  const sources = [
    { table: paymentAttempts, column: paymentAttempts.chargeId },
    { table: refunds, column: refunds.processorId },
    { table: paymentDisputes, column: paymentDisputes.processorId },
  ];
  const found = [];
  for (const { table, column } of sources) {
    const rows = await tx
      .select({ ...payment, sourceId: sql<string>`${column}` })
      .from(table)
      .innerJoin(payments, eq(payments.id, table.paymentId))
      .where(and(inArray(column, sourceIds), eq(table.processor, processor)));
    found.push(...rows);
  }
  return new Map(found.map(({ sourceId, ...row }) => [sourceId, row]));
}
