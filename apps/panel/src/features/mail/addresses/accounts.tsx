"use client";
import { IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type MailAccount, type MailDomain, mailPlans } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { MailSection } from "./mail-section.tsx";

const CreateAccountDialog = lazyDialog(() =>
  import("./create-account-dialog.tsx").then((module) => module.CreateAccountDialog),
);

export function Accounts({ domainName }: { domainName: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.accounts.queryOptions({ domainName }));
  const { data: mail } = useQuery(trpc.mail.get.queryOptions({ domainName }));
  const isFull = mail !== undefined && mail.accountCount >= accountLimitOf(mail);
  const columns = useMemo<ColumnDef<MailAccount>[]>(
    () => [
      {
        id: "address",
        header: t("address"),
        cell: ({ row }) => <Mono label={t("address")}>{toUnicodeName(row.original.fullAddress)}</Mono>,
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
  return (
    <MailSection
      domainName={domainName}
      title={t("accounts")}
      description={isFull ? t("planFull") : undefined}
      query={query}
      columns={columns}
      skeleton={{ headers: [t("address"), t("displayName"), t("status")], rows: 3 }}
      empty={{ icon: IconUser, title: t("noAccountsTitle"), words: t("noAccounts") }}
      add={{ act: "account", label: t("addAccount"), isDisabled: isFull }}
      dialog={CreateAccountDialog}
    />
  );
}

/** A smaller plan that begins with the next term limits the accounts from when it is ordered. */
function accountLimitOf({ maxAccounts, nextPlanSlug }: MailDomain): number {
  const nextPlan = mailPlans.find(({ slug }) => slug === nextPlanSlug);
  return Math.min(maxAccounts, nextPlan?.maxAccounts ?? maxAccounts);
}
