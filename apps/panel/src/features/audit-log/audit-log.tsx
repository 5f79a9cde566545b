"use client";
import { Button, Stack, Text } from "@mantine/core";
import { IconDownload, IconHistory } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { AuditLogEntry } from "@zonepost/schema/panel";
import { useTimeZone, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useDeviceName } from "@/features/devices/device-name.tsx";
import { Failure } from "@/lib/failure.tsx";
import { useTRPCClient } from "@/trpc/client.tsx";
import { useAddresses } from "@/ui/addresses.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTable, DataTableSkeleton, RowButton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { MoreRows } from "@/ui/list/more-rows.tsx";
import { NoMatches } from "@/ui/list/no-matches.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import classes from "./audit-log.module.css";
import { auditParams, noAuditFilters } from "./audit-params.ts";
import { auditExportUrl, auditListInput, auditPagesOptions } from "./audit-query.ts";
import { useEntryMessage } from "./entry-message.tsx";

const EntryDrawer = lazyDialog(() => import("./entry-drawer.tsx").then((module) => module.EntryDrawer));

export function AuditLog() {
  const t = useTranslations("auditLog");
  const client = useTRPCClient();
  const { apiUrl } = useAddresses();
  const zone = useTimeZone() ?? "UTC";
  const [params, setParams] = useQueryStates(auditParams, { history: "replace" });
  const isFiltered = Boolean(params.kind || params.who || params.what || params.from || params.until);
  const query = useInfiniteQuery({
    ...auditPagesOptions(auditListInput(params, zone), (input) => client.audit.list.query(input)),
    // The list stays visible while the next filter loads.
    placeholderData: keepPreviousData,
  });
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <div data-list>
      <PageHeader
        long
        title={t("title")}
        below={<Text c="dimmed">{t("words")}</Text>}
        actions={
          <Button
            component="a"
            href={auditExportUrl(apiUrl, params, zone)}
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t("export")}
          </Button>
        }
      />
      <Stack gap="md">
        <AuditFilterBar hasRows={entries?.length !== 0} />
        {query.isError && !query.isFetchNextPageError ? (
          <Failure error={query.error} title={t("notLoaded")} onRetry={() => void query.refetch()} />
        ) : entries === undefined ? (
          <DataTableSkeleton headers={[t("happened"), t("from"), t("when")]} rows={10} />
        ) : entries.length > 0 ? (
          <>
            <Entries entries={entries} />
            {query.isFetchNextPageError ? <Failure error={query.error} title={t("notLoaded")} /> : null}
            <MoreRows pages={query} more={t("more")} end={t("allShown", { count: entries.length })} />
          </>
        ) : isFiltered ? (
          <NoMatches
            title={t("noMatchTitle")}
            words={t("noMatch")}
            onClear={() => void setParams(noAuditFilters)}
          />
        ) : (
          <EmptyState icon={IconHistory} title={t("emptyTitle")}>
            {t("empty")}
          </EmptyState>
        )}
      </Stack>
    </div>
  );
}

function Entries({ entries }: { entries: AuditLogEntry[] }) {
  const t = useTranslations("auditLog");
  const words = useEntryMessage();
  const deviceName = useDeviceName();
  const [{ entry }, setParams] = useQueryStates(auditParams, { history: "push" });
  const columns = useMemo<ColumnDef<AuditLogEntry>[]>(
    () => [
      {
        id: "what",
        header: t("happened"),
        cell: ({ row: { original } }) => (
          <RowButton onClick={() => void setParams({ entry: original.id })}>
            <Text component="span" size="sm" fw={400}>
              {words(original)}
            </Text>
          </RowButton>
        ),
        meta: { phone: "title" },
      },
      {
        id: "from",
        header: t("from"),
        cell: ({ row: { original } }) =>
          original.ipAddress === null ? (
            <Text component="span" size="sm" c="dimmed">
              {t("fromService")}
            </Text>
          ) : (
            <span className={classes.from}>
              <Text component="span" size="sm" ff="monospace">
                {original.ipAddress}
              </Text>
              {original.userAgent ? (
                <Text component="span" size="xs" c="dimmed">
                  {deviceName(original.userAgent)}
                </Text>
              ) : null}
            </span>
          ),
        meta: { phone: "low", width: "190px" },
      },
      {
        id: "when",
        header: t("when"),
        cell: ({ row: { original } }) => <Moment at={original.occurredAt} detail="minute" />,
        meta: { phone: "detail", width: "170px" },
      },
    ],
    [t, words, deviceName, setParams],
  );
  const opened = entries.find((one) => one.id === entry);
  return (
    <>
      <DataTable label={t("title")} rows={entries} columns={columns} rowId={(row) => row.id} />
      <EntryDrawer
        entry={opened}
        opened={opened !== undefined}
        // Replaces, so that Back doesn't open the drawer again.
        onClose={() => void setParams({ entry: null }, { history: "replace" })}
      />
    </>
  );
}
