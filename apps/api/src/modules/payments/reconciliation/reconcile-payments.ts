import { paymentReconciliations } from "@zonepost/db";
import { desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { enqueueEmail } from "../../accounts/index.ts";
import { settleIntent } from "../charges/settle-intent.ts";
import { reconcilePaidPayment } from "../paid-payments/reconcile-paid-payment.ts";
import { type PaymentPorts, type PaymentProcessor, ProcessorError, type RegistryAccounts } from "../ports.ts";
import { callProcessor, isProcessorAway, requireProcessor } from "../processor/call-processor.ts";
import { compareProcessorBalance } from "./compare-processor-balance.ts";
import { compareRegistryBalances } from "./compare-registry-balances.ts";
import { differencesEmail } from "./differences-email.ts";
import {
  type BalanceDifference,
  type Checked,
  type Difference,
  dayOf,
  hasChanged,
  type IntentAtProcessor,
  isTransient,
  ledgerDifferences,
  ownProcessorCents,
  processorCentsOf,
} from "./policy.ts";
import { withCurrencies } from "./read-books.ts";
import { readProcessorTransactions } from "./read-processor-transactions.ts";
import { listMovedPayments, listSettledIntents, readRecordedPayments } from "./read-recorded-payments.ts";

type ReconcilingCtx = Ctx & PaymentPorts & { registryAccounts: RegistryAccounts };
type Reconciliation = typeof paymentReconciliations.$inferSelect;

/**
 * Once a day: asks the processor and the registries, and compares them with the ledger. Differences are only reported: a
 * person decides which side is right. A run in which one of them couldn't be asked is repeated an hour later.
 */
export async function reconcilePayments(ctx: ReconcilingCtx, signal: AbortSignal): Promise<void> {
  const now = await ctx.clock.now();
  const day = dayOf(now);
  const claimed = await claimDay(ctx, day);
  if (!claimed) {
    return;
  }
  const last = await readLastRun(ctx);
  const { paymentCount, ...atProcessor } = ctx.processors.current
    ? await checkProcessor(ctx, { last, now }, signal)
    : { paymentCount: 0, differences: [], unchecked: [] };
  const atRegistries = await compareRegistryBalances(ctx, signal);
  if (!signal.aborted) {
    const differences = [...atProcessor.differences, ...atRegistries.differences];
    const unchecked = [...atProcessor.unchecked, ...atRegistries.unchecked];
    await report(ctx, { claimed, paymentCount, checked: { differences, unchecked }, now });
  }
}

type ProcessorCheck = Checked & { paymentCount: number };

/**
 * Looks for recent disputes, and compares the balance and every payment whose money has moved since the last run, and those
 * that differed then. What can't be compared still differs as it did.
 */
async function checkProcessor(
  ctx: ReconcilingCtx,
  { last, now }: { last: Reconciliation | null; now: Date },
  signal: AbortSignal,
): Promise<ProcessorCheck> {
  try {
    const since = last && new Date(Date.parse(last.day) - dayMs);
    await findContested(ctx, since ?? new Date(now.getTime() - contestedWithinMs), signal);
    const moved = await listMovedPayments(ctx.db, since);
    const differed = (last?.differences ?? []).flatMap(({ paymentId }) => paymentId ?? []);
    const ids = [...new Set([...moved, ...differed])];
    const first = await compare(ctx, ids, signal);
    // What was only on its way has arrived by now.
    const ofPayments = await compare(ctx, [...new Set(first.map(({ paymentId }) => paymentId))], signal);
    const ofBalance = (await compareBalance(ctx, now, signal)) && (await compareBalance(ctx, now, signal));
    return {
      paymentCount: ids.length,
      differences: [...ofPayments, ...(ofBalance ?? [])],
      unchecked: ofBalance ? [] : [{ at: "processor", registrar: null, reason: "changing" }],
    };
  } catch (error) {
    const isAway = isProcessorAway(error);
    ctx.log[isAway ? "warn" : "error"]({ err: error }, "the reconciliation couldn't read from the processor");
    const before = (last?.differences ?? []).filter(({ at }) => at !== "registry");
    return {
      paymentCount: 0,
      differences: await withCurrencies(ctx.db, before),
      unchecked: [{ at: "processor", registrar: null, reason: isAway ? "no_answer" : "failed" }],
    };
  }
}

/** Null if another worker lists the processor's transactions. */
async function compareBalance(
  ctx: ReconcilingCtx,
  now: Date,
  signal: AbortSignal,
): Promise<BalanceDifference[] | null> {
  const upTo = newId();
  return (await readProcessorTransactions(ctx, signal))
    ? compareProcessorBalance(ctx.db, { upTo, now })
    : null;
}

/** Cardholders usually have this long to dispute a charge. */
const contestedWithinMs = 120 * dayMs;

/** Records the disputes and fraud warnings whose notices were lost. Nothing else finds those of confirmed payments. */
async function findContested(ctx: ReconcilingCtx, since: Date, signal: AbortSignal): Promise<void> {
  for (const processor of ctx.processors.all()) {
    for (const id of await callProcessor(() => processor.listContestedIntents(since))) {
      const intent = { processor: processor.code, id };
      const paymentId = signal.aborted ? undefined : await settleIntent(ctx, intent);
      if (paymentId !== undefined) {
        await reconcilePaidPayment(ctx, paymentId);
      }
    }
  }
}

/** For one worker a day. Returns what an earlier try has reported. */
async function claimDay({ db }: ReconcilingCtx, day: string): Promise<Reconciliation | undefined> {
  const { startedAt, finishedAt } = paymentReconciliations;
  const [claimed] = await db
    .insert(paymentReconciliations)
    .values({ day })
    .onConflictDoUpdate({
      target: paymentReconciliations.day,
      set: { startedAt: sql`now()` },
      setWhere: sql`${finishedAt} is null and ${startedAt} < now() - interval '1 hour'`,
    })
    .returning();
  return claimed;
}

async function readLastRun({ db }: ReconcilingCtx) {
  const [last] = await db
    .select()
    .from(paymentReconciliations)
    .where(isNotNull(paymentReconciliations.finishedAt))
    .orderBy(desc(paymentReconciliations.day))
    .limit(1);
  return last ?? null;
}

type PaymentDifference = Difference & { currency: string };

async function compare(
  ctx: ReconcilingCtx,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<PaymentDifference[]> {
  const differences: PaymentDifference[] = [];
  for (const id of ids) {
    if (signal.aborted) {
      break;
    }
    differences.push(...(await compareOne(ctx, id)));
  }
  return differences;
}

async function compareOne(ctx: ReconcilingCtx, paymentId: string): Promise<PaymentDifference[]> {
  const foundCents = await readAtProcessor(ctx, paymentId);
  const [payment] = await readRecordedPayments(ctx.db, [paymentId]);
  if (!payment) {
    return [];
  }
  const ownCents = ownProcessorCents(payment);
  const differences: Difference[] = [
    ...ledgerDifferences(payment),
    ...(foundCents === null || foundCents === ownCents
      ? []
      : [{ paymentId, account: "processor" as const, at: "processor" as const, ownCents, foundCents }]),
  ];
  return differences.map((difference) => ({ ...difference, currency: payment.currency }));
}

async function readAtProcessor(ctx: ReconcilingCtx, paymentId: string): Promise<number | null> {
  const settled = await listSettledIntents(ctx.db, paymentId);
  if (settled === null) {
    return null;
  }
  const intents: IntentAtProcessor[] = [];
  for (const intent of settled) {
    const processor = requireProcessor(ctx, intent);
    const read = () => readIntentMoney(processor, intent.id);
    const found = await callProcessor(read).catch(undefinedIfMissing);
    intents.push(...(found ? [found] : []));
  }
  return processorCentsOf(intents);
}

async function readIntentMoney(processor: PaymentProcessor, id: string): Promise<IntentAtProcessor> {
  const intent = await processor.readIntent(id);
  if (intent.state !== "succeeded") {
    return { intent, refunds: [], disputes: [] };
  }
  const [refunds, disputes] = await Promise.all([processor.listRefunds(id), processor.listDisputes(id)]);
  return { intent, refunds, disputes };
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof ProcessorError && error.reason === "missing") {
    return;
  }
  throw error;
}

/** An email for what is new today. */
async function report(
  ctx: ReconcilingCtx,
  found: { claimed: Reconciliation; paymentCount: number; checked: Checked; now: Date },
): Promise<void> {
  const { claimed, paymentCount, checked, now } = found;
  const { differences, unchecked } = checked;
  for (const { paymentId, ...difference } of differences) {
    const subject = paymentId === null ? {} : { payment: publicId("pay", paymentId) };
    ctx.log.error({ ...subject, ...difference }, "the ledger differs");
  }
  for (const reason of unchecked) {
    ctx.log.warn(reason, "the ledger couldn't be compared");
  }
  const isComplete = !unchecked.some(isTransient);
  const isNews = (differences.length > 0 || !isComplete) && hasChanged({ differences, unchecked }, claimed);
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(paymentReconciliations)
      .set({ finishedAt: isComplete ? sql`now()` : null, paymentCount, differences, unchecked })
      .where(eq(paymentReconciliations.day, claimed.day));
    if (isNews && ctx.operatorEmail !== undefined) {
      await enqueueEmail(tx, ctx, { ...differencesEmail(checked), to: ctx.operatorEmail }, now);
    }
  });
}
