"use client";
import { Text } from "@mantine/core";
import type { Renewal } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMoney } from "@/ui/values/use-money.ts";

/** "153 renew for €2,546.00, 24 expire (€340.00 if renewed)", of the rows that the list shows. */
export function RenewalSums({ renewals }: { renewals: readonly Renewal[] }) {
  const t = useTranslations("renewals");
  const money = useMoney();
  const expiring = renewals.filter(({ state }) => state === "expiring");
  const renewing = renewals.filter(({ state }) => state !== "expiring");
  const sumOf = (rows: readonly Renewal[]) =>
    [...Map.groupBy(rows, ({ currency }) => currency)]
      .map(([currency, ofCurrency]) =>
        money(
          ofCurrency.reduce((sum, row) => sum + (row.totalCents ?? row.totalIfRenewedCents ?? 0), 0),
          currency,
        ),
      )
      .join(" + ");
  const parts = [
    ...(renewing.length > 0 ? [t("sumRenewing", { count: renewing.length, total: sumOf(renewing) })] : []),
    ...(expiring.length > 0 ? [t("sumExpiring", { count: expiring.length, total: sumOf(expiring) })] : []),
  ];
  return (
    <Text size="sm" c="dimmed" mb="sm" aria-live="polite">
      {parts.join(", ")}
    </Text>
  );
}
