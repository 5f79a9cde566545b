"use client";
import { Button, VisuallyHidden } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailAccount, MailAppPassword } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { DataTable, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { Moment } from "@/ui/values/moment.tsx";

const CreateAppPasswordDialog = lazyDialog(() =>
  import("./create-app-password-dialog.tsx").then((m) => m.CreateAppPasswordDialog),
);
const RevokeAppPasswordDialog = lazyDialog(() =>
  import("../confirmations.tsx").then((m) => m.RevokeAppPasswordDialog),
);

/** The passwords of an account's devices and programs. */
export function AppPasswords({ domainName, account }: { domainName: string; account: MailAccount }) {
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const right = useRight("mail:write");
  const query = useQuery(trpc.mail.appPasswords.queryOptions({ domainName, id: account.id }));
  const [isAdding, setIsAdding] = useState(false);
  const [revoked, setRevoked] = useState<MailAppPassword>();
  const shown = useKeptWhileClosing(revoked);
  const columns = useMemo<ColumnDef<MailAppPassword>[]>(
    () => [
      {
        id: "label",
        header: t("label"),
        cell: ({ row }) => row.original.label,
        meta: { phone: "title" },
      },
      {
        id: "used",
        header: t("lastUsed"),
        cell: ({ row: { original } }) =>
          original.lastUsedAt === null ? t("never") : <Moment at={original.lastUsedAt} />,
        meta: { phone: "detail" },
      },
      {
        id: "created",
        header: t("created"),
        cell: ({ row }) => <Moment at={row.original.createdAt} />,
        meta: { phone: "aside" },
      },
      {
        id: "revoke",
        header: () => <VisuallyHidden>{t("actions")}</VisuallyHidden>,
        cell: ({ row }) => (
          <Button
            size="xs"
            variant="default"
            disabled={!right.has}
            aria-label={t("revokeTitle", { label: row.original.label })}
            onClick={() => setRevoked(row.original)}
          >
            {t("revoke")}
          </Button>
        ),
        meta: { phone: "status", align: "end" },
      },
    ],
    [t, right.has],
  );
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={!right.has}
      onClick={() => setIsAdding(true)}
    >
      {t("addAppPassword")}
    </Button>
  );
  return (
    <Section
      title={t("appPasswords")}
      description={t("appPasswordsWords")}
      action={query.data?.length === 0 ? null : add}
    >
      <QueryView
        query={query}
        skeleton={<DataTableSkeleton headers={[t("label"), t("lastUsed"), t("created")]} rows={2} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={IconKey} title={t("noAppPasswordsTitle")} action={add}>
              {t("noAppPasswords")}
            </EmptyState>
          ) : (
            <DataTable label={t("appPasswords")} rows={rows} columns={columns} rowId={(row) => row.id} />
          )
        }
      </QueryView>
      <CreateAppPasswordDialog
        domainName={domainName}
        account={account}
        opened={isAdding}
        onClose={() => setIsAdding(false)}
      />
      {shown ? (
        <RevokeAppPasswordDialog
          domainName={domainName}
          account={account}
          appPassword={shown}
          opened={revoked !== undefined}
          onClose={() => setRevoked(undefined)}
        />
      ) : null}
    </Section>
  );
}
