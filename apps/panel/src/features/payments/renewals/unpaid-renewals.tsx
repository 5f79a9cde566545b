"use client";
import { Button, Text } from "@mantine/core";
import type { UnpaidRenewals } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Notice } from "@/ui/notices/notice.tsx";
import { useTotalText } from "./use-unpaid-renewals.ts";

/** Offers to charge the default card for failed renewals, which it otherwise is on their next dates. */
export function UnpaidRenewalsNotice({ unpaid, onRetry }: { unpaid: UnpaidRenewals; onRetry: () => void }) {
  const t = useTranslations("payments");
  const total = useTotalText()(unpaid);
  return (
    <Notice title={t("unpaidRenewals", { count: unpaid.renewals.length, total })}>
      <Text size="sm">{t("unpaidRenewalsWords")}</Text>
      <Button size="xs" mt="sm" onClick={onRetry}>
        {t("retryRenewals")}
      </Button>
    </Notice>
  );
}
