"use client";
import type { WebhookDelivery } from "@zonepost/schema";
import { deliveryStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

/** Its endpoint is inactive. */
export const isOnHold = ({ status, nextAttemptAt, waitsFor }: WebhookDelivery): boolean =>
  status === "pending" && nextAttemptAt === null && waitsFor === undefined;

/** Why a delivery isn't sent yet: its subject's earlier event, or an endpoint that is tried with one delivery at a time. */
export function waitOf(delivery: WebhookDelivery, isFailing: boolean): "earlier" | "failing" | undefined {
  const { status, attempt, test, waitsFor } = delivery;
  if (status !== "pending" || test || isOnHold(delivery)) {
    return undefined;
  }
  return waitsFor !== undefined ? "earlier" : isFailing && attempt === 0 ? "failing" : undefined;
}

type DeliveryStatusProps = { delivery: WebhookDelivery; isFailing: boolean };

export function DeliveryStatus({ delivery, isFailing }: DeliveryStatusProps) {
  const t = useTranslations("webhooks");
  if (isOnHold(delivery)) {
    return <StatusBadge tone={deliveryStates.on_hold.tone}>{t("delivery_onHold")}</StatusBadge>;
  }
  if (waitOf(delivery, isFailing)) {
    return <StatusBadge tone={deliveryStates.waiting.tone}>{t("waiting")}</StatusBadge>;
  }
  const isRetrying = delivery.status === "pending" && delivery.attempt > 0;
  return (
    <StatusBadge tone={deliveryStates[isRetrying ? "retrying" : delivery.status].tone}>
      {isRetrying ? t("delivery_retrying") : t(`delivery_${delivery.status}`)}
    </StatusBadge>
  );
}
