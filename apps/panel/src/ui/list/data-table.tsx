"use client";
import { Checkbox, Pagination, Skeleton, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import {
  type CellContext,
  type ColumnDef,
  type ColumnDefTemplate,
  flexRender,
  getCoreRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  type RowData,
  type RowSelectionState,
  useReactTable,
} from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Link } from "@/ui/link.tsx";
import classes from "./data-table.module.css";

type PhonePlace = "title" | "status" | "detail" | "aside" | "low" | "lowAside" | "hide";

declare module "@tanstack/react-table" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged into the library's.
  interface ColumnMeta<TData extends RowData, TValue> {
    /** The cell's position when a row becomes a card. */
    phone?: PhonePlace;
    /** Names the cell where a card has no column head above it. */
    phoneLabel?: string;
    align?: "end";
    width?: string;
  }
}

export type Sort = { by: string; descending: boolean };

// A table that is laid out as cards loses the roles of its parts, so they are written out.
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

export type DataTableProps<Row> = {
  label: string;
  rows: Row[];
  columns: ColumnDef<Row>[];
  rowId: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Actions for the selected rows; without them, rows cannot be selected. */
  bulk?: (rows: Row[], clear: () => void) => ReactNode;
  /** Opens a row that has no address of its own. */
  onOpen?: (row: Row) => void;
  /** Pagination for long lists; the first page is 1. */
  paging?: { page: number; size: number; onPage: (page: number) => void };
};

/** A cell that is the row's link: the whole row can be pressed, and assistive techniques read one link. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classes.rowLink} data-row-link>
      {children}
    </Link>
  );
}

/** The same for a row that opens at the side. */
export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <UnstyledButton onClick={onClick} className={classes.rowLink} data-row-link>
      {children}
    </UnstyledButton>
  );
}

/** Stays mounted when the columns are rebuilt, so that an open menu in it stays open. */
function Cell<Row>(props: {
  render: ColumnDefTemplate<CellContext<Row, unknown>> | undefined;
  context: CellContext<Row, unknown>;
}): ReactNode {
  const { render, context } = props;
  return typeof render === "function" ? render(context) : render;
}

/** A sortable table of links, moved through with j, k, Enter, x; on a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowId, sort, onSort, bulk, paging } = props;
  const t = useTranslations("ui");
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const sorting = useMemo(
    () => (sort ? [{ id: sort.by, desc: sort.descending }] : []),
    [sort?.by, sort?.descending],
  );
  const size = paging?.size ?? rows.length;
  const pageCount = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(Math.max(paging?.page ?? 1, 1), pageCount);
  const table = useReactTable({
    data: rows,
    columns,
    getRowId: rowId,
    state: {
      sorting,
      rowSelection,
      ...(paging ? { pagination: { pageIndex: page - 1, pageSize: size } } : {}),
    },
    onRowSelectionChange: setRowSelection,
    enableRowSelection: bulk !== undefined,
    // There are no pages to go back to, and each reset would be a render.
    autoResetAll: false,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    ...(paging ? { getPaginationRowModel: getPaginationRowModel() } : {}),
  });
  const shownRows = table.getRowModel().rows;
  // Of all pages; what a filter has taken away is not chosen.
  const chosen = table.getSortedRowModel().rows.filter((row) => rowSelection[row.id]);

  const links = () => [...(bodyRef.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
  const focusedIndex = () =>
    links().findIndex((link) => link.closest("tr")?.contains(document.activeElement) ?? false);
  const isCovered = () => document.querySelector("[role=dialog]") !== null;
  const move = (step: 1 | -1) => {
    if (isCovered()) {
      return;
    }
    const at = focusedIndex();
    const all = links();
    all[at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
  };
  useHotkeys([
    ["j", () => move(1)],
    ["k", () => move(-1)],
    ["x", () => bulk && !isCovered() && shownRows[focusedIndex()]?.toggleSelected()],
  ]);

  return (
    <div className={classes.frame}>
      <table
        className={classes.table}
        {...roles.table}
        aria-label={label}
        data-selectable={bulk ? true : undefined}
      >
        <thead {...roles.rowgroup}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} {...roles.row}>
              {bulk ? (
                <th {...roles.columnheader} className={classes.choose}>
                  <label className={classes.chooseArea}>
                    <Checkbox
                      size="xs"
                      aria-label={t("chooseAll")}
                      checked={table.getIsAllRowsSelected()}
                      indeterminate={table.getIsSomeRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                    <span className={classes.chooseWords}>{t("chooseAll")}</span>
                  </label>
                </th>
              ) : null}
              {group.headers.map((header) => {
                const direction = header.column.getIsSorted();
                const isSortable = onSort !== undefined && header.column.getCanSort();
                const words = flexRender(header.column.columnDef.header, header.getContext());
                const Arrow =
                  direction === "asc" ? IconArrowUp : direction === "desc" ? IconArrowDown : IconArrowsSort;
                return (
                  <th
                    key={header.id}
                    {...roles.columnheader}
                    data-align={header.column.columnDef.meta?.align}
                    style={{ width: header.column.columnDef.meta?.width }}
                    aria-sort={
                      direction === "asc" ? "ascending" : direction === "desc" ? "descending" : undefined
                    }
                  >
                    {isSortable ? (
                      <UnstyledButton
                        className={classes.sort}
                        data-active={direction !== false || undefined}
                        onClick={() => onSort({ by: header.column.id, descending: direction === "asc" })}
                      >
                        {words}
                        <Arrow size={14} aria-hidden />
                      </UnstyledButton>
                    ) : (
                      words
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody {...roles.rowgroup} ref={bodyRef}>
          {shownRows.map((row) => (
            <tr
              key={row.id}
              {...roles.row}
              className={classes.row}
              data-chosen={row.getIsSelected() || undefined}
            >
              {bulk ? (
                <td {...roles.cell} className={classes.choose}>
                  <label className={classes.chooseArea}>
                    <Checkbox
                      size="xs"
                      aria-label={t("chooseRow", { row: row.id })}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </label>
                </td>
              ) : null}
              {row.getVisibleCells().map((cell) => (
                <td
                  key={cell.id}
                  {...roles.cell}
                  data-align={cell.column.columnDef.meta?.align}
                  data-phone={cell.column.columnDef.meta?.phone ?? "detail"}
                  data-label={cell.column.columnDef.meta?.phoneLabel}
                >
                  <Cell render={cell.column.columnDef.cell} context={cell.getContext()} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {paging && pageCount > 1 ? (
        <nav className={classes.pages} aria-label={t("pages", { what: label })}>
          <span>
            {t("rowsOf", {
              from: (page - 1) * size + 1,
              to: Math.min(page * size, rows.length),
              total: rows.length,
            })}
          </span>
          <Pagination
            total={pageCount}
            value={page}
            onChange={paging.onPage}
            size="sm"
            getItemProps={(item) => ({ "aria-label": t("page", { page: item }) })}
            getControlProps={(control) => ({ "aria-label": t(`page_${control}`) })}
          />
        </nav>
      ) : null}
      {bulk && chosen.length > 0 ? (
        <div className={classes.bulk} role="toolbar" aria-label={t("bulk")}>
          <span>{t("chosen", { count: chosen.length })}</span>
          {bulk(
            chosen.map((row) => row.original),
            () => setRowSelection({}),
          )}
        </div>
      ) : null}
    </div>
  );
}

/** The table's shape while its rows are on their way. */
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
