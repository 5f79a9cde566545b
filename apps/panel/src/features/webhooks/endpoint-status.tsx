"use client";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

export const deactivationFailures = 10;

type Endpoint = { active: boolean; consecutiveFailures: number };

export function EndpointStatus({ active, consecutiveFailures }: Endpoint) {
  const t = useTranslations("webhooks");
  if (!active) {
    return consecutiveFailures >= deactivationFailures ? (
      <StatusBadge tone="bad">{t("deactivated")}</StatusBadge>
    ) : (
      <StatusBadge tone="off">{t("paused")}</StatusBadge>
    );
  }
  return consecutiveFailures > 0 ? (
    <StatusBadge tone="warn">
      {t("failing", { count: consecutiveFailures, max: deactivationFailures })}
    </StatusBadge>
  ) : (
    <StatusBadge tone="good">{t("active")}</StatusBadge>
  );
}
