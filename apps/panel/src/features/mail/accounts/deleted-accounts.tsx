"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailAccount } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { nextPage } from "@/lib/next-page.ts";
import { mailAccountPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, RowLink } from "@/ui/list/data-table.tsx";
import { MoreRows } from "@/ui/list/more-rows.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useBytes } from "@/ui/values/use-bytes.ts";

/** The accounts that can still be restored; nothing if there are none. */
export function DeletedAccounts({ domainName }: { domainName: string }) {
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const bytes = useBytes();
  const pages = useInfiniteQuery(
    trpc.mail.accountPage.infiniteQueryOptions({ domainName, state: "deleted" }, nextPage),
  );
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? [];
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
      {pages.hasNextPage ? <MoreRows pages={pages} end={null} mt="sm" /> : null}
    </Section>
  );
}
