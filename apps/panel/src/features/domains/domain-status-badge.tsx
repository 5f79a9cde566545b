"use client";
import type { DomainStatus } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { StatusBadge, type Tone } from "@/ui/notices/status-badge.tsx";

const tones: Record<DomainStatus, Tone> = {
  pending: "waiting",
  active: "good",
  expired: "bad",
  redemption: "bad",
  pending_delete: "bad",
  pending_transfer: "waiting",
  transferred_out: "off",
  deleted: "off",
};

export function DomainStatusBadge({ status }: { status: DomainStatus }) {
  const t = useTranslations("domainStatus");
  return <StatusBadge tone={tones[status]}>{t(status)}</StatusBadge>;
}
