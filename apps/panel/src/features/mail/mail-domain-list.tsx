"use client";
import { Button } from "@mantine/core";
import { IconMail, IconPlus, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailDomain } from "@zonepost/schema";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { ownScript } from "@/lib/own-script.ts";
import { mailPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTable, RowLink } from "@/ui/list/data-table.tsx";
import { EmptyList } from "@/ui/list/empty-list.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { FilterField } from "@/ui/list/filter-field.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { MailListSkeleton } from "./mail-list-skeleton.tsx";
import { mailListParams, mailSortKeys } from "./mail-search-params.ts";
import { MailStatus } from "./mail-status.tsx";

export function MailDomainList() {
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.list.queryOptions());
  return (
    <QueryView query={query} skeleton={<MailListSkeleton />}>
      {(mailDomains) => (mailDomains.length === 0 ? <NoMail /> : <MailDomains mailDomains={mailDomains} />)}
    </QueryView>
  );
}

function ActivateButton() {
  const t = useTranslations("mail");
  return (
    <Button component={Link} href="/mail/activate" leftSection={<IconPlus size={18} aria-hidden />}>
      {t("activate")}
    </Button>
  );
}

function NoMail() {
  const t = useTranslations("mail");
  return (
    <EmptyList
      title={t("title")}
      icon={IconMail}
      heading={t("emptyTitle")}
      action={<ActivateButton />}
      guide={t("guide")}
    >
      {t("empty")}
    </EmptyList>
  );
}

function MailDomains({ mailDomains }: { mailDomains: MailDomain[] }) {
  const t = useTranslations("mail");
  const [params, setParams] = useQueryStates(mailListParams, { history: "replace" });
  const words = params.q.trim().toLowerCase();
  const shown = mailDomains.filter(({ domainName }) =>
    `${domainName} ${ownScript(domainName)}`.toLowerCase().includes(words),
  );
  const columns = useMemo<ColumnDef<MailDomain>[]>(
    () => [
      {
        id: "domainName",
        accessorFn: (mail) => ownScript(mail.domainName),
        header: t("domain"),
        cell: ({ row }) => (
          <RowLink href={mailPath(row.original.domainName)}>{ownScript(row.original.domainName)}</RowLink>
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
    [t],
  );
  return (
    <>
      <PageHeader title={t("title")} count={mailDomains.length} actions={<ActivateButton />} />
      <search aria-label={t("filters")}>
        <FilterField
          maw={360}
          mb="md"
          label={t("filterByName")}
          value={params.q}
          onChange={(q) => setParams({ q })}
        />
      </search>
      {shown.length === 0 ? (
        <EmptyState icon={IconSearch} title={t("noMatchTitle")}>
          {t("noMatch")}
        </EmptyState>
      ) : (
        <DataTable
          label={t("title")}
          rows={shown}
          columns={columns}
          rowId={(row) => row.domainName}
          sort={{ by: params.sort, descending: params.desc }}
          onSort={({ by, descending }) =>
            void setParams({
              sort: mailSortKeys.find((key) => key === by) ?? "domainName",
              desc: descending || null,
            })
          }
        />
      )}
    </>
  );
}
