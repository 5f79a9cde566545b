import type { Context } from "../context.ts";
import { newEarlyFraudWarning } from "../objects/early-fraud-warning.ts";
import type { Stored } from "../objects/kinds.ts";
import { invalidRequest } from "../stripe-error.ts";

const kind = "radar.early_fraud_warning";

/** The card's issuer suspects fraud. Stripe never closes a warning. */
export async function warnOfFraud(
  { objects, emit, now }: Context,
  { body: charge }: Stored<"charge">,
): Promise<Stored<typeof kind>> {
  if (!charge.paid) {
    throw invalidRequest(`The charge ${charge.id} isn't paid.`);
  }
  const warning: Stored<typeof kind> = { body: newEarlyFraudWarning(charge, now), hidden: {} };
  await objects.insert(kind, warning);
  await emit("radar.early_fraud_warning.created", warning.body);
  return warning;
}

/** After a full refund or a dispute, nothing is left to do about a warning. */
export async function settleWarnings({ objects, emit }: Context, charge: string): Promise<void> {
  const { items } = await objects.list(kind, { contains: { charge, actionable: true } }, { limit: 100 });
  for (const warning of items) {
    const body = { ...warning.body, actionable: false };
    await objects.save(kind, { ...warning, body });
    await emit("radar.early_fraud_warning.updated", body, warning.body);
  }
}
