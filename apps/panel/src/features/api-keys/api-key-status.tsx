"use client";
import type { ApiKey } from "@zonepost/schema";
import { apiKeyStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { dayMs } from "@/ui/values/durations.ts";

const soonMs = 14 * dayMs;

export function ApiKeyStatus({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations("apiKeys");
  const now = useNow();
  if (apiKey.status === "revoked") {
    return <StatusBadge tone={apiKeyStates.revoked.tone}>{t("status_revoked")}</StatusBadge>;
  }
  if (apiKey.status === "expired") {
    return <StatusBadge tone={apiKeyStates.expired.tone}>{t("status_expired")}</StatusBadge>;
  }
  if (apiKey.heldAt !== null) {
    return <StatusBadge tone={apiKeyStates.off.tone}>{t("status_off")}</StatusBadge>;
  }
  if (apiKey.rolledToId !== null) {
    return <StatusBadge tone={apiKeyStates.rolled.tone}>{t("status_rolled")}</StatusBadge>;
  }
  const endsSoon = apiKey.expiresAt !== null && new Date(apiKey.expiresAt).getTime() - now.getTime() < soonMs;
  return endsSoon ? (
    <StatusBadge tone={apiKeyStates.ending.tone}>{t("status_ending")}</StatusBadge>
  ) : (
    <StatusBadge tone={apiKeyStates.active.tone}>{t("status_active")}</StatusBadge>
  );
}
