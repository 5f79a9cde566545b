"use client";
import { Anchor, Button, Text } from "@mantine/core";
import { IconDownload, IconWorld, IconWorldSearch } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { DomainCounts, DomainPage } from "@zonepost/schema/panel";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useEffect, useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { BulkChangeMenu } from "@/features/batches/bulk-change-menu.tsx";
import { RunningBatches } from "@/features/batches/running-batches.tsx";
import {
  type DomainFilters,
  domainFilterOf,
  domainListParams,
  domainPageInputOf,
  noFilters,
  queryOfDomains,
  sortKeys,
} from "@/features/domains/domain-list-params.ts";
import { withUnicodeName } from "@/features/domains/listed-domain.ts";
import { Failure } from "@/lib/failure.tsx";
import { nextPage } from "@/lib/next-page.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTypedFilter } from "@/lib/use-typed-filter.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useAddresses } from "@/ui/addresses.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { type MorePages, MoreRows } from "@/ui/list/more-rows.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { useDrawnRows } from "@/ui/list/use-drawn-rows.ts";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { AttentionFilter } from "./attention-filter.tsx";
import { DomainFilterBar } from "./domain-filter-bar.tsx";
import classes from "./domain-list.module.css";
import { DomainListSkeleton } from "./domain-list-skeleton.tsx";
import { useDomainColumns } from "./use-domain-columns.tsx";
import { useSeenDomains } from "./use-seen-domains.ts";

const FirstSteps = dynamic(() =>
  import("@/features/first-steps/first-steps-section.tsx").then((module) => module.FirstSteps),
);
const BatchDrawer = lazyDialog(() =>
  import("@/features/batches/batch-drawer.tsx").then((module) => module.BatchDrawer),
);

const barFilters = ["status", "within", "tld", "renew", "locked", "dnssec"] as const;
const refetchIntervalMs = 30_000;

export function DomainList() {
  const t = useTranslations("domains");
  const trpc = useTRPC();
  const [params] = useQueryStates(domainListParams);
  const filters = useTypedFilter(params);
  const counts = useQuery({
    ...trpc.domains.counts.queryOptions(domainFilterOf(filters)),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });
  const pages = useInfiniteQuery({
    ...trpc.domains.page.infiniteQueryOptions(domainPageInputOf(filters), nextPage),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });
  return (
    <QueryView query={counts} skeleton={<DomainListSkeleton />} header={<PageHeader title={t("title")} />}>
      {(counted) => (
        <QueryView query={pages} skeleton={<DomainListSkeleton />} header={<PageHeader title={t("title")} />}>
          {(read) => <Domains counts={counted} read={read.pages} pages={pages} />}
        </QueryView>
      )}
    </QueryView>
  );
}

function Domains(props: { counts: DomainCounts; read: DomainPage[]; pages: MorePages }) {
  const { counts, read, pages } = props;
  const t = useTranslations("domains");
  const tUi = useTranslations("ui");
  const trpc = useTRPC();
  const [params, setParams] = useQueryStates(domainListParams, { history: "replace" });
  const columns = useDomainColumns();
  const rows = useMemo(() => read.flatMap(({ items }) => items.map(withUnicodeName)), [read]);
  const drawnRows = useDrawnRows(rows);
  const seen = useSeenDomains();
  const { remember } = seen;
  useEffect(() => void remember(rows), [rows, remember]);
  const isFiltered = counts.matching < counts.total;
  const filter = (patch: Partial<DomainFilters>) => void setParams(patch);
  // Read when it is asked for: all of them can be thousands.
  const matching = useQuery({
    ...trpc.domains.matching.queryOptions(domainFilterOf(params)),
    enabled: false,
  });
  const showBatches = (ids: string[]) => void setParams({ batch: ids });
  return (
    <>
      <ResourceList
        title={t("title")}
        total={counts.total}
        actions={<ListActions isEmpty={counts.total === 0} filters={params} />}
        empty={{
          icon: IconWorld,
          title: t("emptyTitle"),
          words: t("empty"),
          guide: t("guide"),
          below: <FirstSteps />,
        }}
        notice={<RunningBatches onShow={showBatches} />}
        filters={{
          label: t("filters"),
          words: { label: t("filterByName"), value: params.q, onChange: (q) => filter({ q: q ?? "" }) },
          more: {
            count: barFilters.length,
            activeCount: barFilters.filter((key) => params[key] !== null).length,
            fields: <DomainFilterBar counts={counts} filters={params} onChange={filter} />,
          },
        }}
        aboveRows={
          <div className={classes.count}>
            <AttentionFilter
              count={counts.needAttention}
              isOn={params.attention}
              onChange={(attention) => filter({ attention })}
            />
            <Text size="sm" c="dimmed" role="status">
              {isFiltered ? (
                <>
                  {t("shownOf", { shown: counts.matching, total: counts.total })}
                  {drawnRows.length === 0 ? null : (
                    <Anchor component="button" size="sm" ml={8} onClick={() => filter(noFilters)}>
                      {tUi("clearFilters")}
                    </Anchor>
                  )}
                </>
              ) : null}
            </Text>
            {matching.error ? <Failure error={matching.error} title={t("notSelected")} /> : null}
          </div>
        }
        noMatch={{ title: t("noMatchTitle"), words: t("noMatch"), onClear: () => filter(noFilters) }}
        rows={drawnRows}
        columns={columns}
        rowId={(row) => row.unicodeName}
        pages={pages}
        {...sortInAddress(sortKeys, params, (order) => setParams(order))}
        bulk={{
          matchingCount: counts.matching,
          readMatchingIds: (select) =>
            void matching.refetch().then(({ isSuccess, data }) => isSuccess && select(remember(data))),
          actions: (ids, clear) => {
            const selected = seen.of(ids);
            return (
              <>
                <BulkChangeMenu
                  rows={selected}
                  onStarted={(batchIds) => {
                    clear();
                    showBatches(batchIds);
                  }}
                />
                <CopyButton
                  value={selected.map(({ name }) => name).join("\n")}
                  label={t("names")}
                  text={t("copyNames")}
                />
                <Button variant="subtle" color="gray" onClick={clear}>
                  {t("clearChoice")}
                </Button>
              </>
            );
          },
        }}
      />
      {rows.length > 0 ? (
        <MoreRows
          pages={pages}
          remaining={counts.matching - rows.length}
          end={t("allShown", { count: rows.length })}
          mt="sm"
        />
      ) : null}
      {counts.total > 0 ? (
        <Text size="xs" c="dimmed" mt="sm" className={classes.keys}>
          {t("keys")}
        </Text>
      ) : null}
      <BatchDrawer
        ids={params.batch}
        opened={params.batch !== null}
        onClose={() => void setParams({ batch: null })}
        onStarted={showBatches}
      />
    </>
  );
}

function ListActions({ isEmpty, filters }: { isEmpty: boolean; filters: DomainFilters }) {
  const t = useTranslations("domains");
  const { apiUrl } = useAddresses();
  const buy = useRight("domains:buy");
  return (
    <>
      {isEmpty ? null : (
        <Button
          component="a"
          href={`${apiUrl}/domains/export${queryOfDomains(filters)}`}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t("export")}
        </Button>
      )}
      {buy.has ? (
        <Button
          component={Link}
          href="/domains/search"
          leftSection={<IconWorldSearch size={18} aria-hidden />}
        >
          {t("find")}
        </Button>
      ) : null}
    </>
  );
}
