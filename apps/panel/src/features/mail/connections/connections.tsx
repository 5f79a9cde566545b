"use client";
import { Button } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailAccount, MailConnection } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { Moment } from "@/ui/values/moment.tsx";

const EndConnectionsDialog = lazyDialog(() =>
  import("../confirmations.tsx").then((m) => m.EndConnectionsDialog),
);
const refetchIntervalMs = 10_000;

/** The mail programs that are signed in to an account. */
export function Connections({ domainName, account }: { domainName: string; account: MailAccount }) {
  const t = useTranslations("mailConnections");
  const trpc = useTRPC();
  const right = useRight("mail:write");
  const query = useQuery({
    ...trpc.mail.connections.queryOptions({ domainName, id: account.id }),
    refetchInterval: refetchIntervalMs,
  });
  const [isEnding, setIsEnding] = useState(false);
  const columns = useMemo<ColumnDef<MailConnection>[]>(
    () => [
      {
        id: "program",
        header: t("program"),
        cell: ({ row: { original } }) => original.program ?? t("unknownProgram"),
        meta: { phone: "title" },
      },
      {
        id: "protocol",
        header: t("use"),
        cell: ({ row }) => t(`protocol_${row.original.protocol}`),
        meta: { phone: "detail" },
      },
      {
        id: "address",
        header: t("address"),
        cell: ({ row }) => row.original.ipAddress,
        meta: { phone: "aside" },
      },
      {
        id: "password",
        header: t("password"),
        cell: ({ row }) => row.original.appPasswordLabel ?? t("ownPassword"),
        meta: { phone: "low" },
      },
      {
        id: "since",
        header: t("since"),
        cell: ({ row }) => <Moment at={row.original.since} detail="time" />,
        meta: { phone: "status" },
      },
    ],
    [t],
  );
  const end = (
    <Button variant="default" disabled={!right.has} title={right.why} onClick={() => setIsEnding(true)}>
      {t("endAll")}
    </Button>
  );
  return (
    <Section
      title={t("title")}
      description={t("words")}
      action={query.data?.length === 0 && !query.isError ? null : end}
    >
      {query.isError ? (
        // An earlier list would look like the present one.
        <Failure error={query.error} title={t("notKnown")} onRetry={() => void query.refetch()} />
      ) : (
        <QueryView
          query={query}
          skeleton={
            <DataTableSkeleton
              headers={[t("program"), t("use"), t("address"), t("password"), t("since")]}
              rows={2}
            />
          }
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={IconPlugConnected} title={t("noneTitle")}>
                {t("none")}
              </EmptyState>
            ) : (
              <DataTable label={t("title")} rows={rows} columns={columns} rowId={(row) => row.id} />
            )
          }
        </QueryView>
      )}
      <EndConnectionsDialog
        domainName={domainName}
        account={account}
        opened={isEnding}
        onClose={() => setIsEnding(false)}
      />
    </Section>
  );
}
