"use client";
import { Button, Text } from "@mantine/core";
import { IconAddressBook, IconPlus, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { Contact } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTable, RowButton } from "@/ui/list/data-table.tsx";
import { EmptyList } from "@/ui/list/empty-list.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { FilterField } from "@/ui/list/filter-field.tsx";
import { NewContactDrawer } from "./contact-drawer.tsx";
import { ContactListSkeleton } from "./contact-list-skeleton.tsx";
import { contactListParams, contactSortKeys, newContact } from "./contact-search-params.ts";
import { OneContactDrawer } from "./one-contact-drawer.tsx";
import { useCountryNames } from "./use-country-names.ts";

export function ContactList() {
  const trpc = useTRPC();
  const query = useQuery(trpc.contacts.list.queryOptions());
  return (
    <QueryView query={query} skeleton={<ContactListSkeleton />}>
      {(contacts) => <Contacts contacts={contacts} />}
    </QueryView>
  );
}

function Contacts({ contacts }: { contacts: Contact[] }) {
  const t = useTranslations("contacts");
  const write = useRight("contacts:write");
  const [params, setParams] = useQueryStates(contactListParams, { history: "replace" });
  const { countryName } = useCountryNames();
  const close = () => void setParams({ contact: null });

  const words = params.q.trim().toLowerCase();
  const shown = contacts.filter(({ name, organization, email, city }) =>
    [name, organization, email, city].some((text) => text?.toLowerCase().includes(words)),
  );
  const columns = useMemo<ColumnDef<Contact>[]>(
    () => [
      {
        id: "name",
        accessorKey: "name",
        header: t("name"),
        sortingFn: (one, other) => one.original.name.localeCompare(other.original.name),
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
        accessorFn: ({ countryCode }) => countryName(countryCode),
        header: t("place"),
        cell: ({ row: { original } }) => `${original.city}, ${countryName(original.countryCode)}`,
        meta: { phone: "low" },
      },
      {
        id: "email",
        enableSorting: false,
        header: t("email"),
        cell: ({ row: { original } }) => <span style={{ overflowWrap: "anywhere" }}>{original.email}</span>,
        meta: { phone: "detail" },
      },
      {
        id: "domainCount",
        accessorKey: "domainCount",
        header: t("domains"),
        cell: ({ row: { original } }) => (
          <span style={{ fontVariantNumeric: "tabular-nums" }}>
            {t("domainCount", { count: original.domainCount })}
          </span>
        ),
        meta: { phone: "status" },
      },
    ],
    [t, setParams, countryName],
  );
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={!write.has}
      title={write.why}
      onClick={() => void setParams({ contact: newContact })}
    >
      {t("add")}
    </Button>
  );
  return (
    <>
      {contacts.length === 0 ? (
        <EmptyList
          title={t("title")}
          icon={IconAddressBook}
          heading={t("emptyTitle")}
          action={add}
          guide={t("guide")}
        >
          {t("empty")}
        </EmptyList>
      ) : (
        <>
          <PageHeader
            title={t("title")}
            count={contacts.length}
            actions={add}
            below={<Text c="dimmed">{t("words")}</Text>}
            long
          />
          <search aria-label={t("filters")}>
            <FilterField
              label={t("filter")}
              value={params.q}
              onChange={(q) => void setParams({ q })}
              maw={360}
              mb="md"
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
              rowId={(row) => row.id}
              sort={params.sort ? { by: params.sort, descending: params.desc } : undefined}
              onSort={({ by, descending }) =>
                void setParams({
                  sort: contactSortKeys.find((key) => key === by) ?? null,
                  desc: descending || null,
                })
              }
            />
          )}
        </>
      )}
      <NewContactDrawer
        opened={params.contact === newContact && write.has}
        onClose={close}
        onCreated={close}
      />
      <OneContactDrawer id={params.contact === newContact ? null : params.contact} onClose={close} />
    </>
  );
}
