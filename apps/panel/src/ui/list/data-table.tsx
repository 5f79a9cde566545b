"use client";
import { Skeleton, UnstyledButton } from "@mantine/core";
import {
  type ColumnDef,
  getCoreRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  type OnChangeFn,
  type RowData,
  type Row as RowModel,
  type RowSelectionState,
  useReactTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo, useRef } from "react";
import { Link } from "@/ui/link.tsx";
import { CardSort } from "./card-sort.tsx";
import classes from "./data-table.module.css";
import type { MorePages } from "./more-rows.tsx";
import type { SelectedIds } from "./selection/selection.ts";
import { type Sort, TableHead } from "./table-head.tsx";
import { TablePages } from "./table-pages.tsx";
import { tableRoles } from "./table-roles.ts";
import { TableRow } from "./table-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";

const noSelection: RowSelectionState = {};

type PhonePlace = "title" | "status" | "detail" | "aside" | "low" | "lowAside" | "hide";

declare module "@tanstack/react-table" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged into the library's.
  interface ColumnMeta<TData extends RowData, TValue> {
    /** The cell's position when a row becomes a card. */
    phone?: PhonePlace;
    /** Labels the cell when a card has no column head above it. */
    phoneLabel?: string;
    align?: "end";
    width?: string;
    /** Doesn't wrap next to a long text in another column. */
    isOneLine?: boolean;
    /** Left out where the table would be too narrow for all columns. */
    isForWideScreens?: boolean;
  }
}

export type DataTableProps<Row> = {
  label: string;
  rows: Row[];
  columns: ColumnDef<Row>[];
  rowId: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Of rows that the API sorts and that are read page by page: what the head selects may not be all. */
  pages?: Pick<MorePages, "hasNextPage" | "isPlaceholderData">;
  /** Without it, rows cannot be selected. */
  selection?: Selection;
  /** Below the rows, with the table's own pages. */
  bulkBar?: (isPageSelected: boolean) => ReactNode;
  /** Pagination for long lists; the first page is 1. */
  paging?: {
    page: number;
    size: number;
    onPage: (page: number) => void;
    /** Of all rows, loaded or not. */
    total?: number;
  };
};

type Selection = { ids: SelectedIds; onChange: OnChangeFn<RowSelectionState> };

/** A cell that is the row's link: the whole row is clickable, and assistive technologies read one link. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classes.rowLink} data-row-link>
      {children}
    </Link>
  );
}

/** The same for a row that opens in the drawer. */
export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <UnstyledButton onClick={onClick} className={classes.rowLink} data-row-link>
      {children}
    </UnstyledButton>
  );
}

/** Two cells in one place would cover each other on a phone. */
function requireOwnPlaces<Row>(columns: ColumnDef<Row>[]): void {
  const places = columns.map(({ meta }) => meta?.phone ?? "detail").filter((place) => place !== "hide");
  const taken = places.find((place, index) => places.indexOf(place) !== index);
  if (taken !== undefined) {
    throw new Error(`two columns have the place "${taken}" on a phone`);
  }
}

/** A sortable table of links with the keys j, k, Enter and x. On a phone, each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowId, sort, onSort, pages, selection, bulkBar, paging } = props;
  if (process.env.NODE_ENV !== "production") {
    requireOwnPlaces(columns);
  }
  const canChoose = selection !== undefined;
  const sorting = useMemo(
    () => (sort ? [{ id: sort.by, desc: sort.descending }] : []),
    [sort?.by, sort?.descending],
  );
  const isBefore = pages?.isPlaceholderData === true;
  const size = paging?.size ?? rows.length;
  const pageCount = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(Math.max(paging?.page ?? 1, 1), pageCount);
  const table = useReactTable({
    data: rows,
    columns,
    getRowId: rowId,
    state: {
      sorting,
      rowSelection: selection?.ids ?? noSelection,
      ...(paging ? { pagination: { pageIndex: page - 1, pageSize: size } } : {}),
    },
    ...(selection ? { onRowSelectionChange: selection.onChange } : {}),
    enableRowSelection: canChoose,
    manualSorting: pages !== undefined,
    // Without pagination, a reset would only cause another render.
    autoResetAll: false,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    ...(paging ? { getPaginationRowModel: getPaginationRowModel() } : {}),
  });
  const shownRows = table.getRowModel().rows;
  const bodyRef = useRowKeys(canChoose ? (index) => shownRows[index]?.toggleSelected() : undefined);
  const lastChosenId = useRef<string>(undefined);
  const choose = (row: RowModel<Row>, isChosen: boolean, isRange: boolean) => {
    const ids = shownRows.map(({ id }) => id);
    const from = isRange && lastChosenId.current !== undefined ? ids.indexOf(lastChosenId.current) : -1;
    const to = ids.indexOf(row.id);
    lastChosenId.current = row.id;
    const range = from < 0 ? [row.id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    table.setRowSelection((before) => ({
      ...before,
      ...Object.fromEntries(range.map((id) => [id, isChosen])),
    }));
  };

  return (
    <div className={classes.frame} data-selectable={canChoose || undefined}>
      {onSort ? <CardSort table={table} onSort={onSort} /> : null}
      <table
        className={classes.table}
        {...tableRoles.table}
        aria-label={label}
        aria-busy={isBefore}
        data-selectable={canChoose || undefined}
      >
        <TableHead
          table={table}
          canChoose={canChoose}
          isPart={pages?.hasNextPage || pageCount > 1}
          onSort={onSort}
        />
        <tbody {...tableRoles.rowgroup} ref={bodyRef}>
          {shownRows.map((row) => (
            <TableRow key={row.id} row={row} onChoose={canChoose ? choose : undefined} />
          ))}
        </tbody>
      </table>
      {paging && pageCount > 1 ? (
        <TablePages
          label={label}
          page={page}
          pageCount={pageCount}
          size={size}
          total={paging.total ?? rows.length}
          onPage={paging.onPage}
        />
      ) : null}
      {bulkBar?.(table.getIsAllPageRowsSelected())}
    </div>
  );
}

/** The table's shape while its rows are loading. */
export function DataTableSkeleton({ headers, rows = 8 }: { headers: string[]; rows?: number }) {
  return (
    <div className={classes.frame} aria-busy="true">
      <div className={classes.skeletonHead}>
        {headers.map((header) => (
          <span key={header}>{header}</span>
        ))}
      </div>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.skeletonRow}>
          <Skeleton height={14} width={`${52 + ((index * 17) % 30)}%`} />
          <Skeleton height={14} width="50%" />
          <Skeleton height={14} width="60%" />
        </div>
      ))}
    </div>
  );
}
