"use client";
import { IconRefresh } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Renewal, renewalStates } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { useMonthText } from "@/ui/values/moment.tsx";
import { ExportButton } from "../export-button.tsx";
import { isFiltered } from "../sold-filter.ts";
import { FailedRenewals } from "./failed-renewals.tsx";
import { RenewalChart } from "./renewal-chart.tsx";
import { monthsFrom, renewalFilterOf, renewalListParams, renewalSortKeys } from "./renewal-list-params.ts";
import { RenewalSums } from "./renewal-sums.tsx";
import { RenewalsSkeleton } from "./renewals-skeleton.tsx";
import { useRenewalColumns } from "./use-renewal-columns.tsx";

const pageSize = 25;
const refetchIntervalMs = 30_000;

const useFilter = () => {
  const [params] = useQueryStates(renewalListParams);
  return renewalFilterOf(params);
};

/** What renews this month and in the eleven after it, what it costs, and what has to be done. */
export function RenewalsPage() {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.orders.renewals.queryOptions(useFilter()),
    refetchInterval: refetchIntervalMs,
    // The list stays visible while the next filter loads.
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={query} skeleton={<RenewalsSkeleton />}>
      {(renewals) => <Renewals renewals={renewals} />}
    </QueryView>
  );
}

function Renewals({ renewals }: { renewals: Renewal[] }) {
  const t = useTranslations("renewals");
  const nameOf = useMonthText();
  const trpc = useTRPC();
  const now = useNow();
  const [params, setParams] = useQueryStates(renewalListParams, { history: "replace" });
  const filter = useFilter();
  const columns = useRenewalColumns();
  const { data: failed = [] } = useQuery({
    ...trpc.orders.renewals.queryOptions({ state: "failed" }),
    refetchInterval: refetchIntervalMs,
  });
  return (
    <ResourceList
      title={t("title")}
      total={isFiltered(filter) ? undefined : renewals.length}
      actions={renewals.length > 0 ? <ExportButton path="/renewals/export" filter={filter} /> : undefined}
      notice={
        <>
          <FailedRenewals
            renewals={failed}
            onShowAll={() => void setParams({ q: null, state: "failed", month: null, page: null })}
          />
          <RenewalChart />
        </>
      }
      empty={{ icon: IconRefresh, title: t("emptyTitle"), words: t("empty"), guide: t("guide") }}
      filters={{
        label: t("filters"),
        words: {
          label: t("filterByName"),
          value: params.q,
          onChange: (q) => void setParams({ q, page: null }),
        },
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
                onChange={(state) => void setParams({ state, page: null })}
              />
              <SelectFilter
                label={t("month")}
                any={t("month")}
                value={params.month}
                options={monthsFrom(now).map((value) => ({ value, label: nameOf(value) }))}
                onChange={(month) => void setParams({ month, page: null })}
              />
            </>
          ),
        },
      }}
      noMatch={{ title: t("noMatchTitle"), words: t("noMatch") }}
      aboveRows={<RenewalSums renewals={renewals} />}
      rows={renewals}
      columns={columns}
      rowId={({ kind, name }) => `${kind} ${name}`}
      {...sortInAddress(renewalSortKeys, params, (order) => setParams({ ...order, page: null }))}
      paging={{ page: params.page, size: pageSize, onPage: (page) => void setParams({ page }) }}
    />
  );
}
