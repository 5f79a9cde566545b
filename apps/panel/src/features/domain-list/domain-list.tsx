"use client";
import { Anchor, Button, NativeSelect, Text } from "@mantine/core";
import { IconDownload, IconSearch, IconWorld, IconWorldSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { domainStatuses } from "@zonepost/schema";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useDeferredValue, useMemo } from "react";
import { BatchDrawer } from "@/features/batches/batch-drawer.tsx";
import { BulkChangeMenu } from "@/features/batches/bulk-change.tsx";
import { RunningBatches } from "@/features/batches/running-batches.tsx";
import { filterDomains, type ListedDomain } from "@/features/domains/domain-filters.ts";
import {
  type domainFilterParams,
  domainListParams,
  sortKeys,
} from "@/features/domains/domain-list-params.ts";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { DomainStatusBadge } from "@/features/domains/domain-status.tsx";
import { ownScript } from "@/lib/own-script.ts";
import { domainPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { useAddresses } from "@/ui/addresses.tsx";
import { useNow } from "@/ui/clock.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTable, RowLink } from "@/ui/list/data-table.tsx";
import { EmptyList } from "@/ui/list/empty-list.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { FilterField } from "@/ui/list/filter-field.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import classes from "./domain-list.module.css";
import { DomainListSkeleton } from "./domain-list-skeleton.tsx";
import { ExpiryCell } from "./expiry-cell.tsx";

const pageSize = 50;
const byName = new Intl.Collator();
const noFilters = { q: null, status: null, tld: null, renew: null, locked: null, dnssec: null, within: null };

export function DomainList() {
  const trpc = useTRPC();
  const query = useQuery(trpc.domains.list.queryOptions());
  return (
    <QueryView query={query} skeleton={<DomainListSkeleton />}>
      {(domains) => (domains.length === 0 ? <NoDomains /> : <Domains domains={domains} />)}
    </QueryView>
  );
}

function SearchButton() {
  const t = useTranslations("domains");
  return (
    <Button component={Link} href="/domains/search" leftSection={<IconWorldSearch size={18} aria-hidden />}>
      {t("find")}
    </Button>
  );
}

function NoDomains() {
  const t = useTranslations("domains");
  return (
    <EmptyList
      title={t("title")}
      icon={IconWorld}
      heading={t("emptyTitle")}
      action={<SearchButton />}
      guide={t("guide")}
    >
      {t("empty")}
    </EmptyList>
  );
}

function Domains({ domains }: { domains: ListedDomain[] }) {
  const t = useTranslations("domains");
  const status = useTranslations("domainStatus");
  const now = useNow();
  const { apiUrl } = useAddresses();
  const [params, setParams] = useQueryStates(domainListParams, { history: "replace" });

  // What is typed shows at once, however many rows there are to go through.
  const filters = useDeferredValue(params);
  const shown = useMemo(() => filterDomains(domains, filters, now), [domains, filters, now]);
  const isFiltered = shown.length < domains.length;
  const present = domainStatuses.filter((one) => domains.some((domain) => domain.status === one));
  const tlds = [...new Set(domains.map(({ tld }) => tld))].sort();
  /** Another filter begins on the first page. */
  const filter = (patch: Partial<Record<keyof typeof domainFilterParams, string | number | null>>) =>
    void setParams({ ...(patch as object), page: null });
  const showBatches = (ids: string[]) => void setParams({ batch: ids });
  const onOrOff = (key: "renew" | "locked" | "dnssec") => (
    <NativeSelect
      aria-label={t(key === "renew" ? "autoRenew" : key)}
      value={params[key] ?? ""}
      onChange={(event) => filter({ [key]: event.currentTarget.value || null })}
      data={[
        { value: "", label: t(`any_${key}`) },
        { value: "on", label: t(`${key}_on`) },
        { value: "off", label: t(`${key}_off`) },
      ]}
    />
  );

  const columns = useMemo<ColumnDef<ListedDomain>[]>(
    () => [
      {
        id: "name",
        accessorKey: "unicodeName",
        header: t("name"),
        sortingFn: (one, other) => byName.compare(one.original.unicodeName, other.original.unicodeName),
        cell: ({ row: { original } }) => (
          <RowLink href={domainPath(original.name)}>
            <DomainName name={original.name} unicodeName={original.unicodeName} />
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "status",
        accessorKey: "status",
        header: t("status"),
        cell: ({ row }) => <DomainStatusBadge status={row.original.status} />,
        meta: { phone: "status" },
      },
      {
        id: "expiresAt",
        accessorKey: "expiresAt",
        header: t("expires"),
        cell: ({ row }) => (
          <ExpiryCell expiresAt={row.original.expiresAt} autoRenew={row.original.autoRenew} />
        ),
        meta: { phone: "detail" },
      },
      {
        id: "autoRenew",
        accessorKey: "autoRenew",
        header: t("autoRenew"),
        cell: ({ row }) => (
          <StatusBadge tone={row.original.autoRenew ? "good" : "off"}>
            {row.original.autoRenew ? t("renewOn") : t("renewOff")}
          </StatusBadge>
        ),
        meta: { phone: "low", phoneLabel: t("autoRenew") },
      },
      {
        id: "locked",
        accessorKey: "locked",
        header: t("lock"),
        cell: ({ row }) => (
          <StatusBadge tone={row.original.locked ? "good" : "off"}>
            {row.original.locked ? t("lockOn") : t("lockOff")}
          </StatusBadge>
        ),
        meta: { phone: "hide" },
      },
      {
        id: "whoisPrivacy",
        accessorKey: "whoisPrivacy",
        header: t("privacy"),
        cell: ({ row }) => (
          <StatusBadge tone={row.original.whoisPrivacy ? "good" : "off"}>
            {row.original.whoisPrivacy ? t("privacyOn") : t("privacyOff")}
          </StatusBadge>
        ),
        meta: { phone: "lowAside" },
      },
    ],
    [t],
  );

  return (
    <>
      <PageHeader
        title={t("title")}
        count={domains.length}
        actions={
          <>
            <Button
              component="a"
              href={`${apiUrl}/domains/export`}
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {t("export")}
            </Button>
            <SearchButton />
          </>
        }
      />
      <RunningBatches onShow={showBatches} />
      <search className={classes.filters} aria-label={t("filters")}>
        <FilterField
          className={classes.words}
          label={t("filterByName")}
          value={params.q}
          onChange={(q) => filter({ q })}
        />
        <NativeSelect
          aria-label={t("status")}
          value={params.status ?? ""}
          onChange={(event) => filter({ status: event.currentTarget.value || null })}
          data={[
            { value: "", label: t("anyStatus") },
            ...present.map((one) => ({ value: one, label: status(one) })),
          ]}
        />
        <NativeSelect
          aria-label={t("expires")}
          value={params.within ?? ""}
          onChange={(event) => filter({ within: Number(event.currentTarget.value) || null })}
          data={[
            { value: "", label: t("anyExpiry") },
            ...[7, 30, 90].map((days) => ({ value: String(days), label: t("withinDays", { days }) })),
          ]}
        />
        <NativeSelect
          aria-label={t("tld")}
          value={params.tld ?? ""}
          onChange={(event) => filter({ tld: event.currentTarget.value || null })}
          data={[
            { value: "", label: t("anyTld") },
            ...tlds.map((tld) => ({ value: tld, label: `.${ownScript(tld)}` })),
          ]}
        />
        {onOrOff("renew")}
        {onOrOff("locked")}
        {onOrOff("dnssec")}
      </search>
      <Text size="sm" c="dimmed" className={classes.count} role="status">
        {isFiltered ? t("shownOf", { shown: shown.length, total: domains.length }) : ""}
        {isFiltered ? (
          <Anchor component="button" size="sm" ml={8} onClick={() => filter(noFilters)}>
            {t("clearFilters")}
          </Anchor>
        ) : null}
      </Text>
      {shown.length === 0 ? (
        <EmptyState icon={IconSearch} title={t("noMatchTitle")}>
          {t("noMatch")}
        </EmptyState>
      ) : (
        <DataTable
          label={t("title")}
          rows={shown}
          columns={columns}
          rowId={(row) => row.unicodeName}
          sort={{ by: params.sort, descending: params.desc }}
          onSort={({ by, descending }) => {
            const sort = sortKeys.find((key) => key === by) ?? "name";
            void setParams({ sort, desc: descending || null, page: null });
          }}
          paging={{
            page: params.page,
            size: pageSize,
            onPage: (page) => void setParams({ page }),
          }}
          bulk={(rows, clear) => (
            <>
              <BulkChangeMenu
                rows={rows}
                onStarted={(ids) => {
                  clear();
                  showBatches(ids);
                }}
              />
              <CopyButton
                value={rows.map((row) => row.name).join("\n")}
                label={t("names")}
                text={t("copyNames")}
              />
              <Button variant="subtle" color="gray" onClick={clear}>
                {t("clearChoice")}
              </Button>
            </>
          )}
        />
      )}
      <Text size="xs" c="dimmed" mt="sm" className={classes.keys}>
        {t("keys")}
      </Text>
      <BatchDrawer
        ids={params.batch}
        onClose={() => void setParams({ batch: null })}
        onStarted={showBatches}
      />
    </>
  );
}
