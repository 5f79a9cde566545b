"use client";
import type { ApiKey } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { dayMs } from "@/ui/values/durations.ts";

const soonMs = 14 * dayMs;

export function ApiKeyStatus({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations("apiKeys");
  const now = useNow();
  if (apiKey.status === "revoked") {
    return <StatusBadge tone="bad">{t("status_revoked")}</StatusBadge>;
  }
  if (apiKey.status === "expired") {
    return <StatusBadge tone="off">{t("status_expired")}</StatusBadge>;
  }
  if (apiKey.heldAt !== null) {
    return <StatusBadge tone="warn">{t("status_off")}</StatusBadge>;
  }
  if (apiKey.rolledToId !== null) {
    return <StatusBadge tone="waiting">{t("status_rolled")}</StatusBadge>;
  }
  const endsSoon = apiKey.expiresAt !== null && new Date(apiKey.expiresAt).getTime() - now.getTime() < soonMs;
  return endsSoon ? (
    <StatusBadge tone="warn">{t("status_ending")}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{t("status_active")}</StatusBadge>
  );
}
