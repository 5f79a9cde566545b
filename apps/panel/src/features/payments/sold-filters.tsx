"use client";
import { type OrderLineKind, orderLineKinds } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DayFilters } from "@/ui/list/filters/day-filters.tsx";
import type { ListFiltersProps } from "@/ui/list/filters/list-filters.tsx";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";

type Sold = { kind: OrderLineKind | null; from: string; until: string };
type Change = { [Name in keyof Sold]?: Sold[Name] | null };

/** The `more` of payments and orders: their status, what was bought, and the days. */
export function useSoldFilters(
  { kind, from, until }: Sold,
  onChange: (change: Change) => void,
  status: { isActive: boolean; field: ReactNode },
): ListFiltersProps["more"] {
  const t = useTranslations("payments");
  return {
    count: 4,
    activeCount: [status.isActive, kind, from, until].filter(Boolean).length,
    fields: (
      <>
        {status.field}
        <SelectFilter
          label={t("kind")}
          any={t("anyKind")}
          value={kind}
          options={orderLineKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
          onChange={(value) => onChange({ kind: value })}
        />
        <DayFilters from={from} until={until} onChange={onChange} />
      </>
    ),
  };
}
