import { paymentAttempts, paymentCustomers, paymentMethods, type Transaction } from "@zonepost/db";
import { and, desc, eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { isSaved } from "../cards/payment-method-row.ts";
import { reconcileCard } from "../cards/reconcile-card.ts";
import { lockPayment, type PaymentRow, readPayment, updatePayment } from "../model/payment-row.ts";
import { type ChargeFailure, type PaymentPorts, ProcessorError } from "../ports.ts";
import { requireProcessor } from "../processor/call-processor.ts";
import { findCustomerId } from "../processor/find-customer.ts";
import {
  type AttemptRow,
  insertAttempt,
  isOpenAttempt,
  leaveStarting,
  listOpenAttempts,
} from "./attempt-row.ts";
import { closeAttempt } from "./close-attempts.ts";
import { isUnpaid, nextAttemptCheckAt, startedUntil, statusAfterStep } from "./policy.ts";
import { settleAttempt } from "./settle-attempt.ts";

export type ChargeResult =
  | { state: "received" }
  /** No answer in time, or another charge of this payment is under way: the sweep settles it. */
  | { state: "unknown" }
  /** The bank wants to see the person, at `url`. */
  | { state: "authentication_required"; url: string }
  /** `message` is written for the card's holder. */
  | ({ state: "declined" } & ChargeFailure)
  /** There is no default card, or the chosen one was removed. */
  | { state: "no_card" }
  /** The order has ended, or mustn't be charged: nothing was. */
  | { state: "withdrawn" };

export type ChargeOptions = {
  /** The row's id; the default card if omitted. */
  paymentMethodId?: string;
  /** A person is waiting, and can answer their bank. */
  isOnSession: boolean;
  returnUrl: string;
};

/** A charge that is stored with its payment. */
export type BegunCharge = {
  payment: PaymentRow;
  attempt: AttemptRow;
  customerId: string | null;
  /** What the processor stores with it, if the caller knows it already. */
  details?: Record<string, string>;
};

/** With the payment's lock, or in the transaction that stores the payment. */
export async function beginCharge(
  tx: Transaction,
  ctx: Ctx,
  payment: PaymentRow,
  how: ChargingCard,
  now: Date,
): Promise<BegunCharge> {
  const { customerId, ...card } = how;
  const attempt = await insertAttempt(tx, ctx, payment, { kind: "card", ...card }, now);
  return { payment, attempt, customerId };
}

/**
 * Charges a saved card for a payment that isn't paid. Everything is stored before the processor is called, and no
 * transaction is open while it is: after a crash at any point, the sweep finds out whether the card was charged.
 */
export async function chargeCard(
  ctx: Ctx & PaymentPorts,
  paymentId: string,
  how: ChargeOptions,
): Promise<ChargeResult> {
  requireProcessor(ctx);
  const payment = await readPayment(ctx.db, paymentId);
  if (!isUnpaid(payment.status)) {
    return { state: "received" };
  }
  const card = await findCardToCharge(ctx, payment.workspaceId, how.paymentMethodId);
  if (!card) {
    return { state: "no_card" };
  }
  const blocked = await closeOthers(ctx, paymentId);
  if (blocked) {
    return blocked;
  }
  const { isOnSession, returnUrl } = how;
  const begun = await startAttempt(ctx, paymentId, { ...card, isOnSession, returnUrl });
  return typeof begun === "string" ? { state: begun } : runCharge(ctx, begun);
}

/** Sends a charge that has begun to the processor. */
export const runCharge = (
  ctx: Ctx & PaymentPorts,
  { payment, attempt, ...known }: BegunCharge,
): Promise<ChargeResult> => runAttempt(ctx, attempt, payment, attempt.id, known);

type CardToCharge = { processor: string; processorCardId: string; customerId: string | null };
type ChargingCard = CardToCharge & { isOnSession: boolean; returnUrl: string };

/** Undefined if the chosen card was removed, or there is no default card. */
export async function findCardToCharge(
  { db }: Pick<Ctx, "db">,
  workspaceId: string,
  paymentMethodId: string | undefined,
): Promise<CardToCharge | undefined> {
  const [card] = await db
    .select({
      processor: paymentMethods.processor,
      processorCardId: paymentMethods.processorId,
      customerId: paymentCustomers.processorId,
    })
    .from(paymentMethods)
    .leftJoin(
      paymentCustomers,
      and(
        eq(paymentCustomers.workspaceId, paymentMethods.workspaceId),
        eq(paymentCustomers.processor, paymentMethods.processor),
      ),
    )
    .where(
      and(
        eq(paymentMethods.workspaceId, workspaceId),
        isSaved,
        paymentMethodId === undefined
          ? eq(paymentMethods.isDefault, true)
          : eq(paymentMethods.id, paymentMethodId),
      ),
    )
    .orderBy(desc(paymentMethods.id))
    .limit(1);
  return card;
}

/** An earlier attempt must not take money any more. One that a request has just started is left to it. */
async function closeOthers(ctx: Ctx & PaymentPorts, paymentId: string): Promise<ChargeResult | undefined> {
  const now = await ctx.clock.now();
  for (const attempt of await listOpenAttempts(ctx.db, paymentId)) {
    if (isUnderWay(attempt, now)) {
      return { state: "unknown" };
    }
    try {
      const { state } = await closeAttempt(ctx, attempt);
      if (state === "succeeded") {
        return { state: "received" };
      }
      if (state === "confirming") {
        return { state: "unknown" };
      }
    } catch (error) {
      ctx.log.warn({ err: error, attempt: attempt.id }, "an earlier charge has to be settled first");
      return { state: "unknown" };
    }
  }
}

export const isUnderWay = ({ state, nextCheckAt }: AttemptRow, now: Date): boolean =>
  (state === "starting" || state === "confirming") && nextCheckAt !== null && nextCheckAt > now;

/** `unknown` if the payment has been paid, or another attempt was started meanwhile. */
async function startAttempt(
  ctx: Ctx & PaymentPorts,
  paymentId: string,
  how: ChargingCard,
): Promise<BegunCharge | "unknown" | "withdrawn"> {
  const now = await ctx.clock.now();
  return ctx.db
    .transaction(async (tx) => {
      const payment = await lockPayment(tx, paymentId);
      const isOwn = and(eq(paymentAttempts.paymentId, paymentId), isOpenAttempt);
      if (!isUnpaid(payment.status) || (await tx.$count(paymentAttempts, isOwn)) > 0) {
        return "unknown";
      }
      if (!(await ctx.orders.isAwaitingPayment(tx, payment))) {
        return "withdrawn";
      }
      if (!(await ctx.orders.whenChargeBegins(tx, payment))) {
        throw new ChargeWithdrawn();
      }
      await updatePayment(tx, paymentId, { status: statusAfterStep(payment.status, "attempt_started") });
      return beginCharge(tx, ctx, payment, how, now);
    })
    .catch((error: unknown) => {
      if (error instanceof ChargeWithdrawn) {
        return "withdrawn";
      }
      throw error;
    });
}

/** Undoes the transaction in which a charge was to begin. */
class ChargeWithdrawn extends Error {}

/**
 * Creates the intent of an attempt and confirms it.
 *
 * @param idempotencyKey a new one for another try, because the processor repeats a stored failure. Of two intents, only
 *   the one that is stored is ever confirmed.
 */
export async function runAttempt(
  ctx: Ctx & PaymentPorts,
  attempt: AttemptRow,
  payment: PaymentRow,
  idempotencyKey: string,
  known: Partial<Pick<BegunCharge, "customerId" | "details">> = {},
): Promise<ChargeResult> {
  const processor = requireProcessor(ctx, attempt);
  const customerId = known.customerId ?? (await findCustomerId(ctx.db, attempt));
  const details = known.details ?? (await ctx.orders.describeOrder(ctx.db, payment));
  let intentId: string;
  try {
    intentId = await processor.createIntent({
      customerId: customerId ?? "",
      cardId: attempt.processorCardId ?? "",
      amountCents: payment.amountCents,
      currency: payment.currency,
      paymentId: publicId("pay", payment.id),
      details,
      idempotencyKey,
    });
  } catch (error) {
    return leaveOrEnd(ctx, attempt, error);
  }
  const nextCheckAt = startedUntil(await ctx.clock.now());
  const stored = await leaveStarting(ctx.db, attempt, { state: "confirming", intentId, nextCheckAt });
  // The attempt was closed meanwhile, or has another intent: this one is never confirmed.
  return stored ? confirmAttempt(ctx, stored) : { state: "unknown" };
}

/** An intent that the processor returns as unconfirmed was not charged, so it can be confirmed again. */
const maxConfirmations = 2;

/** Confirms the intent of an attempt. It is charged at most once, so confirming it in two processes does no harm. */
export async function confirmAttempt(ctx: Ctx & PaymentPorts, attempt: AttemptRow): Promise<ChargeResult> {
  const processor = requireProcessor(ctx, attempt);
  const { isOnSession, returnUrl } = attempt;
  const intentId = attempt.intentId ?? "";
  let failure: unknown;
  for (let confirmation = 1; confirmation <= maxConfirmations; confirmation += 1) {
    try {
      const observed = await processor
        .confirmIntent(intentId, { isOnSession, returnUrl: returnUrl ?? ctx.panelUrl })
        .catch((error: unknown) => {
          failure = error;
          return processor.readIntent(intentId, { isQuick: true });
        });
      if (observed.state !== "unconfirmed") {
        return resultOf(ctx, await settleAttempt(ctx, attempt, { observed }));
      }
    } catch (error) {
      return leaveToSweep(ctx, attempt, error);
    }
  }
  return leaveOrEnd(ctx, attempt, failure);
}

const isRefused = (error: unknown): boolean =>
  error instanceof ProcessorError && (error.reason === "refused" || error.reason === "missing");

/** Ends the attempt if its card was removed between the order and the charge. */
async function leaveOrEnd(
  ctx: Ctx & PaymentPorts,
  attempt: AttemptRow,
  failure: unknown,
): Promise<ChargeResult> {
  try {
    if (isRefused(failure) && (await isCardRemoved(ctx, attempt))) {
      const { state } = await closeAttempt(ctx, attempt);
      return { state: state === "succeeded" ? "received" : "no_card" };
    }
  } catch (error) {
    return leaveToSweep(ctx, attempt, error);
  }
  return leaveToSweep(ctx, attempt, failure);
}

async function isCardRemoved(
  ctx: Ctx & PaymentPorts,
  { workspaceId, processor, processorCardId }: AttemptRow,
): Promise<boolean> {
  const card = await reconcileCard(ctx, { workspaceId, processor, cardId: processorCardId ?? "" });
  return card === undefined || card.removedAt !== null;
}

async function leaveToSweep(ctx: Ctx, attempt: AttemptRow, error: unknown): Promise<ChargeResult> {
  ctx.log.warn({ err: error, attempt: attempt.id }, "the outcome of a charge is unknown");
  const nextCheckAt = nextAttemptCheckAt(attempt, await ctx.clock.now());
  await ctx.db
    .update(paymentAttempts)
    .set({ nextCheckAt })
    .where(and(eq(paymentAttempts.id, attempt.id), isOpenAttempt));
  return { state: "unknown" };
}

async function resultOf(ctx: Ctx, { state, url, failure, paymentId }: AttemptRow): Promise<ChargeResult> {
  if (state === "succeeded") {
    return { state: "received" };
  }
  if (state === "failed" && failure) {
    return { state: "declined", ...failure };
  }
  if (state === "awaiting_customer" && url !== null) {
    return { state: "authentication_required", url };
  }
  const { status } = await readPayment(ctx.db, paymentId);
  return isUnpaid(status) ? { state: "unknown" } : { state: "received" };
}
