"use client";
import { Anchor, Button, Text } from "@mantine/core";
import { IconDownload, IconWorld, IconWorldSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useDeferredValue, useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { BulkChangeMenu } from "@/features/batches/bulk-change-menu.tsx";
import { RunningBatches } from "@/features/batches/running-batches.tsx";
import {
  type DomainFilters,
  filterDomains,
  type ListedDomain,
  noFilters,
} from "@/features/domains/domain-filters.ts";
import { domainListParams, sortKeys } from "@/features/domains/domain-list-params.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { useAddresses } from "@/ui/addresses.tsx";
import { useNow } from "@/ui/clock.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Link } from "@/ui/link.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { AttentionFilter } from "./attention-filter.tsx";
import { DomainFilterBar } from "./domain-filter-bar.tsx";
import classes from "./domain-list.module.css";
import { DomainListSkeleton } from "./domain-list-skeleton.tsx";
import { useDomainColumns } from "./use-domain-columns.tsx";

const FirstSteps = dynamic(() =>
  import("@/features/first-steps/first-steps-section.tsx").then((module) => module.FirstSteps),
);
const BatchDrawer = lazyDialog(() =>
  import("@/features/batches/batch-drawer.tsx").then((module) => module.BatchDrawer),
);

const barFilters = ["status", "within", "tld", "renew", "locked", "dnssec"] as const;
const pageSize = 50;
const refetchIntervalMs = 30_000;

export function DomainList() {
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.domains.list.queryOptions(), refetchInterval: refetchIntervalMs });
  return (
    <QueryView query={query} skeleton={<DomainListSkeleton />}>
      {(domains) => <Domains domains={domains} />}
    </QueryView>
  );
}

function Domains({ domains }: { domains: ListedDomain[] }) {
  const t = useTranslations("domains");
  const now = useNow();
  const [params, setParams] = useQueryStates(domainListParams, { history: "replace" });
  const columns = useDomainColumns();
  // Deferred, so that typing stays responsive with many rows.
  const filters = useDeferredValue(params);
  const shown = useMemo(() => filterDomains(domains, filters, now), [domains, filters, now]);
  const isFiltered = shown.length < domains.length;
  /** A new filter starts at the first page. */
  const filter = (patch: Partial<DomainFilters>) => void setParams({ ...patch, page: null });
  const showBatches = (ids: string[]) => void setParams({ batch: ids });
  return (
    <>
      <ResourceList
        title={t("title")}
        total={domains.length}
        actions={<ListActions isEmpty={domains.length === 0} />}
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
            fields: <DomainFilterBar domains={domains} filters={params} onChange={filter} />,
          },
        }}
        aboveRows={
          <div className={classes.count}>
            <AttentionFilter
              domains={domains}
              isOn={params.attention}
              onChange={(attention) => filter({ attention })}
            />
            <Text size="sm" c="dimmed" role="status">
              {isFiltered ? (
                <>
                  {t("shownOf", { shown: shown.length, total: domains.length })}
                  <Anchor component="button" size="sm" ml={8} onClick={() => filter(noFilters)}>
                    {t("clearFilters")}
                  </Anchor>
                </>
              ) : null}
            </Text>
          </div>
        }
        noMatch={{ title: t("noMatchTitle"), words: t("noMatch") }}
        rows={shown}
        columns={columns}
        rowId={(row) => row.unicodeName}
        {...sortInAddress(sortKeys, params, (order) => setParams({ ...order, page: null }))}
        paging={{ page: params.page, size: pageSize, onPage: (page) => void setParams({ page }) }}
        bulk={{
          allRows: domains,
          actions: (rows, clear) => (
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
          ),
        }}
      />
      {domains.length > 0 ? (
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

function ListActions({ isEmpty }: { isEmpty: boolean }) {
  const t = useTranslations("domains");
  const { apiUrl } = useAddresses();
  const buy = useRight("domains:buy");
  return (
    <>
      {isEmpty ? null : (
        <Button
          component="a"
          href={`${apiUrl}/domains/export`}
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
