import type { Context } from "../context.ts";
import type { Charge } from "../objects/charge.ts";
import type { Stored } from "../objects/kinds.ts";
import type { Metadata } from "../objects/object-fields.ts";
import { newRefund, type RefundReason } from "../objects/refund.ts";
import { blocksRefund } from "../rules/dispute-status.ts";
import { type RefundRefusal, refundAfter, refundPlan, refundRefusal } from "../rules/refund-status.ts";
import { behaviorOf } from "../rules/test-cards.ts";
import { invalidRequest } from "../stripe-error.ts";
import { findDispute } from "./charges.ts";
import { settleWarnings } from "./early-fraud-warnings.ts";
import { moveBalance } from "./move-balance.ts";

type RefundInput = { amount: number | undefined; reason: RefundReason | null; metadata: Metadata };

export async function refundCharge(
  context: Context,
  { body: charge }: Stored<"charge">,
  input: RefundInput,
): Promise<Stored<"refund">> {
  const { objects, emit, now } = context;
  const amount = input.amount ?? charge.amount - charge.amount_refunded;
  const dispute = await findDispute(context, charge.id);
  const refusal = refundRefusal(charge, amount, {
    hasBlockingDispute: dispute !== undefined && blocksRefund(dispute.body.status),
  });
  if (refusal) {
    throw refused(refusal, charge, amount);
  }
  const method = await objects.get("payment_method", charge.payment_method, "payment_method");
  const { status, later } = refundPlan(behaviorOf(method.hidden.behavior).refund, now);
  const made = newRefund(charge, { amount, reason: input.reason, metadata: input.metadata, status }, now);
  const { currency } = charge;
  const transaction = await moveBalance(context, {
    type: "refund",
    amount: -amount,
    currency,
    source: made.id,
  });
  const refund: Stored<"refund"> = {
    body: { ...made, balance_transaction: transaction.id },
    hidden: { later: later?.step ?? null },
  };
  await objects.insert("refund", refund, { dueAt: later?.at });
  const changed = await setRefundedAmount(context, charge, charge.amount_refunded + amount);
  await emit("refund.created", refund.body);
  await emit("charge.refunded", changed, charge);
  if (changed.refunded) {
    await settleWarnings(context, charge.id);
  }
  return refund;
}

/** Applies the later result of a refund. The money of a failed one returns to the account's balance. */
export async function settleRefund(context: Context, refund: Stored<"refund">): Promise<void> {
  const { objects, emit } = context;
  const { later } = refund.hidden;
  const status = later && refundAfter(refund.body.status, later);
  if (!status) {
    await objects.save("refund", refund, { dueAt: null });
    return;
  }
  const { pending_reason: _settled, ...before } = refund.body;
  let body: Stored<"refund">["body"] = { ...before, status };
  if (status === "failed") {
    const { amount, currency, id } = before;
    const returned = await moveBalance(context, { type: "refund_failure", amount, currency, source: id });
    body = {
      ...body,
      failure_balance_transaction: returned.id,
      failure_reason: "expired_or_canceled_card",
    };
    const charge = await objects.lock("charge", before.charge, "charge");
    await setRefundedAmount(context, charge.body, charge.body.amount_refunded - amount);
  }
  await objects.save("refund", { body, hidden: { later: null } }, { dueAt: null });
  await emit("refund.updated", body, refund.body);
  await emit("charge.refund.updated", body, refund.body);
  if (status === "failed") {
    await emit("refund.failed", body, refund.body);
  }
}

async function setRefundedAmount(
  { objects }: Context,
  charge: Charge,
  amountRefunded: number,
): Promise<Charge> {
  const body = { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount };
  await objects.save("charge", { body, hidden: {} });
  return body;
}

function refused(refusal: RefundRefusal, charge: Charge, amount: number) {
  switch (refusal) {
    case "not_paid":
      return invalidRequest(`Charge ${charge.id} did not succeed and cannot be refunded.`, {
        param: "charge",
      });
    case "disputed":
      return invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: "charge_disputed",
      });
    case "already_refunded":
      return invalidRequest(`Charge ${charge.id} has already been refunded.`, {
        code: "charge_already_refunded",
      });
    case "not_positive":
      return invalidRequest("Invalid positive integer", {
        code: "parameter_invalid_integer",
        param: "amount",
      });
    case "too_much":
      return invalidRequest(
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${charge.amount - charge.amount_refunded}).`,
        { param: "amount" },
      );
  }
}
