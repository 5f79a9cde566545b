"use client";
import { Text } from "@mantine/core";
import type { ColumnDef } from "@tanstack/react-table";
import type { Renewal } from "@zonepost/schema";
import { renewalStateTable } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { domainPath, mailPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { RowLink } from "@/ui/list/data-table.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

export const renewalPath = ({ kind, name }: Renewal) =>
  kind === "domain" ? domainPath(name) : mailPath(name);

export function useRenewalColumns(): ColumnDef<Renewal>[] {
  const t = useTranslations("renewals");
  const money = useMoney();
  return useMemo<ColumnDef<Renewal>[]>(
    () => [
      {
        id: "name",
        accessorKey: "name",
        header: t("name"),
        cell: ({ row: { original } }) => (
          <RowLink href={renewalPath(original)}>
            <AddressText>{toUnicodeName(original.name)}</AddressText>
            {original.planSlug === null ? null : (
              <Text component="span" display="block" size="xs" c="dimmed" fw={400}>
                {t("plan", { plan: original.planSlug })}
              </Text>
            )}
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "state",
        enableSorting: false,
        header: t("state"),
        cell: ({ row }) => (
          <StatusBadge tone={renewalStateTable[row.original.state].tone}>
            {t(`state_${row.original.state}`)}
          </StatusBadge>
        ),
        meta: { phone: "aside" },
      },
      {
        id: "date",
        accessorKey: "chargesAt",
        header: t("charge"),
        cell: ({ row: { original } }) => (original.chargesAt ? <Moment at={original.chargesAt} /> : "–"),
        meta: { phone: "low", phoneLabel: t("charge") },
      },
      {
        id: "expiry",
        enableSorting: false,
        header: t("expiry"),
        cell: ({ row }) => <Moment at={row.original.expiresAt} />,
        meta: { phone: "lowAside", phoneLabel: t("expiry") },
      },
      {
        id: "total",
        accessorKey: "totalCents",
        header: t("cost"),
        cell: ({ row: { original } }) => (
          <span style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
            <Cost renewal={original} />
            {original.taxCents ? (
              <Text component="span" size="xs" c="dimmed" display="block">
                {t("withTax", { tax: money(original.taxCents, original.currency) })}
              </Text>
            ) : null}
          </span>
        ),
        meta: { phone: "status", align: "end" },
      },
    ],
    [t, money],
  );
}

/** What is charged, or what would be due if it were renewed. */
function Cost({ renewal }: { renewal: Renewal }) {
  const t = useTranslations("renewals");
  const money = useMoney();
  const { totalCents, totalIfRenewedCents, currency } = renewal;
  if (totalCents !== null) {
    return money(totalCents, currency);
  }
  return totalIfRenewedCents === null ? (
    t("unknownCost")
  ) : (
    <Text component="span" inherit c="dimmed">
      {t("ifRenewed", { total: money(totalIfRenewedCents, currency) })}
    </Text>
  );
}
