"use client";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

export const deactivationFailures = 10;

type EndpointStatusProps = Pick<WebhookEndpoint, "active" | "consecutiveFailures" | "deactivationReason">;

export function EndpointStatus({ active, consecutiveFailures, deactivationReason }: EndpointStatusProps) {
  const t = useTranslations("webhooks");
  if (!active) {
    return deactivationReason === "paused" ? (
      <StatusBadge tone="off">{t("paused")}</StatusBadge>
    ) : (
      <StatusBadge tone="bad">{t("deactivated")}</StatusBadge>
    );
  }
  return consecutiveFailures > 0 ? (
    <StatusBadge tone="warn">{t("failing")}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{t("active")}</StatusBadge>
  );
}
