"use client";
import { Text } from "@mantine/core";
import type { RenewalPage } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useMoney } from "@/ui/values/use-money.ts";

type Sums = NonNullable<RenewalPage["sums"]>;

export const countOf = (sums: Sums[keyof Sums]): number => sums.reduce((all, { count }) => all + count, 0);

/** "153 renew for €2,546.00, 24 expire (€340.00 if renewed)", of all that the filter includes, loaded or not. */
export function RenewalSums({ renewing, expiring }: Sums) {
  const t = useTranslations("renewals");
  const money = useMoney();
  const valuesOf = (sums: Sums[keyof Sums]) => ({
    count: countOf(sums),
    total: sums.map(({ totalCents, currency }) => money(totalCents, currency)).join(" + "),
  });
  const parts = [
    ...(renewing.length > 0 ? [t("sumRenewing", valuesOf(renewing))] : []),
    ...(expiring.length > 0 ? [t("sumExpiring", valuesOf(expiring))] : []),
  ];
  return (
    <Text size="sm" c="dimmed" mb="sm" aria-live="polite">
      {parts.join(", ")}
    </Text>
  );
}
