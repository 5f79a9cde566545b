"use client";
import type { Payment } from "@zonepost/schema";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { StatusBadge, type Tone } from "@/ui/notices/status-badge.tsx";
import { isDisputeLost } from "./cooldown/countdown.ts";

const tones: Record<Payment["status"], Tone> = {
  pending: "waiting",
  received: "info",
  confirmed: "good",
  failed: "bad",
  refunded: "off",
  disputed: "warn",
};

type Payable = Pick<Payment, "status" | "cooldown"> & Pick<PaymentListItem, "orderState">;

/** The status, in words that fit the order: a canceled order isn't paid anymore, and a lost dispute is over. */
export function PaymentStatus({ payment }: { payment: Payable }) {
  const t = useTranslations("paymentWords");
  const { status, orderState } = payment;
  if (orderState === "cancelled" && (status === "pending" || status === "failed")) {
    return <StatusBadge tone="off">{t("status_canceled")}</StatusBadge>;
  }
  if (isDisputeLost(payment)) {
    return <StatusBadge tone="bad">{t("status_disputeLost")}</StatusBadge>;
  }
  return <StatusBadge tone={tones[status]}>{t(`status_${status}`)}</StatusBadge>;
}
