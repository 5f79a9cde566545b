"use client";
import { IconRefresh } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { renewalStates } from "@zonepost/schema";
import type { RenewalPage } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { nextPage } from "@/lib/next-page.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTypedFilter } from "@/lib/use-typed-filter.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";
import { type MorePages, MoreRows } from "@/ui/list/more-rows.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { useDrawnRows } from "@/ui/list/use-drawn-rows.ts";
import { useMonthText } from "@/ui/values/moment.tsx";
import { ExportButton } from "../export-button.tsx";
import { isFiltered } from "../sold-filter.ts";
import { FailedRenewals } from "./failed-renewals.tsx";
import { RenewalChart } from "./renewal-chart.tsx";
import {
  firstFailed,
  monthsFrom,
  renewalFilterOf,
  renewalListParams,
  renewalPageInputOf,
  renewalSortKeys,
} from "./renewal-list-params.ts";
import { countOf, RenewalSums } from "./renewal-sums.tsx";
import { RenewalsSkeleton } from "./renewals-skeleton.tsx";
import { useRenewalColumns } from "./use-renewal-columns.tsx";

const refetchIntervalMs = 30_000;

/** What renews this month and in the eleven after it, what it costs, and what has to be done. */
export function RenewalsPage() {
  const t = useTranslations("renewals");
  const trpc = useTRPC();
  const [params] = useQueryStates(renewalListParams);
  const filter = useTypedFilter(params);
  const pages = useInfiniteQuery({
    ...trpc.orders.renewals.infiniteQueryOptions(renewalPageInputOf(filter), nextPage),
    refetchInterval: refetchIntervalMs,
    // The list stays visible while the next filter loads.
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={pages} skeleton={<RenewalsSkeleton />} header={<PageHeader title={t("title")} />}>
      {(read) => <Renewals read={read.pages} pages={pages} />}
    </QueryView>
  );
}

const noSums = { renewing: [], expiring: [] };

function Renewals({ read, pages }: { read: RenewalPage[]; pages: MorePages }) {
  const t = useTranslations("renewals");
  const nameOf = useMonthText();
  const trpc = useTRPC();
  const now = useNow();
  const [params, setParams] = useQueryStates(renewalListParams, { history: "replace" });
  const filter = renewalFilterOf(params);
  const columns = useRenewalColumns();
  const rows = useMemo(() => read.flatMap(({ items }) => items), [read]);
  const drawnRows = useDrawnRows(rows);
  const sums = read[0]?.sums ?? noSums;
  const total = countOf(sums.renewing) + countOf(sums.expiring);
  const { data: failed } = useQuery({
    ...trpc.orders.renewals.queryOptions(firstFailed),
    refetchInterval: refetchIntervalMs,
  });
  return (
    <>
      <ResourceList
        title={t("title")}
        total={isFiltered(filter) ? undefined : total}
        actions={total > 0 ? <ExportButton path="/renewals/export" filter={filter} /> : undefined}
        notice={
          <>
            <FailedRenewals
              renewals={failed?.items ?? []}
              count={countOf(failed?.sums?.renewing ?? [])}
              onShowAll={() => void setParams({ q: null, state: "failed", month: null })}
            />
            <RenewalChart />
          </>
        }
        empty={{ icon: IconRefresh, title: t("emptyTitle"), words: t("empty"), guide: t("guide") }}
        filters={{
          label: t("filters"),
          words: { label: t("filterByName"), value: params.q, onChange: (q) => void setParams({ q }) },
          more: {
            count: 2,
            activeCount: [params.state, params.month].filter(Boolean).length,
            fields: (
              <>
                <SelectFilter
                  label={t("state")}
                  any={t("anyState")}
                  value={params.state}
                  options={renewalStates.map((value) => ({ value, label: t(`state_${value}`) }))}
                  onChange={(state) => void setParams({ state })}
                />
                <SelectFilter
                  label={t("month")}
                  any={t("month")}
                  value={params.month}
                  options={monthsFrom(now).map((value) => ({ value, label: nameOf(value) }))}
                  onChange={(month) => void setParams({ month })}
                />
              </>
            ),
          },
        }}
        noMatch={{
          title: t("noMatchTitle"),
          words: t("noMatch"),
          onClear: () => void setParams({ q: null, state: null, month: null }),
        }}
        aboveRows={<RenewalSums {...sums} />}
        rows={drawnRows}
        columns={columns}
        rowId={({ kind, name }) => `${kind} ${name}`}
        pages={pages}
        {...sortInAddress(renewalSortKeys, params, setParams)}
      />
      {rows.length > 0 ? (
        <MoreRows
          pages={pages}
          remaining={total - rows.length}
          end={t("allShown", { count: rows.length })}
          mt="sm"
        />
      ) : null}
    </>
  );
}
