import type { Context } from "../context.ts";
import { newDispute } from "../objects/dispute.ts";
import type { Stored } from "../objects/kinds.ts";
import { disputeFee } from "../rules/amounts.ts";
import { type DisputeStep, disputeAfter } from "../rules/dispute-status.ts";
import { invalidRequest } from "../stripe-error.ts";
import { findDispute } from "./charges.ts";
import { settleWarnings } from "./early-fraud-warnings.ts";
import { moveBalance } from "./move-balance.ts";

type Dispute = Stored<"dispute">;

/** A cardholder disputes a charge. Its bank withdraws the money at once, with a fee. */
export async function openDispute(context: Context, { body: charge }: Stored<"charge">): Promise<Dispute> {
  const { objects, emit, now } = context;
  if (!charge.paid || charge.refunded || (await findDispute(context, charge.id))) {
    throw invalidRequest(
      `The charge ${charge.id} can't be disputed: it isn't paid, is refunded, or has a dispute.`,
    );
  }
  const made = newDispute(charge, now);
  const withdrawal = await moveBalance(context, {
    type: "adjustment",
    amount: -made.amount,
    fee: disputeFee,
    feeDescription: "Dispute fee",
    currency: charge.currency,
    source: made.id,
    description: `Chargeback withdrawal for ${charge.id}`,
  });
  const dispute: Dispute = { body: { ...made, balance_transactions: [withdrawal] }, hidden: {} };
  await objects.insert("dispute", dispute);
  await objects.save("charge", { body: { ...charge, disputed: true }, hidden: {} });
  await emit("charge.dispute.created", dispute.body);
  await emit("charge.dispute.funds_withdrawn", dispute.body);
  await settleWarnings(context, charge.id);
  return dispute;
}

/** A step of a dispute. Once won, the money returns. */
export async function advanceDispute(
  context: Context,
  dispute: Dispute,
  step: DisputeStep,
  change: Partial<Dispute["body"]> = {},
): Promise<Dispute> {
  const { objects, emit } = context;
  const status = disputeAfter(dispute.body.status, step);
  if (status === undefined) {
    throw invalidRequest(`This dispute is already closed: its status is ${dispute.body.status}.`);
  }
  let body: Dispute["body"] = { ...dispute.body, ...change, status };
  if (step === "won") {
    const { amount, currency, id, charge } = body;
    const returned = await moveBalance(context, {
      type: "adjustment",
      amount,
      currency,
      source: id,
      description: `Chargeback reversal for ${charge}`,
    });
    body = {
      ...body,
      is_charge_refundable: true,
      balance_transactions: [...body.balance_transactions, returned],
    };
  }
  await objects.save("dispute", { ...dispute, body });
  if (step === "evidence_submitted") {
    await emit("charge.dispute.updated", body, dispute.body);
  } else {
    await emit("charge.dispute.closed", body, dispute.body);
  }
  if (step === "won") {
    await emit("charge.dispute.funds_reinstated", body);
  }
  return { ...dispute, body };
}
