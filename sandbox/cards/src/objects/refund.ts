import type { RefundStatus } from "../rules/refund-status.ts";
import type { Charge } from "./charge.ts";
import { type Metadata, newId, seconds } from "./object-fields.ts";

export type RefundReason = "duplicate" | "fraudulent" | "requested_by_customer";

export type Refund = {
  id: string;
  object: "refund";
  amount: number;
  balance_transaction: string | null;
  charge: string;
  created: number;
  currency: string;
  destination_details: {
    card: { reference_status: "pending"; reference_type: string; type: "refund" };
    type: "card";
  };
  failure_balance_transaction?: string;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string;
  pending_reason?: "processing";
  reason: RefundReason | null;
  receipt_number: null;
  source_transfer_reversal: null;
  status: RefundStatus;
  transfer_reversal: null;
};

export type RefundDetails = {
  amount: number;
  reason: RefundReason | null;
  metadata: Metadata;
  status: RefundStatus;
};

export function newRefund(charge: Charge, details: RefundDetails, now: Date): Refund {
  return {
    id: newId("refund"),
    object: "refund",
    amount: details.amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(now),
    currency: charge.currency,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: details.metadata,
    payment_intent: charge.payment_intent,
    ...(details.status === "pending" && { pending_reason: "processing" }),
    reason: details.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: details.status,
    transfer_reversal: null,
  };
}
