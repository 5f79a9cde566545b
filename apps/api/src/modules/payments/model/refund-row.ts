import type { refunds } from "@zonepost/db";
import type { PaymentRow } from "./payment-row.ts";

export type RefundRow = typeof refunds.$inferSelect;
export type RefundState = RefundRow["state"];

/** False for a second charge, and for one that came after its order had ended: neither was ever part of the payment. */
export const isOfPayment = (
  { reason }: Pick<RefundRow, "reason">,
  { receivedAt }: Pick<PaymentRow, "receivedAt">,
): boolean => reason !== "paid_twice" && receivedAt !== null;

/** Whether its money has gone, or is on its way. */
export const isCounted = ({ state }: Pick<RefundRow, "state">): boolean =>
  state === "pending" || state === "succeeded";
