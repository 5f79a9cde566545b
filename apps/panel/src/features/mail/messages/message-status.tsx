"use client";
import type { MailEventKind } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { StatusBadge, type Tone } from "@/ui/notices/status-badge.tsx";

const tones: Record<MailEventKind, Tone> = {
  received: "info",
  refused: "bad",
  filtered: "warn",
  delivered: "good",
  forwarded: "good",
  sent: "good",
  deferred: "waiting",
  bounced: "bad",
};

export function MessageStatus({ kind }: { kind: MailEventKind }) {
  const t = useTranslations("mailMessages");
  return <StatusBadge tone={tones[kind]}>{t(`kind_${kind}`)}</StatusBadge>;
}
