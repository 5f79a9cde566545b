"use client";
import { Button } from "@mantine/core";
import { IconPlus, IconStack2 } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { ZonePage } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { nextPage } from "@/lib/next-page.ts";
import { newZonePath, zonePath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTypedFilter } from "@/lib/use-typed-filter.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { RowLink } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { type MorePages, MoreRows } from "@/ui/list/more-rows.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { useDrawnRows } from "@/ui/list/use-drawn-rows.ts";
import { Notice } from "@/ui/notices/notice.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { DelegationBadge, ZoneBadge } from "../zone-states.tsx";
import { zoneListParams, zonePageInputOf, zoneSortKeys } from "./zone-list-params.ts";
import { ZoneListSkeleton } from "./zone-list-skeleton.tsx";

type Row = ZonePage["items"][number];

export function ZoneList() {
  const t = useTranslations("zones");
  const trpc = useTRPC();
  const [params] = useQueryStates(zoneListParams);
  const filter = useTypedFilter(params);
  const pages = useInfiniteQuery({
    ...trpc.zones.page.infiniteQueryOptions(zonePageInputOf(filter), nextPage),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={pages} skeleton={<ZoneListSkeleton />} header={<PageHeader title={t("title")} />}>
      {(read) => <Zones read={read.pages} pages={pages} />}
    </QueryView>
  );
}

function Zones({ read, pages }: { read: ZonePage[]; pages: MorePages }) {
  const t = useTranslations("zones");
  const trpc = useTRPC();
  const write = useRight("zones:write");
  const { data: hosting } = useQuery(trpc.zones.hosting.queryOptions());
  const isUnavailable = hosting?.nameservers.length === 0;
  const [params, setParams] = useQueryStates(zoneListParams, { history: "replace" });
  const rows = useMemo(() => read.flatMap(({ items }) => items), [read]);
  const drawnRows = useDrawnRows(rows);
  const columns = useZoneColumns();
  const total = read[0]?.total;
  if (isUnavailable && total === 0) {
    return (
      <>
        <PageHeader title={t("title")} count={0} />
        <EmptyState icon={IconStack2} title={t("unavailableTitle")}>
          {t("unavailable")}
        </EmptyState>
      </>
    );
  }
  const button =
    write.has && !isUnavailable ? (
      <Button component={Link} href={newZonePath()} leftSection={<IconPlus size={18} aria-hidden />}>
        {t("create")}
      </Button>
    ) : undefined;
  return (
    <>
      <ResourceList
        title={t("title")}
        total={total}
        actions={button}
        notice={
          isUnavailable ? <Notice title={t("unavailableTitle")}>{t("unavailableNow")}</Notice> : undefined
        }
        empty={{
          icon: IconStack2,
          title: t("emptyTitle"),
          words: t("empty"),
          guide: t("guide"),
          action: button,
        }}
        filters={{
          label: t("filters"),
          words: { label: t("filterByName"), value: params.q, onChange: (q) => void setParams({ q }) },
        }}
        noMatch={{
          title: t("noMatchTitle"),
          words: t("noMatch"),
          onClear: () => void setParams({ q: null }),
        }}
        rows={drawnRows}
        columns={columns}
        rowId={({ name }) => name}
        pages={pages}
        {...sortInAddress(zoneSortKeys, params, setParams)}
      />
      {rows.length > 0 ? (
        <MoreRows pages={pages} end={t("allShown", { count: rows.length })} mt="sm" />
      ) : null}
    </>
  );
}

function useZoneColumns() {
  const t = useTranslations("zones");
  return useMemo<ColumnDef<Row>[]>(
    () => [
      {
        id: "name",
        accessorKey: "name",
        header: t("name"),
        cell: ({ row: { original } }) => (
          <RowLink href={zonePath(original.name)}>{original.unicodeName}</RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "publication",
        enableSorting: false,
        header: t("publication"),
        cell: ({ row: { original } }) => <ZoneBadge zone={original} />,
        meta: { phone: "status", isOneLine: true },
      },
      {
        id: "delegation",
        enableSorting: false,
        header: t("delegation"),
        cell: ({ row: { original } }) => <DelegationBadge delegation={original.delegation} />,
        meta: { phone: "detail" },
      },
      {
        id: "recordCount",
        accessorKey: "recordCount",
        header: t("records"),
        cell: ({ row: { original } }) => t("recordCount", { count: original.recordCount }),
        meta: { phone: "aside", isOneLine: true },
      },
      {
        id: "updatedAt",
        accessorKey: "updatedAt",
        header: t("updated"),
        cell: ({ row: { original } }) => <Moment at={original.updatedAt} />,
        meta: { phone: "hide" },
      },
    ],
    [t],
  );
}
