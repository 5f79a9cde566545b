"use client";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailAccount } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { mailAccountPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, RowLink } from "@/ui/list/data-table.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useBytes } from "@/ui/values/use-bytes.ts";

/** The accounts that can still be restored; nothing if there are none. */
export function DeletedAccounts({ domainName }: { domainName: string }) {
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const bytes = useBytes();
  const { data: rows = [] } = useQuery(trpc.mail.accounts.queryOptions({ domainName, state: "deleted" }));
  const columns = useMemo<ColumnDef<MailAccount>[]>(
    () => [
      {
        id: "address",
        header: t("address"),
        cell: ({ row: { original } }) => (
          <RowLink href={mailAccountPath(domainName, original.id)}>
            {toUnicodeName(original.fullAddress)}
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "used",
        header: t("used"),
        cell: ({ row }) => bytes(row.original.usedBytes),
        meta: { phone: "detail" },
      },
      {
        id: "erases",
        header: t("erasesAt"),
        cell: ({ row: { original } }) => (original.erasesAt ? <Moment at={original.erasesAt} /> : "–"),
        meta: { phone: "aside" },
      },
    ],
    [t, bytes, domainName],
  );
  return rows.length === 0 ? null : (
    <Section title={t("deletedAccounts")} description={t("deletedAccountsWords")}>
      <DataTable label={t("deletedAccounts")} rows={rows} columns={columns} rowId={(row) => row.id} />
    </Section>
  );
}
