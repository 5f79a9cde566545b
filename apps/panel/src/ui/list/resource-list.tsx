"use client";
import { type ReactNode, useState } from "react";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { EmptyList, type EmptyListProps } from "./empty-list.tsx";
import { ListFilters, type ListFiltersProps } from "./filters/list-filters.tsx";
import { type NoMatch, NoMatches } from "./no-matches.tsx";
import { BulkBar } from "./selection/bulk-bar.tsx";
import { type SelectedIds, selectedOf, withAll } from "./selection/selection.ts";

type ResourceListProps<Row> = Omit<DataTableProps<Row>, "label" | "selection" | "bulkBar"> & {
  /** Actions for the selected rows, by ID: a selection survives the filter, and has rows that aren't loaded. */
  bulk?: {
    /** Of all that the filter shows, loaded or not. */
    matchingCount: number;
    /** Reads the IDs of these, and selects them. */
    readMatchingIds: (select: (ids: string[]) => void) => void;
    actions: (ids: string[], clear: () => void) => ReactNode;
  };
  title: string;
  description?: ReactNode;
  /** The count without a filter; undefined while one is set. */
  total: number | undefined;
  actions?: ReactNode;
  empty: Pick<EmptyListProps, "icon" | "guide"> & {
    title: string;
    words: string;
    action?: ReactNode;
    /** Below the empty state. */
    below?: ReactNode;
  };
  filters: ListFiltersProps;
  noMatch: NoMatch;
  /** The list is part of a page with its own title. */
  isSection?: boolean;
  /** Between the title and the filters, and between filters and rows. */
  notice?: ReactNode;
  aboveRows?: ReactNode;
};

/** A list with its title, count, filters, rows, and an empty state. */
export function ResourceList<Row>(props: ResourceListProps<Row>) {
  const {
    title,
    description,
    total,
    actions,
    empty,
    filters,
    noMatch,
    isSection,
    notice,
    aboveRows,
    bulk,
    ...table
  } = props;
  const { rows, rowId } = table;
  const [ids, setIds] = useState<SelectedIds>({});
  const selected = selectedOf(rows.map(rowId), ids);
  const selectAll = (matching: string[]) => setIds((before) => withAll(matching, before));
  const bulkBar = (isPageSelected: boolean) =>
    bulk && selected.ids.length > 0 ? (
      <BulkBar
        count={selected.ids.length}
        hiddenCount={selected.hiddenCount}
        more={
          isPageSelected && selected.ids.length < bulk.matchingCount
            ? { count: bulk.matchingCount, onSelect: () => bulk.readMatchingIds(selectAll) }
            : undefined
        }
      >
        {bulk.actions(selected.ids, () => setIds({}))}
      </BulkBar>
    ) : null;
  if (total === 0) {
    return (
      <>
        <EmptyList
          title={isSection ? undefined : title}
          icon={empty.icon}
          heading={empty.title}
          action={empty.action ?? actions}
          guide={empty.guide}
          below={isSection ? undefined : description}
        >
          {empty.words}
        </EmptyList>
        {empty.below ? <div style={{ marginTop: 32 }}>{empty.below}</div> : null}
      </>
    );
  }
  const list = (
    <>
      {notice}
      <ListFilters {...filters} />
      {aboveRows}
      {table.rows.length === 0 ? (
        <>
          <NoMatches {...noMatch} />
          {bulkBar(false)}
        </>
      ) : (
        <DataTable
          label={title}
          {...table}
          {...(bulk ? { selection: { ids, onChange: setIds }, bulkBar } : {})}
        />
      )}
    </>
  );
  return isSection ? (
    <Section title={title} description={description} action={actions}>
      {list}
    </Section>
  ) : (
    <div data-list>
      <PageHeader
        title={title}
        count={total}
        actions={actions}
        below={description}
        long={description !== undefined}
      />
      {list}
    </div>
  );
}
