"use client";
import { NativeSelect } from "@mantine/core";
import type { Table } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import classes from "./data-table.module.css";
import type { Sort } from "./table-head.tsx";

/** The order of cards, which have no column heads to sort by. */
export function CardSort<Row>({ table, onSort }: { table: Table<Row>; onSort: (sort: Sort) => void }) {
  const t = useTranslations("ui");
  const columns = table.getAllLeafColumns().flatMap((column) => {
    const { header } = column.columnDef;
    return column.getCanSort() && typeof header === "string" ? [{ column, name: header }] : [];
  });
  if (columns.length === 0) {
    return null;
  }
  const orders = columns.flatMap(({ column, name }) => [
    {
      value: `${column.id} ascending`,
      by: column.id,
      descending: false,
      label: t("sortAscending", { name }),
    },
    {
      value: `${column.id} descending`,
      by: column.id,
      descending: true,
      label: t("sortDescending", { name }),
    },
  ]);
  const sorted = columns.find(({ column }) => column.getIsSorted());
  const current = orders.find(
    ({ by, descending }) =>
      by === sorted?.column.id && descending === (sorted.column.getIsSorted() === "desc"),
  );
  return (
    <div className={classes.cardSort}>
      <NativeSelect
        size="xs"
        aria-label={t("sortBy")}
        value={current?.value ?? ""}
        onChange={(event) => {
          const chosen = orders.find(({ value }) => value === event.currentTarget.value);
          if (chosen) {
            onSort({ by: chosen.by, descending: chosen.descending });
          }
        }}
        data={[
          ...(current ? [] : [{ value: "", label: t("sortBy"), disabled: true }]),
          ...orders.map(({ value, label }) => ({ value, label })),
        ]}
      />
    </div>
  );
}
