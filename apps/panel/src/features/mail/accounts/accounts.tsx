"use client";
import { IconUser } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type MailAccount, type MailDomain, mailPlans } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { nextPage } from "@/lib/next-page.ts";
import { mailAccountPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTypedFilter } from "@/lib/use-typed-filter.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { RowLink } from "@/ui/list/data-table.tsx";
import { MoreRows } from "@/ui/list/more-rows.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { useDrawnRows } from "@/ui/list/use-drawn-rows.ts";
import { Moment } from "@/ui/values/moment.tsx";
import { MailSection } from "../addresses/mail-section.tsx";
import { UsedSpace } from "../used-space.tsx";
import { accountListParams, accountPageInputOf, accountSortKeys } from "./account-list-params.ts";
import { AccountStatus } from "./account-status.tsx";
import { DeletedAccounts } from "./deleted-accounts.tsx";

const CreateAccountDialog = lazyDialog(() =>
  import("./create-account-dialog.tsx").then((module) => module.CreateAccountDialog),
);

export function Accounts({ domainName }: { domainName: string }) {
  const t = useTranslations("mail");
  const account = useTranslations("mailAccount");
  const trpc = useTRPC();
  const [params, setParams] = useQueryStates(accountListParams, { history: "replace" });
  const filter = useTypedFilter(params);
  const pages = useInfiniteQuery({
    ...trpc.mail.accountPage.infiniteQueryOptions(accountPageInputOf(domainName, filter), nextPage),
    placeholderData: keepPreviousData,
  });
  const read = pages.data?.pages;
  const rows = useMemo(() => (read ?? []).flatMap(({ items }) => items), [read]);
  const drawnRows = useDrawnRows(rows);
  const { data: mail } = useQuery(trpc.mail.get.queryOptions({ domainName }));
  const isFull = mail !== undefined && mail.accountCount >= accountLimitOf(mail);
  const columns = useMemo<ColumnDef<MailAccount>[]>(
    () => [
      {
        id: "fullAddress",
        accessorKey: "fullAddress",
        header: t("address"),
        cell: ({ row: { original } }) => (
          <RowLink href={mailAccountPath(domainName, original.id)}>
            {toUnicodeName(original.fullAddress)}
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "displayName",
        accessorKey: "displayName",
        header: t("displayName"),
        cell: ({ row }) => row.original.displayName,
        meta: { phone: "detail" },
      },
      {
        id: "status",
        enableSorting: false,
        header: t("status"),
        cell: ({ row }) => <AccountStatus account={row.original} />,
        meta: { phone: "status" },
      },
      {
        id: "usedBytes",
        accessorKey: "usedBytes",
        header: account("used"),
        cell: ({ row }) => <UsedSpace account={row.original} />,
        meta: { phone: "low" },
      },
      {
        id: "lastLoginAt",
        accessorKey: "lastLoginAt",
        header: account("lastLogin"),
        cell: ({ row: { original } }) =>
          original.lastLoginAt === null ? account("never") : <Moment at={original.lastLoginAt} />,
        meta: { phone: "aside" },
      },
    ],
    [t, account, domainName],
  );
  return (
    <>
      <MailSection
        domainName={domainName}
        title={t("accounts")}
        description={isFull ? t("planFull") : undefined}
        query={{
          data: read && drawnRows,
          error: pages.error,
          isError: pages.isError,
          refetch: pages.refetch,
        }}
        columns={columns}
        paged={{
          total: read?.[0]?.total,
          filters: {
            label: account("filters"),
            words: {
              label: account("filter"),
              value: params.q,
              onChange: (words) => void setParams({ q: words }),
            },
          },
          noMatch: {
            title: account("noMatchTitle"),
            words: account("noMatch"),
            onClear: () => void setParams({ q: null }),
          },
          pages,
          ...sortInAddress(accountSortKeys, params, setParams),
          below: <MoreRows pages={pages} end={account("allShown", { count: rows.length })} mt="sm" />,
        }}
        skeleton={{ headers: [t("address"), t("displayName"), t("status"), account("used")], rows: 3 }}
        empty={{ icon: IconUser, title: t("noAccountsTitle"), words: t("noAccounts") }}
        add={{ act: "account", label: t("addAccount"), isDisabled: isFull }}
        dialog={CreateAccountDialog}
      />
      <DeletedAccounts domainName={domainName} />
    </>
  );
}

/** A smaller plan that begins with the next term limits the accounts from when it is ordered. */
function accountLimitOf({ maxAccounts, nextPlanSlug }: MailDomain): number {
  const nextPlan = mailPlans.find(({ slug }) => slug === nextPlanSlug);
  return Math.min(maxAccounts, nextPlan?.maxAccounts ?? maxAccounts);
}
