import { paymentAttempts } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { reconcileCard } from "../cards/reconcile-card.ts";
import type { IdAtProcessor, PaymentPorts, PaymentProcessor, ReadOptions } from "../ports.ts";
import { callProcessor, requireProcessor } from "../processor/call-processor.ts";
import type { AttemptRow } from "./attempt-row.ts";
import { observationOfPage } from "./policy.ts";
import { type Observed, recordOutcome } from "./record-outcome.ts";

/**
 * Reads an attempt from the processor and records what has become of it. The request, notices, the return page and the
 * sweep all end here; the first of them records it, and the others find that nothing is left to do.
 *
 * @param observed the processor's answer, if it has just been read
 */
export async function settleAttempt(
  ctx: Ctx & PaymentPorts,
  attempt: AttemptRow,
  options: ReadOptions & { observed?: Observed; noticeId?: IdAtProcessor } = {},
): Promise<AttemptRow> {
  const { noticeId, isQuick } = options;
  const isSettled = attempt.state === "succeeded" && attempt.nextCheckAt === null;
  if (isSettled) {
    return attempt;
  }
  const observed = options.observed ?? (await observe(requireProcessor(ctx, attempt), attempt, { isQuick }));
  if (!observed) {
    return attempt;
  }
  const recorded = await recordOutcome(ctx, attempt, { observed, noticeId });
  await storePaidCard(ctx, recorded.attempt, { isQuick });
  return recorded.attempt;
}

/** Undefined for an attempt that the processor may not know. */
export async function observe(
  processor: PaymentProcessor,
  { kind, pageId, intentId }: AttemptRow,
  options: ReadOptions,
): Promise<Observed | undefined> {
  if (kind === "page") {
    return pageId === null
      ? undefined
      : observationOfPage(await callProcessor(() => processor.readPaymentPage(pageId, options)));
  }
  return intentId === null ? undefined : callProcessor(() => processor.readIntent(intentId, options));
}

/** The card that paid on a page is saved at the processor, so it is added here. A failure leaves the attempt due. */
async function storePaidCard(
  ctx: Ctx & PaymentPorts,
  attempt: AttemptRow,
  { isQuick }: ReadOptions,
): Promise<void> {
  const { id, workspaceId, processor, processorCardId: cardId } = attempt;
  if (attempt.kind !== "page" || attempt.state !== "succeeded" || attempt.nextCheckAt === null || !cardId) {
    return;
  }
  const addedBy = { actor: attempt.requestedBy, requestId: attempt.requestId };
  try {
    await reconcileCard(ctx, {
      workspaceId,
      processor,
      cardId,
      isQuick,
      addedBy,
      whenStored: async (tx) => {
        await tx
          .update(paymentAttempts)
          .set({ nextCheckAt: null })
          .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.state, "succeeded")));
      },
    });
  } catch (error) {
    ctx.log.warn({ err: error, attempt: id }, "the card of a paid page isn't stored yet");
  }
}
