import type { Charge } from "./charge.ts";
import { newId, seconds } from "./object-fields.ts";

export type EarlyFraudWarning = {
  id: string;
  object: "radar.early_fraud_warning";
  /** False once the charge is refunded or disputed. */
  actionable: boolean;
  charge: string;
  created: number;
  fraud_type: "fraudulent_use_of_card";
  livemode: false;
  payment_intent: string;
};

export function newEarlyFraudWarning(charge: Charge, now: Date): EarlyFraudWarning {
  return {
    id: newId("radar.early_fraud_warning"),
    object: "radar.early_fraud_warning",
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: seconds(now),
    fraud_type: "fraudulent_use_of_card",
    livemode: false,
    payment_intent: charge.payment_intent,
  };
}
