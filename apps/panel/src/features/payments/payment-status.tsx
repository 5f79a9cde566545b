"use client";
import type { Payment } from "@zonepost/schema";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { paymentStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { isDisputeLost } from "./cooldown/countdown.ts";

type Payable = Pick<Payment, "status" | "cooldown"> & Pick<PaymentListItem, "orderState">;

/** The status, in words that fit the order: a canceled order isn't paid anymore, and a lost dispute is over. */
export function PaymentStatus({ payment }: { payment: Payable }) {
  const t = useTranslations("paymentWords");
  const { status, orderState } = payment;
  if (orderState === "cancelled" && (status === "pending" || status === "failed")) {
    return <StatusBadge tone={paymentStates.canceled.tone}>{t("status_canceled")}</StatusBadge>;
  }
  if (isDisputeLost(payment)) {
    return <StatusBadge tone={paymentStates.dispute_lost.tone}>{t("status_disputeLost")}</StatusBadge>;
  }
  return <StatusBadge tone={paymentStates[status].tone}>{t(`status_${status}`)}</StatusBadge>;
}
