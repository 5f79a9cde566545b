"use client";
import type { MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

const tones = { active: "good", suspended: "warn", deactivated: "off" } as const;

export function MailStatus({ status }: { status: MailDomain["status"] }) {
  const t = useTranslations("mail");
  return <StatusBadge tone={tones[status]}>{t(`status_${status}`)}</StatusBadge>;
}
