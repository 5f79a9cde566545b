"use client";
import type { CellContext, ColumnDefTemplate, Row as TanstackRow } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import type { MouseEvent as ReactMouseEvent, ReactNode } from "react";
import { SmallCheckbox } from "@/ui/form/small-checkbox.tsx";
import classes from "./data-table.module.css";
import { tableRoles } from "./table-roles.ts";

export function TableRow<Row>(props: {
  row: TanstackRow<Row>;
  /** With the Shift key, all rows from the last chosen one to this one. */
  onChoose: ((row: TanstackRow<Row>, isChosen: boolean, isRange: boolean) => void) | undefined;
}) {
  const { row, onChoose } = props;
  const t = useTranslations("ui");
  return (
    <tr {...tableRoles.row} className={classes.row} data-chosen={row.getIsSelected() || undefined}>
      {onChoose ? (
        <td {...tableRoles.cell} className={classes.choose} onMouseDown={keepTextUnselected}>
          <label className={classes.chooseArea}>
            <SmallCheckbox
              aria-label={t("chooseRow", { row: row.id })}
              checked={row.getIsSelected()}
              onChange={({ currentTarget, nativeEvent }) =>
                onChoose(row, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
              }
            />
          </label>
        </td>
      ) : null}
      {row.getVisibleCells().map((cell) => (
        <td
          key={cell.id}
          {...tableRoles.cell}
          data-one-line={cell.column.columnDef.meta?.isOneLine || undefined}
          data-align={cell.column.columnDef.meta?.align}
          data-wide={cell.column.columnDef.meta?.isForWideScreens || undefined}
          data-phone={cell.column.columnDef.meta?.phone ?? "detail"}
          data-label={cell.column.columnDef.meta?.phoneLabel}
        >
          <Cell render={cell.column.columnDef.cell} context={cell.getContext()} />
        </td>
      ))}
    </tr>
  );
}

function keepTextUnselected(event: ReactMouseEvent): void {
  if (event.shiftKey) {
    event.preventDefault();
  }
}

/** Stays mounted when the columns are rebuilt, so that its menu stays open. */
function Cell<Row>(props: {
  render: ColumnDefTemplate<CellContext<Row, unknown>> | undefined;
  context: CellContext<Row, unknown>;
}): ReactNode {
  const { render, context } = props;
  return typeof render === "function" ? render(context) : render;
}
