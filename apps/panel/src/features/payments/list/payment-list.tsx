"use client";
import { IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { paymentStatuses } from "@zonepost/schema";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";
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
  const words = params.q.trim().toLowerCase();
  const isMatch = ({ status, lines }: PaymentListItem) =>
    (params.status === null || status === params.status) &&
    (words === "" ||
      lines.some(({ domainName }) => `${domainName} ${toUnicodeName(domainName)}`.includes(words)));
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
        more: {
          count: 1,
          activeCount: params.status === null ? 0 : 1,
          fields: (
            <SelectFilter
              label={t("status")}
              any={t("anyStatus")}
              value={params.status}
              options={paymentStatuses.map((value) => ({ value, label: statusWords(`status_${value}`) }))}
              onChange={(status) => void setParams({ status, page: null })}
            />
          ),
        },
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
