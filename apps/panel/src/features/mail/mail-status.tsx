"use client";
import type { MailDomain } from "@zonepost/schema";
import { mailDomainStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

export function MailStatus({ status }: { status: MailDomain["status"] }) {
  const t = useTranslations("mail");
  return <StatusBadge tone={mailDomainStates[status].tone}>{t(`status_${status}`)}</StatusBadge>;
}
