"use client";
import { IconMail, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailDomain } from "@zonepost/schema";
import { summaryOfLights } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { AttentionChip } from "@/features/attention/attention-chip.tsx";
import { nameContains } from "@/lib/name-contains.ts";
import { mailPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { RowLink } from "@/ui/list/data-table.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { Moment } from "@/ui/values/moment.tsx";
import { DnsSummary, useDnsLights } from "./dns-records/dns-lights.tsx";
import { mailListParams, mailSortKeys } from "./mail-list-params.ts";
import { MailListSkeleton } from "./mail-list-skeleton.tsx";
import { MailStatus } from "./mail-status.tsx";
import { ActivateMailButton } from "./plan/activate-mail-button.tsx";

export function MailDomainList() {
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.list.queryOptions());
  return (
    <QueryView query={query} skeleton={<MailListSkeleton />}>
      {(mailDomains) => <MailDomains mailDomains={mailDomains} />}
    </QueryView>
  );
}

function MailDomains({ mailDomains }: { mailDomains: MailDomain[] }) {
  const t = useTranslations("mail");
  const dns = useTranslations("mailDns");
  const lights = useDnsLights();
  const [params, setParams] = useQueryStates(mailListParams, { history: "replace" });
  const shown = mailDomains.filter(({ domainName }) => nameContains(domainName, params.q));
  const columns = useMemo<ColumnDef<MailDomain>[]>(
    () => [
      {
        id: "domainName",
        accessorFn: (mail) => toUnicodeName(mail.domainName),
        header: t("domain"),
        cell: ({ row }) => (
          <RowLink href={mailPath(row.original.domainName)}>{toUnicodeName(row.original.domainName)}</RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "status",
        enableSorting: false,
        header: t("status"),
        cell: ({ row }) => <MailStatus status={row.original.status} />,
        meta: { phone: "status" },
      },
      {
        id: "dns",
        enableSorting: false,
        header: dns("column"),
        cell: ({ row }) => (
          <DnsSummary summary={summaryOfLights(lights.get(row.original.domainName) ?? [])} />
        ),
        meta: { phone: "low", phoneLabel: dns("column") },
      },
      {
        id: "planSlug",
        accessorKey: "maxAccounts",
        header: t("plan"),
        cell: ({ row }) => t(`plan_${row.original.planSlug}`),
        meta: { phone: "detail" },
      },
      {
        id: "accountCount",
        accessorKey: "accountCount",
        header: t("accounts"),
        cell: ({ row }) =>
          t("accountsUsed", { used: row.original.accountCount, max: row.original.maxAccounts }),
        meta: { phone: "aside" },
      },
      {
        id: "activatedAt",
        accessorKey: "activatedAt",
        header: t("activated"),
        cell: ({ row }) => <Moment at={row.original.activatedAt} />,
        meta: { phone: "hide" },
      },
    ],
    [t, dns, lights],
  );
  return (
    <ResourceList
      title={t("title")}
      total={mailDomains.length}
      actions={
        <>
          <AttentionChip place="mail" />
          <ActivateMailButton leftSection={<IconPlus size={18} aria-hidden />} />
        </>
      }
      empty={{ icon: IconMail, title: t("emptyTitle"), words: t("empty"), guide: t("guide") }}
      filters={{
        label: t("filters"),
        words: { label: t("filterByName"), value: params.q, onChange: (q) => void setParams({ q }) },
      }}
      noMatch={{ title: t("noMatchTitle"), words: t("noMatch") }}
      rows={shown}
      columns={columns}
      rowId={(row) => row.domainName}
      {...sortInAddress(mailSortKeys, params, setParams)}
    />
  );
}
