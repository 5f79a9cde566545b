"use client";
import { Button, Text } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { ApiKey } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { apiKeyPath, newApiKeyPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Link } from "@/ui/link.tsx";
import { RowLink } from "@/ui/list/data-table.tsx";
import { singleSelect } from "@/ui/list/filters/single-select.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { Moment, RelativeMoment } from "@/ui/values/moment.tsx";
import { apiKeyListParams, apiKeySortKeys, apiKeyStatuses } from "./api-key-list-params.ts";
import { ApiKeyListSkeleton } from "./api-key-list-skeleton.tsx";
import { ApiKeyStatus } from "./api-key-status.tsx";
import { useScopeLabel } from "./scope-label.tsx";

export function ApiKeyList() {
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.apiKeys.list.queryOptions(), refetchInterval: 30_000 });
  return (
    <QueryView query={query} skeleton={<ApiKeyListSkeleton />}>
      {(apiKeys) => <ApiKeys apiKeys={apiKeys} />}
    </QueryView>
  );
}

const shownStatusOf = ({ status, heldAt }: ApiKey) =>
  status === "active" && heldAt !== null ? "off" : status;

function ApiKeys({ apiKeys }: { apiKeys: ApiKey[] }) {
  const t = useTranslations("apiKeys");
  const scopeLabel = useScopeLabel();
  const [params, setParams] = useQueryStates(apiKeyListParams, { history: "replace" });
  const words = params.q.trim().toLowerCase();
  const shown = apiKeys.filter(
    (apiKey) =>
      `${apiKey.name} ${apiKey.start}`.toLowerCase().includes(words) &&
      (!params.status || shownStatusOf(apiKey) === params.status),
  );
  const columns = useMemo<ColumnDef<ApiKey>[]>(
    () => [
      {
        id: "name",
        accessorKey: "name",
        header: t("name"),
        sortingFn: (one, other) => one.original.name.localeCompare(other.original.name),
        cell: ({ row: { original } }) => (
          <RowLink href={apiKeyPath(original.id)}>
            {original.name}
            <Text component="span" display="block" size="xs" c="dimmed" ff="monospace" fw={400}>
              {original.start}…
            </Text>
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "status",
        accessorKey: "status",
        header: t("status"),
        cell: ({ row }) => <ApiKeyStatus apiKey={row.original} />,
        meta: { phone: "status" },
      },
      {
        id: "may",
        enableSorting: false,
        header: t("may"),
        cell: ({ row: { original } }) => (
          <span>
            {scopeLabel(original.scopes)}
            <Text component="span" display="block" size="xs" c="dimmed">
              {original.domainNames === null
                ? t("allDomains")
                : t("domainCount", { count: original.domainNames.length })}
            </Text>
          </span>
        ),
        meta: { phone: "detail" },
      },
      {
        id: "lastUsedAt",
        accessorFn: ({ lastUsedAt }) => lastUsedAt ?? "",
        header: t("lastUsed"),
        cell: ({ row: { original } }) =>
          original.lastUsedAt ? <RelativeMoment at={original.lastUsedAt} hasHappened /> : t("neverUsed"),
        meta: { phone: "low", phoneLabel: t("lastUsed") },
      },
      {
        id: "expiresAt",
        // Keys that never expire come last.
        accessorFn: ({ expiresAt }) => expiresAt ?? "9999",
        header: t("expires"),
        cell: ({ row: { original } }) =>
          original.expiresAt ? <Moment at={original.expiresAt} /> : t("noExpiry"),
        meta: { phone: "hide" },
      },
    ],
    [t, scopeLabel],
  );
  return (
    <ResourceList
      isSection
      title={t("title")}
      description={t("words")}
      total={apiKeys.length}
      actions={
        <Button component={Link} href={newApiKeyPath} leftSection={<IconPlus size={18} aria-hidden />}>
          {t("add")}
        </Button>
      }
      empty={{ icon: IconKey, title: t("emptyTitle"), words: t("empty"), guide: t("guide") }}
      filters={{
        label: t("filters"),
        words: { label: t("filterByName"), value: params.q, onChange: (q) => void setParams({ q }) },
        more: singleSelect({
          label: t("status"),
          any: t("anyStatus"),
          value: params.status,
          options: apiKeyStatuses.map((value) => ({ value, label: t(`status_${value}`) })),
          onChange: (status) => void setParams({ status }),
        }),
      }}
      noMatch={{
        title: t("noMatchTitle"),
        words: t("noMatch"),
        onClear: () => void setParams({ q: null, status: null }),
      }}
      rows={shown}
      columns={columns}
      rowId={(row) => row.id}
      {...sortInAddress(apiKeySortKeys, params, setParams)}
    />
  );
}
