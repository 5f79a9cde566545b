"use client";
import { IconReceipt } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { paymentStatuses } from "@zonepost/schema";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { useTimeZone, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { ExportButton } from "../export-button.tsx";
import { isFiltered } from "../sold-filter.ts";
import { useSoldFilters } from "../sold-filters.tsx";
import { paymentFilterOf, paymentListParams, paymentSortKeys } from "./payment-list-params.ts";
import { PaymentListSkeleton } from "./payment-list-skeleton.tsx";
import { usePaymentColumns } from "./use-payment-columns.tsx";

/** Short, because cards and the billing profile are below. */
const pageSize = 10;
const refetchIntervalMs = 30_000;

const useFilter = () => {
  const zone = useTimeZone() ?? "UTC";
  const [params] = useQueryStates(paymentListParams);
  return paymentFilterOf(params, zone);
};

export function PaymentList() {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.orders.payments.queryOptions(useFilter()),
    refetchInterval: refetchIntervalMs,
    // The list stays visible while the next filter loads.
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={query} skeleton={<PaymentListSkeleton />}>
      {(payments) => <Payments payments={payments} />}
    </QueryView>
  );
}

function Payments({ payments }: { payments: PaymentListItem[] }) {
  const t = useTranslations("payments");
  const statusWords = useTranslations("paymentWords");
  const [params, setParams] = useQueryStates(paymentListParams, { history: "replace" });
  const columns = usePaymentColumns();
  const filter = useFilter();
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
  return (
    <ResourceList
      title={t("title")}
      total={isFiltered(filter) ? undefined : payments.length}
      empty={{
        icon: IconReceipt,
        title: t("noPaymentsTitle"),
        words: t("noPayments"),
        guide: t("guide"),
      }}
      actions={payments.length > 0 ? <ExportButton path="/payments/export" filter={filter} /> : undefined}
      filters={{
        label: t("filters"),
        words: {
          label: t("filterByName"),
          value: params.q,
          onChange: (q) => void setParams({ q, page: null }),
        },
        more,
      }}
      noMatch={{ title: t("noMatchTitle"), words: t("noMatch") }}
      rows={payments}
      columns={columns}
      rowId={({ id }) => id}
      {...sortInAddress(paymentSortKeys, params, (order) => setParams({ ...order, page: null }))}
      paging={{ page: params.page, size: pageSize, onPage: (page) => void setParams({ page }) }}
    />
  );
}
