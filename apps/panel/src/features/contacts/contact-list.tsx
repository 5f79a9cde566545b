"use client";
import { Button, Text } from "@mantine/core";
import { IconAddressBook, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { ContactPage } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { nextPage } from "@/lib/next-page.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useCountryNames } from "@/lib/use-country-names.ts";
import { useTypedFilter } from "@/lib/use-typed-filter.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { RowButton } from "@/ui/list/data-table.tsx";
import { type MorePages, MoreRows } from "@/ui/list/more-rows.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { useDrawnRows } from "@/ui/list/use-drawn-rows.ts";
import { AddressText } from "@/ui/values/address-text.tsx";
import { contactListParams, contactPageInputOf, contactSortKeys, newContact } from "./contact-list-params.ts";
import { ContactListSkeleton } from "./contact-list-skeleton.tsx";

const NewContactDrawer = lazyDialog(() =>
  import("./new-contact-drawer.tsx").then((module) => module.NewContactDrawer),
);
const OneContactDrawer = lazyDialog(() =>
  import("./one-contact-drawer.tsx").then((module) => module.OneContactDrawer),
);

type Row = ContactPage["items"][number];

export function ContactList() {
  const t = useTranslations("contacts");
  const trpc = useTRPC();
  const [params] = useQueryStates(contactListParams);
  const filter = useTypedFilter(params);
  const pages = useInfiniteQuery({
    ...trpc.contacts.page.infiniteQueryOptions(contactPageInputOf(filter), nextPage),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={pages} skeleton={<ContactListSkeleton />} header={<PageHeader title={t("title")} />}>
      {(read) => <Contacts read={read.pages} pages={pages} />}
    </QueryView>
  );
}

function Contacts(props: { read: ContactPage[]; pages: MorePages }) {
  const { read, pages } = props;
  const t = useTranslations("contacts");
  const write = useRight("contacts:write");
  const [params, setParams] = useQueryStates(contactListParams, { history: "replace" });
  const { countryName } = useCountryNames();
  const close = () => void setParams({ contact: null });
  const rows = useMemo(() => read.flatMap(({ items }) => items), [read]);
  const drawnRows = useDrawnRows(rows);
  const columns = useMemo<ColumnDef<Row>[]>(
    () => [
      {
        id: "name",
        accessorKey: "name",
        header: t("name"),
        cell: ({ row: { original } }) => (
          <RowButton onClick={() => void setParams({ contact: original.id })}>
            {original.name}
            {original.organization ? (
              <Text component="span" display="block" size="xs" c="dimmed" fw={400}>
                {original.organization}
              </Text>
            ) : null}
          </RowButton>
        ),
        meta: { phone: "title" },
      },
      {
        id: "countryCode",
        accessorKey: "countryCode",
        header: t("place"),
        cell: ({ row: { original } }) => `${original.city}, ${countryName(original.countryCode)}`,
        meta: { phone: "low" },
      },
      {
        id: "email",
        enableSorting: false,
        header: t("email"),
        cell: ({ row: { original } }) => <AddressText>{original.email}</AddressText>,
        meta: { phone: "detail" },
      },
      {
        id: "domainCount",
        accessorKey: "domainCount",
        header: t("domains"),
        cell: ({ row: { original } }) => (
          <span style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}>
            {t("domainCount", { count: original.domainCount })}
          </span>
        ),
        meta: { phone: "status" },
      },
    ],
    [t, setParams, countryName],
  );
  const isNew = params.contact === newContact;
  return (
    <>
      <ResourceList
        title={t("title")}
        description={<Text c="dimmed">{t("words")}</Text>}
        total={read[0]?.total}
        actions={
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={!write.has}
            title={write.why}
            onClick={() => void setParams({ contact: newContact })}
          >
            {t("add")}
          </Button>
        }
        empty={{ icon: IconAddressBook, title: t("emptyTitle"), words: t("empty"), guide: t("guide") }}
        filters={{
          label: t("filters"),
          words: { label: t("filter"), value: params.q, onChange: (q) => void setParams({ q }) },
        }}
        noMatch={{
          title: t("noMatchTitle"),
          words: t("noMatch"),
          onClear: () => void setParams({ q: null }),
        }}
        rows={drawnRows}
        columns={columns}
        rowId={(row) => row.id}
        pages={pages}
        {...sortInAddress(contactSortKeys, params, setParams)}
      />
      {rows.length > 0 ? (
        <MoreRows pages={pages} end={t("allShown", { count: rows.length })} mt="sm" />
      ) : null}
      <NewContactDrawer opened={isNew && write.has} onClose={close} onCreated={close} />
      <OneContactDrawer
        id={isNew ? null : params.contact}
        opened={params.contact !== null && !isNew}
        onClose={close}
      />
    </>
  );
}
