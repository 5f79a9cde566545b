"use client";
import { Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { ZoneVersion } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { QueryView } from "@/lib/query-view.tsx";
import { useActorName } from "@/lib/use-actor-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { DataTable, DataTableSkeleton, RowButton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { zoneHistoryParams } from "./history-params.ts";

const VersionDrawer = lazyDialog(() => import("./version-drawer.tsx").then((module) => module.VersionDrawer));

const pageSize = 50;

export function ZoneHistory({ zoneName }: { zoneName: string }) {
  const t = useTranslations("zoneHistory");
  const trpc = useTRPC();
  const query = useQuery(trpc.zones.versions.queryOptions({ zoneName }));
  return (
    <QueryView query={query} skeleton={<DataTableSkeleton headers={[t("version"), t("what"), t("when")]} />}>
      {(versions) => <Versions zoneName={zoneName} versions={versions} />}
    </QueryView>
  );
}

function Versions({ zoneName, versions }: { zoneName: string; versions: ZoneVersion[] }) {
  const t = useTranslations("zoneHistory");
  const actorName = useActorName();
  const [{ version, page }, setParams] = useQueryStates(zoneHistoryParams, { history: "push" });
  const columns = useMemo<ColumnDef<ZoneVersion>[]>(
    () => [
      {
        id: "version",
        header: t("version"),
        cell: ({ row: { original } }) => (
          <RowButton onClick={() => void setParams({ version: original.version })}>
            {t("versionOf", { version: original.version })}
          </RowButton>
        ),
        meta: { phone: "title" },
      },
      {
        id: "what",
        header: t("what"),
        cell: ({ row: { original } }) => <What version={original} />,
        meta: { phone: "detail" },
      },
      {
        id: "who",
        header: t("who"),
        cell: ({ row: { original } }) => actorName(original.actor),
        meta: { phone: "low" },
      },
      {
        id: "when",
        header: t("when"),
        cell: ({ row: { original } }) => <Moment at={original.createdAt} detail="time" />,
        meta: { phone: "status", isOneLine: true },
      },
    ],
    [t, actorName, setParams],
  );
  if (versions.length === 0) {
    return (
      <EmptyState icon={IconHistory} title={t("emptyTitle")}>
        {t("empty")}
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        label={t("title")}
        rows={versions}
        columns={columns}
        rowId={(each) => String(each.version)}
        paging={{
          page,
          size: pageSize,
          onPage: (chosen) => void setParams({ page: chosen }),
        }}
      />
      <VersionDrawer
        zoneName={zoneName}
        version={version}
        present={versions[0]?.version ?? 0}
        opened={version !== null}
        onClose={() => void setParams({ version: null })}
      />
    </>
  );
}

function What({ version: { message, summary, restoredVersion } }: { version: ZoneVersion }) {
  const t = useTranslations("zoneHistory");
  const counts = t("counts", summary);
  const title = message ?? (restoredVersion === null ? null : t("restored", { version: restoredVersion }));
  return title === null ? (
    counts
  ) : (
    <>
      {title}
      <Text component="span" display="block" size="xs" c="dimmed">
        {counts}
      </Text>
    </>
  );
}
