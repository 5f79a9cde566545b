"use client";
import { IconMail, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailDomainPage } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { AttentionChip } from "@/features/attention/attention-chip.tsx";
import { nextPage } from "@/lib/next-page.ts";
import { mailPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTypedFilter } from "@/lib/use-typed-filter.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { RowLink } from "@/ui/list/data-table.tsx";
import { type MorePages, MoreRows } from "@/ui/list/more-rows.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { useDrawnRows } from "@/ui/list/use-drawn-rows.ts";
import { Moment } from "@/ui/values/moment.tsx";
import { DnsSummary } from "./dns-records/dns-lights.tsx";
import { mailListParams, mailPageInputOf, mailSortKeys } from "./mail-list-params.ts";
import { MailListSkeleton } from "./mail-list-skeleton.tsx";
import { MailStatus } from "./mail-status.tsx";
import { ActivateMailButton } from "./plan/activate-mail-button.tsx";
import { UnpaidMail } from "./unpaid-mail.tsx";

type Row = MailDomainPage["items"][number];

export function MailDomainList() {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const [params] = useQueryStates(mailListParams);
  const filter = useTypedFilter(params);
  const pages = useInfiniteQuery({
    ...trpc.mail.page.infiniteQueryOptions(mailPageInputOf(filter), nextPage),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={pages} skeleton={<MailListSkeleton />} header={<PageHeader title={t("title")} />}>
      {(read) => <MailDomains read={read.pages} pages={pages} />}
    </QueryView>
  );
}

function MailDomains(props: { read: MailDomainPage[]; pages: MorePages }) {
  const { read, pages } = props;
  const t = useTranslations("mail");
  const dns = useTranslations("mailDns");
  const [params, setParams] = useQueryStates(mailListParams, { history: "replace" });
  const rows = useMemo(() => read.flatMap(({ items }) => items), [read]);
  const drawnRows = useDrawnRows(rows);
  const columns = useMemo<ColumnDef<Row>[]>(
    () => [
      {
        id: "domainName",
        accessorKey: "domainName",
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
        cell: ({ row }) => <DnsSummary summary={row.original.dns} />,
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
    [t, dns],
  );
  return (
    <>
      <ResourceList
        title={t("title")}
        total={read[0]?.total}
        actions={
          <>
            <AttentionChip place="mail" />
            <ActivateMailButton leftSection={<IconPlus size={18} aria-hidden />} />
          </>
        }
        notice={<UnpaidMail />}
        empty={{
          icon: IconMail,
          title: t("emptyTitle"),
          words: t("empty"),
          guide: t("guide"),
          below: <UnpaidMail />,
        }}
        filters={{
          label: t("filters"),
          words: { label: t("filterByName"), value: params.q, onChange: (q) => void setParams({ q }) },
        }}
        noMatch={{
          title: t("noMatchTitle"),
          words: t("noMatch"),
          onClear: () => void setParams({ q: null }),
        }}
        rows={drawnRows}
        columns={columns}
        rowId={(row) => row.domainName}
        pages={pages}
        {...sortInAddress(mailSortKeys, params, setParams)}
      />
      {rows.length > 0 ? (
        <MoreRows pages={pages} end={t("allShown", { count: rows.length })} mt="sm" />
      ) : null}
    </>
  );
}
