"use client";
import { Group } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { daysLeft, expiryUrgency } from "@/features/domains/days-left.ts";
import { useNow } from "@/ui/clock.tsx";
import { DatedMoment } from "@/ui/values/moment.tsx";

export function ExpiryCell({ expiresAt, autoRenew }: { expiresAt: string; autoRenew: boolean }) {
  const t = useTranslations("domains");
  const urgency = expiryUrgency(daysLeft(useNow(), expiresAt), autoRenew);
  return (
    <Group gap={8} wrap="nowrap" display="inline-flex">
      <DatedMoment at={expiresAt} />
      {urgency === "none" ? null : (
        <IconAlertTriangle
          size={16}
          role="img"
          aria-label={t("needsYou")}
          color={urgency === "now" ? "var(--zp-bad)" : "var(--zp-warn)"}
        />
      )}
    </Group>
  );
}
