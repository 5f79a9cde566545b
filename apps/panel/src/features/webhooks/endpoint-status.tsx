"use client";
import type { WebhookEndpoint } from "@zonepost/schema";
import { endpointStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

export const deactivationFailures = 10;

type EndpointStatusProps = Pick<WebhookEndpoint, "active" | "consecutiveFailures" | "deactivationReason">;

export function EndpointStatus({ active, consecutiveFailures, deactivationReason }: EndpointStatusProps) {
  const t = useTranslations("webhooks");
  if (!active) {
    return deactivationReason === "paused" ? (
      <StatusBadge tone={endpointStates.paused.tone}>{t("paused")}</StatusBadge>
    ) : (
      <StatusBadge tone={endpointStates.deactivated.tone}>{t("deactivated")}</StatusBadge>
    );
  }
  return consecutiveFailures > 0 ? (
    <StatusBadge tone={endpointStates.failing.tone}>{t("failing")}</StatusBadge>
  ) : (
    <StatusBadge tone={endpointStates.active.tone}>{t("active")}</StatusBadge>
  );
}
