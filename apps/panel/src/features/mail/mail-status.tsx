"use client";
import type { MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

export function MailStatus({ status }: { status: MailDomain["status"] }) {
  const t = useTranslations("mail");
  return <StatusBadge tone={status === "active" ? "good" : "warn"}>{t(`status_${status}`)}</StatusBadge>;
}
