"use client";
import type { CellContext, ColumnDefTemplate, Row as TanstackRow } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SmallCheckbox } from "@/ui/form/small-checkbox.tsx";
import classes from "./data-table.module.css";
import { tableRoles } from "./table-roles.ts";

export function TableRow<Row>({ row, canChoose }: { row: TanstackRow<Row>; canChoose: boolean }) {
  const t = useTranslations("ui");
  return (
    <tr {...tableRoles.row} className={classes.row} data-chosen={row.getIsSelected() || undefined}>
      {canChoose ? (
        <td {...tableRoles.cell} className={classes.choose}>
          <label className={classes.chooseArea}>
            <SmallCheckbox
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

/** Stays mounted when the columns are rebuilt, so that its menu stays open. */
function Cell<Row>(props: {
  render: ColumnDefTemplate<CellContext<Row, unknown>> | undefined;
  context: CellContext<Row, unknown>;
}): ReactNode {
  const { render, context } = props;
  return typeof render === "function" ? render(context) : render;
}
