"use client";
import type { Payment } from "@zonepost/schema";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { paymentStateOf, paymentStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

type Payable = Pick<Payment, "status" | "cooldown"> & Pick<PaymentListItem, "orderState">;

export function PaymentStatus({ payment }: { payment: Payable }) {
  const t = useTranslations("paymentWords");
  const state = paymentStateOf(payment, payment.orderState);
  return <StatusBadge tone={paymentStates[state].tone}>{t(`status_${state}`)}</StatusBadge>;
}
