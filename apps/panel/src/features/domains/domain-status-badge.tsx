"use client";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useRelativeText } from "@/ui/values/moment.tsx";
import { type Life, standingOf } from "./domain-standing.ts";

export function DomainStatusBadge({ domain }: { domain: Life }) {
  const t = useTranslations("domainStatus");
  const writeRelative = useRelativeText();
  const { label, tone } = standingOf(domain, useNow());
  return <StatusBadge tone={tone}>{t(label, { when: writeRelative(domain.expiresAt) })}</StatusBadge>;
}
