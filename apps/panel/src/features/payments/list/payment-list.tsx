"use client";
import { IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { paymentStatuses } from "@zonepost/schema";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { nameContains } from "@/lib/name-contains.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { singleSelect } from "@/ui/list/filters/single-select.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { paymentListParams, paymentSortKeys } from "./payment-list-params.ts";
import { PaymentListSkeleton } from "./payment-list-skeleton.tsx";
import { usePaymentColumns } from "./use-payment-columns.tsx";

/** Short, because cards and the billing profile are below. */
const pageSize = 10;
const refetchIntervalMs = 30_000;

export function PaymentList() {
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.orders.payments.queryOptions(), refetchInterval: refetchIntervalMs });
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
  const isMatch = ({ status, lines }: PaymentListItem) =>
    (params.status === null || status === params.status) &&
    (params.q.trim() === "" || lines.some(({ domainName }) => nameContains(domainName, params.q)));
  return (
    <ResourceList
      title={t("title")}
      total={payments.length}
      empty={{
        icon: IconReceipt,
        title: t("noPaymentsTitle"),
        words: t("noPayments"),
        guide: t("guide"),
      }}
      filters={{
        label: t("filters"),
        words: {
          label: t("filterByName"),
          value: params.q,
          onChange: (q) => void setParams({ q, page: null }),
        },
        more: singleSelect({
          label: t("status"),
          any: t("anyStatus"),
          value: params.status,
          options: paymentStatuses.map((value) => ({ value, label: statusWords(`status_${value}`) })),
          onChange: (status) => void setParams({ status, page: null }),
        }),
      }}
      noMatch={{ title: t("noMatchTitle"), words: t("noMatch") }}
      rows={payments.filter(isMatch)}
      columns={columns}
      rowId={({ id }) => id}
      {...sortInAddress(paymentSortKeys, params, (order) => setParams({ ...order, page: null }))}
      paging={{ page: params.page, size: pageSize, onPage: (page) => void setParams({ page }) }}
    />
  );
}
