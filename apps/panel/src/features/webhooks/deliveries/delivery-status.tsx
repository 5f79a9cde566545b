"use client";
import type { WebhookDelivery } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { StatusBadge, type Tone } from "@/ui/notices/status-badge.tsx";

const tones: Record<WebhookDelivery["status"], Tone> = {
  pending: "waiting",
  succeeded: "good",
  failed: "bad",
  skipped: "off",
};

/** Its endpoint is inactive. */
export const isOnHold = ({ status, nextAttemptAt }: WebhookDelivery): boolean =>
  status === "pending" && nextAttemptAt === null;

export function DeliveryStatus({ delivery }: { delivery: WebhookDelivery }) {
  const t = useTranslations("webhooks");
  if (isOnHold(delivery)) {
    return <StatusBadge tone="off">{t("delivery_onHold")}</StatusBadge>;
  }
  const isRetrying = delivery.status === "pending" && delivery.attempt > 0;
  return (
    <StatusBadge tone={isRetrying ? "warn" : tones[delivery.status]}>
      {isRetrying ? t("delivery_retrying") : t(`delivery_${delivery.status}`)}
    </StatusBadge>
  );
}
