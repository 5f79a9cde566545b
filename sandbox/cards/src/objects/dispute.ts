import type { DisputeStatus } from "../rules/dispute-status.ts";
import type { BalanceTransaction } from "./balance-transaction.ts";
import type { Charge } from "./charge.ts";
import { type Metadata, newId, seconds } from "./object-fields.ts";

export type Dispute = {
  id: string;
  object: "dispute";
  amount: number;
  /** The withdrawal and, once won, the reinstatement. */
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  enhanced_eligibility_types: [];
  evidence: Record<string, unknown>;
  evidence_details: {
    due_by: number;
    enhanced_eligibility: Record<string, never>;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Metadata;
  payment_intent: string;
  payment_method_details: {
    card: { brand: string; case_type: "chargeback"; network_reason_code: string };
    type: "card";
  };
  reason: "fraudulent";
  status: DisputeStatus;
};

const evidenceFields = [
  "access_activity_log",
  "billing_address",
  "cancellation_policy",
  "cancellation_policy_disclosure",
  "cancellation_rebuttal",
  "customer_communication",
  "customer_email_address",
  "customer_name",
  "customer_purchase_ip",
  "customer_signature",
  "duplicate_charge_documentation",
  "duplicate_charge_explanation",
  "duplicate_charge_id",
  "product_description",
  "receipt",
  "refund_policy",
  "refund_policy_disclosure",
  "refund_refusal_explanation",
  "service_date",
  "service_documentation",
  "shipping_address",
  "shipping_carrier",
  "shipping_date",
  "shipping_documentation",
  "shipping_tracking_number",
  "uncategorized_file",
  "uncategorized_text",
];

const evidenceDueAfterSeconds = 9 * 86_400;
/** Visa's code for fraud without the card. */
const fraudCode = "10.4";

/** A dispute of the part that isn't refunded yet. */
export function newDispute(charge: Charge, now: Date): Dispute {
  const created = seconds(now);
  return {
    id: newId("dispute"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...Object.fromEntries(evidenceFields.map((name) => [name, null])), enhanced_evidence: {} },
    evidence_details: {
      due_by: created + evidenceDueAfterSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details.card.brand,
        case_type: "chargeback",
        network_reason_code: fraudCode,
      },
      type: "card",
    },
    reason: "fraudulent",
    status: "needs_response",
  };
}
