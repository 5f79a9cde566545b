import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { postponeDueRow } from "../../../kernel/due-work/due-rows.ts";
import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";
import { AppError } from "../../../kernel/errors.ts";
import {
  type ChargeResult,
  chargeCard,
  findAutomaticCharge,
  returnUrlOf,
  settlePayment,
} from "../../payments/index.ts";
import {
  failureOf,
  noLongerDue,
  orderCancelled,
  paymentReturned,
  priceHasChanged,
  requireOrderable,
} from "../errors.ts";
import { isBeingBought } from "../holds/find-contest.ts";
import { nameOfLine } from "../model/line-input.ts";
import type { OrderLineRow, OrderWithLines } from "../model/order-row.ts";
import { cancelOrder } from "../placing/cancel-order.ts";
import { insertOrder, Outrun } from "../placing/insert-order.ts";
import { type QuotedOrder, quoteOrder } from "../placing/preview-order.ts";
import type { OrderPorts } from "../ports.ts";
import { findRenewalOrder, isOfTerm } from "../renewables/find-renewal-order.ts";
import { type Try, tryAt } from "../renewables/policy.ts";
import type { DueRenewal, Renewable, RenewalFailure } from "../renewables/renewable.ts";
import { renewalActor } from "../renewables/renewal-actor.ts";
import { leaseUnpaid, releaseOrder } from "./lease-unpaid.ts";

/** The next look at a renewal; `later` if the row has been moved, or another worker is trying. */
export type NextLook = Date | "later";

type Trial = {
  ctx: WorkspaceCtx & OrderPorts;
  renewable: Renewable;
  renewal: DueRenewal;
  date: Try;
  now: Date;
};
type Failure = Pick<RenewalFailure, "code" | "message" | "isPayment">;

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** Until the outcome of a charge is known. */
const chargeWaitMs = 10 * minuteMs;

/**
 * One try at one renewal: orders it, or takes the order that is still unpaid, and charges the default card. Safe to
 * repeat after a crash at any point, because the order and its charges show what has been done on this date.
 */
export async function tryToRenew(
  system: Ctx & OrderPorts,
  renewable: Renewable,
  renewal: DueRenewal,
): Promise<NextLook> {
  const now = await system.clock.now();
  const ctx = { ...system, actor: renewalActor(renewal.workspaceId) };
  const trial: Trial = { ctx, renewable, renewal, date: tryAt(renewal, now), now };
  if (!trial.date.since) {
    return whenPaid(trial);
  }
  const last = await readSettled(trial);
  if (last?.order.state === "processing") {
    return whenPaid(trial);
  }
  if (!last || !isOfTerm(ctx, last.lines, renewal)) {
    const isOpen = last?.order.state === "awaiting_payment";
    if (isOpen && (await cancelOrder(ctx, last.order.id, noLongerDue)) === "paid") {
      return whenPaid(trial);
    }
    const isOver = now >= renewal.graceEndsAt && !renewable.isTriedAfterGrace;
    return isOver ? end(trial) : placeAndCharge(trial, last);
  }
  if (now >= renewal.graceEndsAt) {
    return endOfGrace(trial, last);
  }
  if (last.order.state === "cancelled" && (await wasDeclinedOnThisDate(trial, last))) {
    return trial.date.next ?? renewal.graceEndsAt;
  }
  if (last.order.state !== "awaiting_payment") {
    return placeAndCharge(trial, last);
  }
  const again = sinceRetry(trial, last);
  return (await resultOfThisDate(again, last)) ?? chargeAgain(again, last);
}

/** Someone has confirmed another charge after that of the present date, for instance of a new card. */
const sinceRetry = (trial: Trial, { order: { retriedAt } }: OrderWithLines): Trial => {
  const { since } = trial.date;
  return retriedAt !== null && since !== null && retriedAt > since
    ? { ...trial, date: { ...trial.date, since: retriedAt } }
    : trial;
};

/** The lines' own sweep carries it out. */
const whenPaid = ({ date, now }: Trial): Date => date.next ?? after(now, hourMs);

/** With the outcome of charges that a worker or a person has left open. */
async function readSettled({ ctx, renewal }: Trial): Promise<OrderWithLines | undefined> {
  const found = await findRenewalOrder(ctx.db, renewal);
  if (found?.order.state !== "awaiting_payment" || found.order.paymentId === null) {
    return found;
  }
  await settlePayment(ctx, found.order.paymentId);
  return findRenewalOrder(ctx.db, renewal);
}

const isPaymentReturned = ({ failure }: OrderLineRow): boolean => failure?.code === paymentReturned().code;

/** An unpaid term ends. One that the registry refused to renew is kept, and no longer charged. */
async function endOfGrace(trial: Trial, { order, lines }: OrderWithLines): Promise<NextLook> {
  const { ctx, now } = trial;
  const isUnpaid =
    order.state === "awaiting_payment" || order.state === "cancelled" || lines.some(isPaymentReturned);
  if (!isUnpaid) {
    ctx.log.error({ orderId: order.id }, "a renewal was paid, but refused until the end of its grace");
    return after(now, dayMs);
  }
  if (
    order.state === "awaiting_payment" &&
    (await cancelOrder(ctx, order.id, failureOf(orderCancelled()))) === "paid"
  ) {
    return whenPaid(trial);
  }
  return end(trial);
}

async function end({ ctx, renewable, renewal, now }: Trial): Promise<NextLook> {
  // A person's order can still renew it: it was paid, perhaps just now, or the outcome of its charge isn't known.
  if (await isBeingBought(ctx, renewal.line)) {
    return after(now, chargeWaitMs);
  }
  await ctx.db.transaction((tx) => renewable.end(tx, renewal, now));
  return "later";
}

/** A person's order took its place, and ended unpaid. */
async function wasDeclinedOnThisDate({ ctx, date }: Trial, { order }: OrderWithLines): Promise<boolean> {
  const charge = order.paymentId === null ? undefined : await findAutomaticCharge(ctx.db, order.paymentId);
  return charge?.state === "failed" && date.since !== null && charge.createdAt >= date.since;
}

/** Undefined if the card hasn't been tried on this date. If it was, the process died before it recorded the result. */
async function resultOfThisDate(trial: Trial, unpaid: OrderWithLines): Promise<NextLook | undefined> {
  const { ctx, date } = trial;
  const { paymentId } = unpaid.order;
  const charge = paymentId === null ? undefined : await findAutomaticCharge(ctx.db, paymentId);
  if (!charge || !date.since || charge.createdAt < date.since) {
    return undefined;
  }
  switch (charge.state) {
    case "failed":
      return failUnpaid(trial, unpaid, charge.failure ?? { code: "card_declined", message: "" });
    case "awaiting_customer":
      return failUnpaid(trial, unpaid, authenticationRequired);
    case "canceled":
      return undefined;
    default:
      return after(trial.now, chargeWaitMs);
  }
}

/** The order of an earlier date, if its price is still right. */
async function chargeAgain(trial: Trial, unpaid: OrderWithLines): Promise<NextLook> {
  const { ctx } = trial;
  const { order } = unpaid;
  const quoted = await quote(trial);
  if (!quoted) {
    return "later";
  }
  const isSamePrice = order.totalCents === quoted.totalCents && order.currency === quoted.currency;
  if (ctx.processors.current === null || !isSamePrice) {
    return (await cancelOrder(ctx, order.id, priceHasChanged)) === "paid"
      ? whenPaid(trial)
      : place(trial, quoted, unpaid);
  }
  const current = (await leaseUnpaid(ctx, order.id))
    ? await findRenewalOrder(ctx.db, trial.renewal)
    : undefined;
  if (current?.order.id !== order.id) {
    return "later";
  }
  try {
    // Read again under the lease: another worker may have been faster.
    const isDone = current.order.state !== "awaiting_payment";
    return isDone ? "later" : ((await resultOfThisDate(trial, unpaid)) ?? (await charge(trial, unpaid)));
  } finally {
    await releaseOrder(ctx, order.id);
  }
}

async function placeAndCharge(trial: Trial, last: OrderWithLines | undefined): Promise<NextLook> {
  const quoted = await quote(trial);
  return quoted ? place(trial, quoted, last) : "later";
}

async function place(trial: Trial, quoted: QuotedOrder, last: OrderWithLines | undefined): Promise<NextLook> {
  const placed = await insert(trial, quoted, last);
  if (!placed) {
    return "later";
  }
  try {
    return await charge(trial, placed);
  } finally {
    await releaseOrder(trial.ctx, placed.order.id);
  }
}

/** Undefined if another worker has placed it at the same moment, or a person. */
const insert = async (
  { ctx, renewal: { line } }: Trial,
  quoted: QuotedOrder,
  last: OrderWithLines | undefined,
  { isCharged = true } = {},
): Promise<OrderWithLines | undefined> =>
  insertOrder(
    { ...ctx, idempotencyKey: `renewal ${line.kind} ${nameOfLine(line)} after ${last?.order.id ?? "none"}` },
    { lines: [line] },
    quoted,
    { isExecutedHere: true, origin: "renewal", isCharged },
  ).catch((error: unknown) => {
    if (error instanceof Outrun) {
      return undefined;
    }
    throw error;
  });

/** Nothing has failed: the registry couldn't be reached, or another change has to end first. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof AppError) ||
  error.kind === "unavailable" ||
  error.kind === "rate_limited" ||
  error.code === "operation_in_progress" ||
  error.code === "already_ordered";

/** Undefined if it can't be renewed now: that is recorded as a failure. */
async function quote(trial: Trial): Promise<QuotedOrder | undefined> {
  try {
    const options = { isPriceRequest: true, isLineAlone: true };
    const quoted = await quoteOrder(trial.ctx, { lines: [trial.renewal.line] }, options);
    requireOrderable(quoted);
    return quoted;
  } catch (error) {
    if (!(error instanceof AppError) || isTemporary(error)) {
      throw error;
    }
    await fail(trial, { code: error.code, message: error.publicMessage, isPayment: false });
  }
}

async function charge(trial: Trial, placed: OrderWithLines): Promise<NextLook> {
  const { ctx, now } = trial;
  const { paymentId } = placed.order;
  const returnUrl = returnUrlOf(undefined, ctx.panelUrl).href;
  const result: ChargeResult =
    paymentId === null
      ? { state: "received" }
      : await chargeCard(ctx, paymentId, { isOnSession: false, returnUrl });
  switch (result.state) {
    case "received":
      return whenPaid(trial);
    case "unknown":
      return after(now, chargeWaitMs);
    case "authentication_required":
      return failUnpaid(trial, placed, authenticationRequired);
    case "declined":
      return failUnpaid(trial, placed, result);
    case "no_card":
      return failUnpaid(trial, placed, noCard);
    // A person's purchase has just taken the order's place.
    case "withdrawn":
      return "later";
  }
}

const authenticationRequired = {
  code: "authentication_required",
  message: "Your bank requires you to confirm the payment.",
};
const noCard = { code: "payment_method_required", message: "There is no saved card to charge." };

async function failUnpaid(
  trial: Trial,
  unpaid: OrderWithLines,
  { code, message }: { code: string; message: string },
): Promise<NextLook> {
  const { ctx, renewal, date } = trial;
  const isLastBeforeExpiry = date.next === null || date.next >= renewal.expiresAt;
  if (ctx.renewsUnpaid && isLastBeforeExpiry) {
    return renewUnpaid(trial, unpaid);
  }
  return fail(trial, { code, message, isPayment: true });
}

/** A setting: rather than let it expire, an order without a payment replaces the unpaid one. */
async function renewUnpaid(trial: Trial, { order, lines }: OrderWithLines): Promise<NextLook> {
  const { ctx } = trial;
  const quoted = await quote(trial);
  if (!quoted || (await cancelOrder(ctx, order.id, failureOf(orderCancelled()))) === "paid") {
    return quoted ? whenPaid(trial) : "later";
  }
  const placed = await insert(trial, quoted, { order, lines }, { isCharged: false });
  if (placed) {
    ctx.log.warn({ orderId: placed.order.id }, "a renewal is carried out unpaid");
    await releaseOrder(ctx, placed.order.id);
  }
  return placed ? whenPaid(trial) : "later";
}

/** Recorded in the transaction that sets the next date. */
async function fail({ ctx, renewable, renewal, date, now }: Trial, failure: Failure): Promise<NextLook> {
  const lastLook = renewal.graceEndsAt > now || failure.isPayment ? renewal.graceEndsAt : after(now, dayMs);
  const tried = { since: date.since, triesAgainAt: date.next };
  await ctx.db.transaction(async (tx) => {
    await renewable.recordFailure(tx, ctx, renewal, { ...failure, ...tried });
    await postponeDueRow(tx, renewable.due, renewal.id, { from: now, to: date.next ?? lastLook });
  });
  return "later";
}
