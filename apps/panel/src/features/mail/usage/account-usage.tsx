"use client";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailUsage } from "@zonepost/schema";
import { useFormatter, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { mailAccountPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { DataTable, RowLink } from "@/ui/list/data-table.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useBytes } from "@/ui/values/use-bytes.ts";
import { usageParams, usageSortKeys } from "./usage-params.ts";

type AccountUsage = MailUsage["accounts"][number];

export function AccountUsageTable(props: { domainName: string; accounts: AccountUsage[] }) {
  const { domainName, accounts } = props;
  const t = useTranslations("mailUsage");
  const format = useFormatter();
  const bytes = useBytes();
  const [params, setParams] = useQueryStates(usageParams, { history: "replace" });
  const columns = useMemo<ColumnDef<AccountUsage>[]>(
    () => [
      {
        id: "address",
        accessorFn: ({ fullAddress }) => fullAddress,
        header: t("address"),
        cell: ({ row: { original } }) => (
          <RowLink href={mailAccountPath(domainName, original.accountId)}>
            <AddressText>{toUnicodeName(original.fullAddress)}</AddressText>
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "used",
        accessorFn: ({ usedBytes }) => usedBytes,
        header: t("used"),
        cell: ({ row }) => bytes(row.original.usedBytes),
        meta: { phone: "status", align: "end" },
      },
      {
        id: "received",
        accessorFn: ({ messagesIn }) => messagesIn,
        header: t("received"),
        cell: ({ row }) => format.number(row.original.messagesIn),
        meta: { phone: "detail", phoneLabel: t("received"), align: "end" },
      },
      {
        id: "sent",
        accessorFn: ({ messagesOut }) => messagesOut,
        header: t("sent"),
        cell: ({ row }) => format.number(row.original.messagesOut),
        meta: { phone: "aside", phoneLabel: t("sent"), align: "end" },
      },
      {
        id: "lastLogin",
        enableSorting: false,
        header: t("lastLogin"),
        cell: ({ row: { original } }) =>
          original.lastLoginAt === null ? t("never") : <Moment at={original.lastLoginAt} />,
        meta: { phone: "low", phoneLabel: t("lastLogin"), align: "end" },
      },
    ],
    [t, format, bytes, domainName],
  );
  return (
    <DataTable
      label={t("accounts")}
      rows={accounts}
      columns={columns}
      rowId={({ accountId }) => accountId}
      {...sortInAddress(usageSortKeys, params, setParams)}
    />
  );
}
