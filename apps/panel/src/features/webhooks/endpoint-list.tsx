"use client";
import { Button, Text } from "@mantine/core";
import { IconPlus, IconSearch, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { WebhookEndpoint } from "@zonepost/schema";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { webhookPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTable, RowLink } from "@/ui/list/data-table.tsx";
import { EmptyList } from "@/ui/list/empty-list.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { FilterField } from "@/ui/list/filter-field.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { EndpointListSkeleton } from "./endpoint-list-skeleton.tsx";
import { endpointListParams, endpointSortKeys } from "./endpoint-search-params.ts";
import { EndpointStatus } from "./endpoint-status.tsx";

export function EndpointList() {
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.webhooks.list.queryOptions(), refetchInterval: 15_000 });
  return (
    <QueryView query={query} skeleton={<EndpointListSkeleton />}>
      {(endpoints) => (endpoints.length === 0 ? <NoEndpoints /> : <Endpoints endpoints={endpoints} />)}
    </QueryView>
  );
}

function AddButton() {
  const t = useTranslations("webhooks");
  const mayAdd = useRight("webhooks:write");
  if (!mayAdd.has) {
    return null;
  }
  return (
    <Button component={Link} href="/webhooks/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {t("add")}
    </Button>
  );
}

function NoEndpoints() {
  const t = useTranslations("webhooks");
  return (
    <EmptyList
      title={t("title")}
      icon={IconWebhook}
      heading={t("emptyTitle")}
      action={<AddButton />}
      guide={t("guide")}
    >
      {t("empty")}
    </EmptyList>
  );
}

function Endpoints({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  const t = useTranslations("webhooks");
  const [params, setParams] = useQueryStates(endpointListParams, { history: "replace" });
  const words = params.q.trim().toLowerCase();
  const shown = endpoints.filter((endpoint) =>
    `${endpoint.url} ${endpoint.description}`.toLowerCase().includes(words),
  );
  const columns = useMemo<ColumnDef<WebhookEndpoint>[]>(
    () => [
      {
        id: "url",
        accessorKey: "url",
        header: t("url"),
        cell: ({ row: { original } }) => (
          <RowLink href={webhookPath(original.id)}>
            {original.url}
            {original.description ? (
              <Text component="span" display="block" size="xs" c="dimmed">
                {original.description}
              </Text>
            ) : null}
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "status",
        accessorFn: (endpoint) => (endpoint.active ? endpoint.consecutiveFailures : 100),
        header: t("status"),
        cell: ({ row }) => <EndpointStatus {...row.original} />,
        meta: { phone: "detail" },
      },
      {
        id: "events",
        enableSorting: false,
        header: t("events"),
        cell: ({ row: { original } }) =>
          original.events.includes("*") ? t("allEvents") : t("eventCount", { count: original.events.length }),
        meta: { phone: "aside" },
      },
      {
        id: "createdAt",
        accessorKey: "createdAt",
        header: t("created"),
        cell: ({ row }) => <Moment at={row.original.createdAt} />,
        meta: { phone: "hide" },
      },
    ],
    [t],
  );
  return (
    <>
      <PageHeader title={t("title")} count={endpoints.length} actions={<AddButton />} />
      <search aria-label={t("filters")}>
        <FilterField
          maw={360}
          mb="md"
          label={t("filterByUrl")}
          value={params.q}
          onChange={(q) => setParams({ q })}
        />
      </search>
      {shown.length === 0 ? (
        <EmptyState icon={IconSearch} title={t("noMatchTitle")}>
          {t("noMatch")}
        </EmptyState>
      ) : (
        <DataTable
          label={t("title")}
          rows={shown}
          columns={columns}
          rowId={(row) => row.id}
          sort={{ by: params.sort, descending: params.desc }}
          onSort={({ by, descending }) =>
            void setParams({
              sort: endpointSortKeys.find((key) => key === by) ?? "createdAt",
              desc: descending,
            })
          }
        />
      )}
    </>
  );
}
