"use client";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { useInBrowser } from "@/ui/use-in-browser.ts";
import { useMoney } from "@/ui/values/use-money.ts";

type Price = keyof NonNullable<TldOffer["prices"]>;

const phonePlaces = {
  registerYearCents: "status",
  renewYearCents: "detail",
  transferCents: "aside",
  restoreCents: "low",
} as const satisfies Record<Price, string>;

/** All TLDs with their prices, shown before a search. */
export function Offers() {
  const t = useTranslations("search");
  const trpc = useTRPC();
  const money = useMoney();
  const isInBrowser = useInBrowser();
  const query = useQuery({ ...trpc.domains.tlds.queryOptions(), staleTime: 600_000, enabled: isInBrowser });
  const columns = useMemo<ColumnDef<TldOffer>[]>(
    () => [
      {
        id: "tld",
        header: t("ending"),
        cell: ({ row }) => <Text fw={600}>{`.${toUnicodeName(row.original.tld)}`}</Text>,
        meta: { phone: "title" },
      },
      ...(Object.keys(phonePlaces) as Price[]).map(
        (price): ColumnDef<TldOffer> => ({
          id: price,
          header: t(`price_${price}`),
          cell: ({ row: { original } }) =>
            original.prices ? money(original.prices[price], original.currency) : t("priceUnknown"),
          meta: {
            align: "end",
            phone: phonePlaces[price],
            phoneLabel: t(`price_${price}`),
          },
        }),
      ),
    ],
    [t, money],
  );
  return (
    <Section title={t("offers")} description={t("offersWords")}>
      <QueryView
        query={query}
        skeleton={<DataTableSkeleton headers={[t("ending"), t("price_registerYearCents")]} rows={7} />}
      >
        {(offers) => (
          <DataTable label={t("offers")} rows={offers} columns={columns} rowId={({ tld }) => tld} />
        )}
      </QueryView>
    </Section>
  );
}
