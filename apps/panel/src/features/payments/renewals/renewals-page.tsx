"use client";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Renewal, renewalStates } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { nameContains } from "@/lib/name-contains.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { singleSelect } from "@/ui/list/filters/single-select.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { FailedRenewals } from "./failed-renewals.tsx";
import { RenewalChart } from "./renewal-chart.tsx";
import { renewalListParams, renewalSortKeys } from "./renewal-list-params.ts";
import { RenewalsSkeleton } from "./renewals-skeleton.tsx";
import { useRenewalColumns } from "./use-renewal-columns.tsx";

const pageSize = 25;
const refetchIntervalMs = 30_000;

/** What renews in the next twelve months, what it costs, and what has to be done. */
export function RenewalsPage() {
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.orders.renewals.queryOptions({}), refetchInterval: refetchIntervalMs });
  return (
    <QueryView query={query} skeleton={<RenewalsSkeleton />}>
      {(renewals) => <Renewals renewals={renewals} />}
    </QueryView>
  );
}

function Renewals({ renewals }: { renewals: Renewal[] }) {
  const t = useTranslations("renewals");
  const [params, setParams] = useQueryStates(renewalListParams, { history: "replace" });
  const columns = useRenewalColumns();
  const isMatch = ({ name, state }: Renewal) =>
    (params.state === null || state === params.state) && nameContains(name, params.q);
  return (
    <ResourceList
      title={t("title")}
      total={renewals.length}
      notice={
        <>
          <FailedRenewals
            renewals={renewals.filter(({ state }) => state === "failed")}
            onShowAll={() => void setParams({ q: null, state: "failed", page: null })}
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
        more: singleSelect({
          label: t("state"),
          any: t("anyState"),
          value: params.state,
          options: renewalStates.map((value) => ({ value, label: t(`state_${value}`) })),
          onChange: (state) => void setParams({ state, page: null }),
        }),
      }}
      noMatch={{ title: t("noMatchTitle"), words: t("noMatch") }}
      rows={renewals.filter(isMatch)}
      columns={columns}
      rowId={({ kind, name }) => `${kind} ${name}`}
      {...sortInAddress(renewalSortKeys, params, (order) => setParams({ ...order, page: null }))}
      paging={{ page: params.page, size: pageSize, onPage: (page) => void setParams({ page }) }}
    />
  );
}
