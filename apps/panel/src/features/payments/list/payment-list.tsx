"use client";
import { IconReceipt } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { paymentStatuses } from "@zonepost/schema";
import type { PaymentPage } from "@zonepost/schema/panel";
import { useTimeZone, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { nextPage } from "@/lib/next-page.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTypedFilter } from "@/lib/use-typed-filter.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";
import { type MorePages, MoreRows } from "@/ui/list/more-rows.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { ExportButton } from "../export-button.tsx";
import { isFiltered } from "../sold-filter.ts";
import { useSoldFilters } from "../sold-filters.tsx";
import {
  paymentFilterOf,
  paymentListParams,
  paymentPageInputOf,
  paymentSortKeys,
} from "./payment-list-params.ts";
import { PaymentListSkeleton } from "./payment-list-skeleton.tsx";
import { usePaymentColumns } from "./use-payment-columns.tsx";

/** Short, because cards and the billing profile are below. */
const pageSize = 10;
const refetchIntervalMs = 30_000;

export function PaymentList() {
  const t = useTranslations("payments");
  const trpc = useTRPC();
  const zone = useTimeZone() ?? "UTC";
  const [params] = useQueryStates(paymentListParams);
  const pages = useInfiniteQuery({
    ...trpc.orders.payments.infiniteQueryOptions(paymentPageInputOf(useTypedFilter(params), zone), nextPage),
    refetchInterval: refetchIntervalMs,
    // The list stays visible while the next filter loads.
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={pages} skeleton={<PaymentListSkeleton />} header={<PageHeader title={t("title")} />}>
      {(read) => <Payments read={read.pages} pages={pages} />}
    </QueryView>
  );
}

function Payments({ read, pages }: { read: PaymentPage[]; pages: MorePages }) {
  const t = useTranslations("payments");
  const statusWords = useTranslations("paymentWords");
  const [params, setParams] = useQueryStates(paymentListParams, { history: "replace" });
  const columns = usePaymentColumns();
  const filter = paymentFilterOf(params, useTimeZone() ?? "UTC");
  const rows = useMemo(() => read.flatMap(({ items }) => items), [read]);
  const total = read[0]?.total ?? rows.length;
  const more = useSoldFilters(params, (change) => void setParams({ ...change, page: null }), {
    isActive: params.status !== null,
    field: (
      <SelectFilter
        label={t("status")}
        any={t("anyStatus")}
        value={params.status}
        options={paymentStatuses.map((value) => ({ value, label: statusWords(`status_${value}`) }))}
        onChange={(status) => void setParams({ status, page: null })}
      />
    ),
  });
  const showMore = async () => {
    await pages.fetchNextPage();
    await setParams({ page: rows.length / pageSize + 1 });
  };
  return (
    <>
      <ResourceList
        title={t("title")}
        total={isFiltered(filter) ? undefined : total}
        empty={{
          icon: IconReceipt,
          title: t("noPaymentsTitle"),
          words: t("noPayments"),
          guide: t("guide"),
        }}
        actions={total > 0 ? <ExportButton path="/payments/export" filter={filter} /> : undefined}
        filters={{
          label: t("filters"),
          words: {
            label: t("filterByName"),
            value: params.q,
            onChange: (q) => void setParams({ q, page: null }),
          },
          more,
        }}
        noMatch={{
          title: t("noMatchTitle"),
          words: t("noMatch"),
          onClear: () =>
            void setParams({ q: null, kind: null, from: null, until: null, status: null, page: null }),
        }}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        pages={pages}
        {...sortInAddress(paymentSortKeys, params, (order) => setParams({ ...order, page: null }))}
        paging={{ page: params.page, size: pageSize, total, onPage: (page) => void setParams({ page }) }}
      />
      {pages.hasNextPage ? (
        <MoreRows
          pages={{ ...pages, fetchNextPage: showMore }}
          remaining={total - rows.length}
          end={null}
          mt="sm"
        />
      ) : null}
    </>
  );
}
