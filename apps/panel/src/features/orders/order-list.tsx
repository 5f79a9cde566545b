"use client";
import { Button, Text } from "@mantine/core";
import { IconShoppingCart } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { orderStates } from "@zonepost/schema";
import type { OrderListItem, OrderPage } from "@zonepost/schema/panel";
import { orderStateTable } from "@zonepost/schema/status";
import { useTimeZone, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { ExportButton } from "@/features/payments/export-button.tsx";
import { isFiltered } from "@/features/payments/sold-filter.ts";
import { useSoldFilters } from "@/features/payments/sold-filters.tsx";
import { nextPage } from "@/lib/next-page.ts";
import { orderPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useActorName } from "@/lib/use-actor-name.ts";
import { useTypedFilter } from "@/lib/use-typed-filter.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { RowLink } from "@/ui/list/data-table.tsx";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";
import { type MorePages, MoreRows } from "@/ui/list/more-rows.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { useDrawnRows } from "@/ui/list/use-drawn-rows.ts";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { orderFilterOf, orderListParams } from "./order-list-params.ts";
import { OrderListSkeleton } from "./order-list-skeleton.tsx";

const isOpen = ({ finishedAt }: OrderListItem) => finishedAt === null;

export function OrderList() {
  const t = useTranslations("orders");
  const trpc = useTRPC();
  const zone = useTimeZone() ?? "UTC";
  const [params] = useQueryStates(orderListParams);
  const filter = useTypedFilter(params);
  const pages = useInfiniteQuery({
    ...trpc.orders.list.infiniteQueryOptions(orderFilterOf(filter, zone), nextPage),
    // The list stays visible while the next filter loads.
    placeholderData: keepPreviousData,
    // Open orders are on the first page.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.items.some(isOpen) ? 5_000 : 30_000),
  });
  return (
    <QueryView query={pages} skeleton={<OrderListSkeleton />} header={<PageHeader title={t("title")} />}>
      {(read) => <Orders read={read.pages} pages={pages} />}
    </QueryView>
  );
}

function Orders({ read, pages }: { read: OrderPage[]; pages: MorePages }) {
  const t = useTranslations("orders");
  const actorName = useActorName();
  const money = useMoney();
  const buy = useRight("domains:buy");
  const payments = useRight("payments:read");
  const [params, setParams] = useQueryStates(orderListParams, { history: "replace" });
  const filter = orderFilterOf(params, useTimeZone() ?? "UTC");
  const rows = useMemo(() => read.flatMap(({ items }) => items), [read]);
  const total = read[0]?.total ?? rows.length;
  const drawnRows = useDrawnRows(rows);
  const more = useSoldFilters(params, (change) => void setParams(change), {
    isActive: params.state !== null,
    field: (
      <SelectFilter
        label={t("state")}
        any={t("anyState")}
        value={params.state}
        options={orderStates.map((value) => ({ value, label: t(`state_${value}`) }))}
        onChange={(state) => void setParams({ state })}
      />
    ),
  });
  const columns = useMemo<ColumnDef<OrderListItem>[]>(
    () => [
      {
        id: "what",
        header: t("what"),
        cell: ({ row: { original } }) => (
          <RowLink href={orderPath(original.id)}>
            <AddressText>
              {t("names", { name: toUnicodeName(original.firstName), others: original.nameCount - 1 })}
            </AddressText>
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "state",
        header: t("state"),
        cell: ({ row: { original } }) => (
          <StatusBadge tone={orderStateTable[original.state].tone}>
            {t(`state_${original.state}`)}
          </StatusBadge>
        ),
        meta: { phone: "status" },
      },
      {
        id: "total",
        header: t("total"),
        cell: ({ row: { original } }) => money(original.totalCents, original.currency),
        meta: { phone: "detail", align: "end" },
      },
      {
        id: "placed",
        header: t("placed"),
        cell: ({ row: { original } }) => (
          <span>
            <RelativeMoment at={original.createdAt} hasHappened />
            <Text component="span" size="xs" c="dimmed" display="block">
              <AddressText>{actorName(original.requestedBy)}</AddressText>
            </Text>
          </span>
        ),
        meta: { phone: "aside" },
      },
    ],
    [t, money, actorName],
  );
  return (
    <>
      <ResourceList
        title={t("title")}
        description={<Text c="dimmed">{t(payments.has ? "words" : "wordsOwn")}</Text>}
        total={isFiltered(filter) ? undefined : total}
        actions={total > 0 ? <ExportButton path="/orders/export" filter={filter} /> : undefined}
        empty={{
          icon: IconShoppingCart,
          title: t("emptyTitle"),
          words: t("empty"),
          action: buy.has ? (
            <Button component={Link} href="/domains/search">
              {t("findDomain")}
            </Button>
          ) : null,
        }}
        filters={{
          label: t("filters"),
          words: { label: t("filterByName"), value: params.q, onChange: (q) => void setParams({ q }) },
          more,
        }}
        noMatch={{
          title: t("noMatchTitle"),
          words: t("noMatch"),
          onClear: () => void setParams({ q: null, kind: null, from: null, until: null, state: null }),
        }}
        rows={drawnRows}
        columns={columns}
        rowId={(row) => row.id}
        pages={pages}
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
