"use client";
import { IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type MailAccount, type MailDomain, mailPlans } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { mailAccountPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { RowLink } from "@/ui/list/data-table.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { MailSection } from "../addresses/mail-section.tsx";
import { UsedSpace } from "../used-space.tsx";
import { AccountStatus } from "./account-status.tsx";
import { DeletedAccounts } from "./deleted-accounts.tsx";

const CreateAccountDialog = lazyDialog(() =>
  import("./create-account-dialog.tsx").then((module) => module.CreateAccountDialog),
);

export function Accounts({ domainName }: { domainName: string }) {
  const t = useTranslations("mail");
  const account = useTranslations("mailAccount");
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.accounts.queryOptions({ domainName }));
  const { data: mail } = useQuery(trpc.mail.get.queryOptions({ domainName }));
  const isFull = mail !== undefined && mail.accountCount >= accountLimitOf(mail);
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
        id: "name",
        header: t("displayName"),
        cell: ({ row }) => row.original.displayName,
        meta: { phone: "detail" },
      },
      {
        id: "status",
        header: t("status"),
        cell: ({ row }) => <AccountStatus account={row.original} />,
        meta: { phone: "status" },
      },
      {
        id: "used",
        header: account("used"),
        cell: ({ row }) => <UsedSpace account={row.original} />,
        meta: { phone: "low" },
      },
      {
        id: "lastLogin",
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
        query={query}
        columns={columns}
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
