"use client";
import { Button, Text } from "@mantine/core";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { AttentionChip } from "@/features/attention/attention-chip.tsx";
import { signatureDoctorPath, webhookPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { RowLink } from "@/ui/list/data-table.tsx";
import { singleSelect } from "@/ui/list/filters/single-select.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { InactiveRow } from "./catch-up/inactive-row.tsx";
import { endpointListParams, endpointSortKeys } from "./endpoint-list-params.ts";
import { EndpointListSkeleton } from "./endpoint-list-skeleton.tsx";
import { endpointName } from "./endpoint-name.ts";
import { EndpointStatus } from "./endpoint-status.tsx";
import { IdEnd } from "./id-end.tsx";
import { Tags } from "./tags.tsx";

/** All are in the list; the rows above it save a click. */
const mostInactiveRows = 3;

export function EndpointList() {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.webhooks.list.queryOptions(), refetchInterval: 15_000 });
  return (
    <QueryView query={query} skeleton={<EndpointListSkeleton />} header={<PageHeader title={t("title")} />}>
      {(endpoints) => <Endpoints endpoints={endpoints} />}
    </QueryView>
  );
}

function Endpoints({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  const t = useTranslations("webhooks");
  const mayAdd = useRight("webhooks:write");
  const [params, setParams] = useQueryStates(endpointListParams, { history: "replace" });
  const words = params.q.trim().toLowerCase();
  const tags = [...new Set(endpoints.flatMap((endpoint) => endpoint.tags))].sort();
  const shown = endpoints.filter(
    (endpoint) =>
      (params.tag === null || endpoint.tags.includes(params.tag)) &&
      `${endpoint.url} ${endpoint.description}`.toLowerCase().includes(words),
  );
  const columns = useMemo<ColumnDef<WebhookEndpoint>[]>(
    () => [
      {
        id: "url",
        accessorFn: ({ description, url }) => description || url,
        header: t("endpoint"),
        cell: ({ row: { original } }) => (
          <RowLink href={webhookPath(original.id)}>
            {original.description ? (
              <>
                {original.description}
                <IdEnd {...endpointName(original, endpoints)} />
                <Text component="span" display="block" size="xs" c="dimmed">
                  <AddressText isClamped>{original.url}</AddressText>
                </Text>
              </>
            ) : (
              <>
                <AddressText isClamped>{original.url}</AddressText>
                <IdEnd {...endpointName(original, endpoints)} />
              </>
            )}
            <Tags tags={original.tags} />
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "status",
        accessorFn: (endpoint) => (endpoint.active ? endpoint.consecutiveFailures : 100),
        header: t("status"),
        cell: ({ row }) => <EndpointStatus {...row.original} />,
        meta: { phone: "detail", isOneLine: true },
      },
      {
        id: "events",
        enableSorting: false,
        header: t("events"),
        cell: ({ row: { original } }) =>
          original.events.includes("*") ? t("allEvents") : t("eventCount", { count: original.events.length }),
        meta: { phone: "aside", isOneLine: true },
      },
      {
        id: "createdAt",
        accessorKey: "createdAt",
        header: t("created"),
        cell: ({ row }) => <Moment at={row.original.createdAt} />,
        meta: { phone: "hide" },
      },
    ],
    [t, endpoints],
  );
  const addButton = mayAdd.has ? (
    <Button component={Link} href="/webhooks/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {t("add")}
    </Button>
  ) : undefined;
  const doctorButton = (
    <Button component={Link} href={signatureDoctorPath} variant="default">
      {t("doctor")}
    </Button>
  );
  const deactivated = endpoints
    .filter(({ active, deactivationReason }) => !active && deactivationReason !== "paused")
    .sort((one, other) => ((one.deactivatedAt ?? "") < (other.deactivatedAt ?? "") ? 1 : -1));
  return (
    <ResourceList
      notice={deactivated
        .slice(0, mostInactiveRows)
        .map((endpoint) => <InactiveRow key={endpoint.id} endpoint={endpoint} all={endpoints} />)}
      title={t("title")}
      total={endpoints.length}
      actions={
        <>
          <AttentionChip place="webhooks" />
          {doctorButton}
          {addButton}
        </>
      }
      empty={{
        icon: IconWebhook,
        title: t("emptyTitle"),
        words: t("empty"),
        guide: t("guide"),
        action: (
          <>
            {addButton}
            {doctorButton}
          </>
        ),
      }}
      filters={{
        label: t("filters"),
        words: { label: t("filterByUrl"), value: params.q, onChange: (q) => void setParams({ q }) },
        more:
          tags.length > 0 || params.tag !== null
            ? singleSelect({
                label: t("filterByTag"),
                any: t("anyTag"),
                value: params.tag,
                options: optionsOf(
                  params.tag === null || tags.includes(params.tag) ? tags : [...tags, params.tag],
                ),
                onChange: (tag) => void setParams({ tag }),
              })
            : undefined,
      }}
      noMatch={{
        title: t("noMatchTitle"),
        words: t("noMatch"),
        onClear: () => void setParams({ q: null, tag: null }),
      }}
      rows={shown}
      columns={columns}
      rowId={(row) => row.id}
      {...sortInAddress(endpointSortKeys, params, setParams)}
    />
  );
}

const optionsOf = (tags: readonly string[]) => tags.map((tag) => ({ value: tag, label: tag }));
