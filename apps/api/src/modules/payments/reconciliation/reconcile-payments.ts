import { paymentReconciliations } from "@zonepost/db";
import { desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { AppError } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { enqueueEmail } from "../../accounts/index.ts";
import { settleIntent } from "../charges/settle-intent.ts";
import { reconcilePaidPayment } from "../paid-payments/reconcile-paid-payment.ts";
import { type OperatorPorts, type PaymentPorts, type PaymentProcessor, ProcessorError } from "../ports.ts";
import { callProcessor, requireProcessor } from "../processor/call-processor.ts";
import { differencesEmail, type ReportedDifference } from "./differences-email.ts";
import {
  type Difference,
  dayOf,
  type IntentAtProcessor,
  ledgerDifferences,
  ownProcessorCents,
  processorCentsOf,
} from "./policy.ts";
import { listMovedPayments, listSettledIntents, readRecordedPayments } from "./read-recorded-payments.ts";

type ReconcilingCtx = Ctx & PaymentPorts & OperatorPorts;

/**
 * Once a day: looks for recent disputes at the processor, and compares every payment whose money has moved since the
 * last run, and those that differed then, with the ledger and the processor. Differences are only reported: a person
 * decides which side is right.
 */
export async function reconcilePayments(ctx: ReconcilingCtx, signal: AbortSignal): Promise<void> {
  const now = await ctx.clock.now();
  const day = dayOf(now);
  if (!(await claimDay(ctx, day))) {
    return;
  }
  const last = await readLastRun(ctx);
  const since = last && new Date(Date.parse(last.day) - dayMs);
  try {
    await findContested(ctx, since ?? new Date(now.getTime() - contestedWithinMs), signal);
    const moved = await listMovedPayments(ctx.db, since);
    const ids = [...new Set([...moved, ...(last?.differences ?? []).map(({ paymentId }) => paymentId)])];
    const first = await compare(ctx, ids, signal);
    // What was only on its way has arrived by now.
    const reported = await compare(ctx, [...new Set(first.map(({ paymentId }) => paymentId))], signal);
    if (!signal.aborted) {
      await report(ctx, { day, paymentCount: ids.length, reported, now });
    }
  } catch (error) {
    if (error instanceof AppError && error.kind === "unavailable") {
      ctx.log.warn({ err: error }, "the reconciliation of payments has to wait for the processor");
      return;
    }
    throw error;
  }
}

/** Cardholders usually have this long to dispute a charge. */
const contestedWithinMs = 120 * dayMs;

/** Records the disputes and fraud warnings whose notices were lost. Nothing else finds those of confirmed payments. */
async function findContested(ctx: ReconcilingCtx, since: Date, signal: AbortSignal): Promise<void> {
  const processor = requireProcessor(ctx);
  for (const intentId of await callProcessor(() => processor.listContestedIntents(since))) {
    const paymentId = signal.aborted ? undefined : await settleIntent(ctx, intentId);
    if (paymentId !== undefined) {
      await reconcilePaidPayment(ctx, paymentId);
    }
  }
}

/** True for one worker a day. */
async function claimDay({ db }: ReconcilingCtx, day: string): Promise<boolean> {
  const { startedAt, finishedAt } = paymentReconciliations;
  const claimed = await db
    .insert(paymentReconciliations)
    .values({ day })
    .onConflictDoUpdate({
      target: paymentReconciliations.day,
      set: { startedAt: sql`now()` },
      setWhere: sql`${finishedAt} is null and ${startedAt} < now() - interval '1 hour'`,
    })
    .returning();
  return claimed.length > 0;
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

async function compare(
  ctx: ReconcilingCtx,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReportedDifference[]> {
  const differences: ReportedDifference[] = [];
  for (const id of ids) {
    if (signal.aborted) {
      break;
    }
    differences.push(...(await compareOne(ctx, id)));
  }
  return differences;
}

async function compareOne(ctx: ReconcilingCtx, paymentId: string): Promise<ReportedDifference[]> {
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
  const processor = requireProcessor(ctx);
  const intentIds = await listSettledIntents(ctx.db, paymentId);
  if (intentIds === null) {
    return null;
  }
  const intents: IntentAtProcessor[] = [];
  for (const id of intentIds) {
    const read = () => readIntentMoney(processor, id);
    const intent = await callProcessor(read).catch(undefinedIfMissing);
    intents.push(...(intent ? [intent] : []));
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

async function report(
  ctx: ReconcilingCtx,
  found: { day: string; paymentCount: number; reported: ReportedDifference[]; now: Date },
): Promise<void> {
  const { day, paymentCount, reported, now } = found;
  for (const { paymentId, ...difference } of reported) {
    ctx.log.error({ payment: publicId("pay", paymentId), ...difference }, "a payment differs");
  }
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(paymentReconciliations)
      .set({
        finishedAt: sql`now()`,
        paymentCount,
        differences: reported.map(({ currency: _, ...difference }) => difference),
      })
      .where(eq(paymentReconciliations.day, day));
    if (reported.length > 0 && ctx.operatorEmail !== undefined) {
      await enqueueEmail(tx, ctx, { ...differencesEmail(reported), to: ctx.operatorEmail }, now);
    }
  });
}
