"use client";
import type { MailEventKind } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { toneOf } from "./message-kinds.ts";

export function MessageStatus({ kind }: { kind: MailEventKind }) {
  const t = useTranslations("mailMessages");
  return <StatusBadge tone={toneOf(kind)}>{t(`kind_${kind}`)}</StatusBadge>;
}
