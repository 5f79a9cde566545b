"use client";
import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { flexRender, type Header, type Table } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { SmallCheckbox } from "@/ui/form/small-checkbox.tsx";
import classes from "./data-table.module.css";
import { tableRoles } from "./table-roles.ts";

export type Sort = { by: string; descending: boolean };

type HeadProps<Row> = {
  table: Table<Row>;
  canChoose: boolean;
  /** The table has rows that the head doesn't select. */
  isPart: boolean;
  onSort: ((sort: Sort) => void) | undefined;
};

export function TableHead<Row>({ table, canChoose, isPart, onSort }: HeadProps<Row>) {
  const t = useTranslations("ui");
  const words = t(isPart ? "choosePage" : "chooseAll");
  return (
    <thead {...tableRoles.rowgroup}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} {...tableRoles.row}>
          {canChoose ? (
            <th {...tableRoles.columnheader} className={classes.choose}>
              <label className={classes.chooseArea}>
                <SmallCheckbox
                  aria-label={words}
                  checked={table.getIsAllPageRowsSelected()}
                  indeterminate={table.getIsSomePageRowsSelected()}
                  onChange={table.getToggleAllPageRowsSelectedHandler()}
                />
                <span className={classes.chooseWords}>{words}</span>
              </label>
            </th>
          ) : null}
          {group.headers.map((header) => (
            <HeadCell key={header.id} header={header} onSort={onSort} />
          ))}
        </tr>
      ))}
    </thead>
  );
}

const ariaSort = { asc: "ascending", desc: "descending" } as const;

function HeadCell<Row>(props: { header: Header<Row, unknown>; onSort: HeadProps<Row>["onSort"] }) {
  const { header, onSort } = props;
  const { column } = header;
  const direction = column.getIsSorted();
  const words = flexRender(column.columnDef.header, header.getContext());
  const Arrow = direction === "asc" ? IconArrowUp : direction === "desc" ? IconArrowDown : IconArrowsSort;
  return (
    <th
      {...tableRoles.columnheader}
      data-align={column.columnDef.meta?.align}
      data-wide={column.columnDef.meta?.isForWideScreens || undefined}
      style={{ width: column.columnDef.meta?.width }}
      aria-sort={direction ? ariaSort[direction] : undefined}
    >
      {onSort !== undefined && column.getCanSort() ? (
        <>
          <UnstyledButton
            className={classes.sort}
            data-active={direction !== false || undefined}
            onClick={() => onSort({ by: column.id, descending: direction === "asc" })}
          >
            {words}
            <Arrow size={14} aria-hidden />
          </UnstyledButton>
          <span className={classes.cardHead}>{words}</span>
        </>
      ) : (
        words
      )}
    </th>
  );
}
