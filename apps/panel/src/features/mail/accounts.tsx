"use client";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailAccount } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ownScript } from "@/lib/own-script.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { CreateAccountDialog } from "./create-account-dialog.tsx";

export function Accounts({ domainName, isFull }: { domainName: string; isFull: boolean }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.accounts.queryOptions({ domainName }));
  const [isOpen, dialog] = useDisclosure(false);
  const columns = useMemo<ColumnDef<MailAccount>[]>(
    () => [
      {
        id: "address",
        header: t("address"),
        cell: ({ row }) => <Mono label={t("address")}>{ownScript(row.original.fullAddress)}</Mono>,
        meta: { phone: "title" },
      },
      {
        id: "name",
        header: t("displayName"),
        cell: ({ row }) => row.original.displayName,
        meta: { phone: "detail" },
      },
      {
        id: "active",
        header: t("status"),
        cell: ({ row }) => (
          <StatusBadge tone={row.original.active ? "good" : "off"}>
            {row.original.active ? t("accountOn") : t("accountOff")}
          </StatusBadge>
        ),
        meta: { phone: "status" },
      },
      {
        id: "created",
        header: t("created"),
        cell: ({ row }) => <Moment at={row.original.createdAt} />,
        meta: { phone: "aside" },
      },
    ],
    [t],
  );
  const addButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open} disabled={isFull}>
      {t("addAccount")}
    </Button>
  );
  return (
    <Section
      title={t("accounts")}
      description={isFull ? t("planFull") : undefined}
      action={query.data?.length === 0 ? null : addButton}
    >
      <QueryView
        query={query}
        skeleton={<DataTableSkeleton headers={[t("address"), t("displayName"), t("status")]} rows={3} />}
      >
        {(accounts) =>
          accounts.length === 0 ? (
            <EmptyState icon={IconUser} title={t("noAccountsTitle")} action={addButton}>
              {t("noAccounts")}
            </EmptyState>
          ) : (
            <DataTable label={t("accounts")} rows={accounts} columns={columns} rowId={(row) => row.id} />
          )
        }
      </QueryView>
      <CreateAccountDialog domainName={domainName} opened={isOpen} onClose={dialog.close} />
    </Section>
  );
}
