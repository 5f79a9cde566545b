"use client";
import { useHotkeys } from "@mantine/hooks";
import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  getSortedRowModel,
  type Row as RowModel,
  useReactTable,
} from "@tanstack/react-table";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { CardSort } from "./card-sort.tsx";
import classes from "./data-table.module.css";
import { type Sort, TableHead } from "./table-head.tsx";
import { gridRoles } from "./table-roles.ts";
import { useVisibleRange } from "./use-visible-range.ts";
import own from "./virtual-grid.module.css";

const rowHeightPx = 45;
const pageRows = 10;

type VirtualGridProps<Row> = {
  label: string;
  rows: Row[];
  columns: ColumnDef<Row>[];
  rowId: (row: Row) => string;
  /** A word for the row's look, such as `changed`. */
  rowState?: (row: Row) => string | undefined;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  onOpen: (row: Row) => void;
  onDelete?: ((row: Row) => void) | undefined;
};

const isCovered = () => document.querySelector("[role=dialog]") !== null;

/**
 * A table of any length, of which the rows in the window are drawn, as a grid (WAI-ARIA): one tab stop, arrow keys move,
 * Enter opens. On a phone, each row is a card.
 */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { label, rows, columns, rowId, rowState, sort, onSort, onOpen, onDelete } = props;
  const sorting = useMemo(
    () => (sort ? [{ id: sort.by, desc: sort.descending }] : []),
    [sort?.by, sort?.descending],
  );
  const table = useReactTable({
    data: rows,
    columns,
    getRowId: rowId,
    state: { sorting },
    autoResetAll: false,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });
  const sorted = table.getRowModel().rows;
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const { from, to, rowHeight } = useVisibleRange(bodyRef, sorted.length, rowHeightPx);
  const grid = useGridKeys(sorted, { bodyRef, rowHeight, onOpen, onDelete });
  return (
    <div className={classes.frame}>
      {onSort ? <CardSort table={table} onSort={onSort} /> : null}
      <table
        ref={grid.tableRef}
        className={`${classes.table} ${own.grid}`}
        {...gridRoles.grid}
        {...grid.descendant}
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        onKeyDown={grid.onKeyDown}
        onFocus={grid.onFocus}
      >
        <TableHead table={table} canChoose={false} isPart={false} onSort={onSort} />
        <tbody {...gridRoles.rowgroup} ref={bodyRef}>
          <Spacer height={from * rowHeight} />
          {sorted.slice(from, to).map((row, index) => (
            <GridRow
              key={row.id}
              id={grid.idOf(from + index)}
              row={row}
              index={from + index}
              isActive={grid.active === from + index}
              state={rowState?.(row.original)}
              onOpen={() => {
                grid.setActive(from + index);
                onOpen(row.original);
              }}
            />
          ))}
          <Spacer height={(sorted.length - to) * rowHeight} />
        </tbody>
      </table>
    </div>
  );
}

/** In place of the rows that aren't drawn. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? (
    <tr aria-hidden className={own.spacer}>
      <td style={{ height }} />
    </tr>
  ) : null;
}

function GridRow<Row>(props: {
  id: string;
  row: RowModel<Row>;
  index: number;
  isActive: boolean;
  state: string | undefined;
  onOpen: () => void;
}) {
  const { id, row, index, isActive, state, onOpen } = props;
  return (
    <tr
      id={id}
      {...gridRoles.row}
      aria-rowindex={index + 2}
      aria-selected={isActive}
      className={`${classes.row} ${own.row}`}
      data-row
      data-state={state}
      onClick={onOpen}
    >
      {row.getVisibleCells().map((cell) => (
        <td
          key={cell.id}
          {...gridRoles.cell}
          data-align={cell.column.columnDef.meta?.align}
          data-wide={cell.column.columnDef.meta?.isForWideScreens || undefined}
          data-phone={cell.column.columnDef.meta?.phone ?? "detail"}
        >
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </td>
      ))}
    </tr>
  );
}

function useGridKeys<Row>(
  rows: RowModel<Row>[],
  {
    bodyRef,
    rowHeight,
    onOpen,
    onDelete,
  }: Pick<VirtualGridProps<Row>, "onOpen" | "onDelete"> & {
    bodyRef: RefObject<HTMLElement | null>;
    rowHeight: number;
  },
) {
  const base = useId();
  const tableRef = useRef<HTMLTableElement>(null);
  const [chosen, setActive] = useState<number>();
  const last = rows.length - 1;
  const active = chosen === undefined ? undefined : Math.min(chosen, last);
  const idOf = (index: number) => `${base}-${index}`;
  const isMoved = useRef(false);
  useEffect(() => {
    if (active === undefined || !isMoved.current) {
      return;
    }
    isMoved.current = false;
    const row = document.getElementById(idOf(active));
    if (row) {
      row.scrollIntoView({ block: "nearest" });
    } else if (bodyRef.current) {
      const top = bodyRef.current.getBoundingClientRect().top + window.scrollY + active * rowHeight;
      window.scrollTo({ top: top - window.innerHeight / 2 });
    }
  });
  const move = (to: number) => {
    isMoved.current = true;
    setActive(Math.max(0, Math.min(to, last)));
  };
  const at = active ?? -1;
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    j: at + 1,
    k: at - 1,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
    Home: 0,
    End: last,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== tableRef.current || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const row = active === undefined ? undefined : rows[active];
    const target = targets[event.key];
    if (target !== undefined) {
      move(target);
    } else if (event.key === "Enter" && row) {
      onOpen(row.original);
    } else if (event.key === "Delete" && row && onDelete) {
      onDelete(row.original);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const enter = (step: 1 | -1) => {
    if (!isCovered()) {
      tableRef.current?.focus();
      move(active === undefined ? 0 : active + step);
    }
  };
  useHotkeys([
    ["j", () => enter(1)],
    ["k", () => enter(-1)],
  ]);
  return {
    tableRef,
    active,
    setActive,
    idOf,
    descendant:
      active === undefined || active < 0 ? {} : ({ "aria-activedescendant": idOf(active) } as const),
    onKeyDown,
    onFocus: () => {
      if (active === undefined && rows.length > 0 && document.activeElement === tableRef.current) {
        setActive(0);
      }
    },
  };
}
