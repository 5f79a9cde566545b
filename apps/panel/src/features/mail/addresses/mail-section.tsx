"use client";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { type Act, useAskedAct } from "@/lib/use-asked-act.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, type DataTableProps, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { ListFilters, type ListFiltersProps } from "@/ui/list/filters/list-filters.tsx";
import { type NoMatch, NoMatches } from "@/ui/list/no-matches.tsx";

type MailSectionProps<Row> = {
  domainName: string;
  title: string;
  description?: string | undefined;
  query: Parameters<typeof QueryView<Row[]>>[0]["query"];
  columns: ColumnDef<Row>[];
  /** Of a list that the API filters and sorts. */
  paged?: Pick<DataTableProps<Row>, "sort" | "onSort" | "pages"> & {
    /** Without a filter. */
    total: number | undefined;
    filters: ListFiltersProps;
    noMatch: NoMatch;
    below: ReactNode;
  };
  /** The column heads while the rows are loading. */
  skeleton: { headers: string[]; rows: number };
  empty: { icon: Parameters<typeof EmptyState>[0]["icon"]; title: string; words: string };
  add: { act: Act; label: string; isDisabled?: boolean };
  dialog: ComponentType<{ domainName: string; opened: boolean; onClose: () => void }>;
};

export function MailSection<Row extends { id: string }>(props: MailSectionProps<Row>) {
  const {
    domainName,
    title,
    description,
    query,
    columns,
    paged,
    skeleton,
    empty,
    add,
    dialog: AddDialog,
  } = props;
  const [isOpen, dialog] = useDisclosure(false);
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const write = useRight("mail:write");
  const { data: mail } = useQuery(trpc.mail.get.queryOptions({ domainName }));
  const isDeactivated = mail?.status === "deactivated";
  const isDisabled = add.isDisabled || !write.has || isDeactivated;
  useAskedAct(add.act, dialog.open, !isDisabled);
  const button = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={dialog.open}
      disabled={isDisabled}
      title={isDeactivated ? t("reactivateFirst") : write.why}
    >
      {add.label}
    </Button>
  );
  const isEmpty = (paged ? paged.total : query.data?.length) === 0;
  return (
    <Section title={title} description={description} action={isEmpty ? null : button}>
      <QueryView query={query} skeleton={<DataTableSkeleton {...skeleton} />}>
        {(rows) =>
          isEmpty ? (
            <EmptyState icon={empty.icon} title={empty.title} action={button}>
              {empty.words}
            </EmptyState>
          ) : (
            <>
              {paged ? <ListFilters {...paged.filters} /> : null}
              {paged && rows.length === 0 ? (
                <NoMatches {...paged.noMatch} />
              ) : (
                <DataTable
                  label={title}
                  rows={rows}
                  columns={columns}
                  rowId={(row) => row.id}
                  {...(paged ? { pages: paged.pages, sort: paged.sort, onSort: paged.onSort } : {})}
                />
              )}
              {paged && rows.length > 0 ? paged.below : null}
            </>
          )
        }
      </QueryView>
      <AddDialog domainName={domainName} opened={isOpen} onClose={dialog.close} />
    </Section>
  );
}
