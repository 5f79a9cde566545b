import type { ColumnDef } from "@tanstack/react-table";
import { expect, it } from "vitest";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DataTable } from "./data-table.tsx";

type Place = NonNullable<ColumnDef<string>["meta"]>["phone"];

const columnAt = (place: Place, id: string): ColumnDef<string> => ({
  id,
  header: id,
  cell: id,
  ...(place ? { meta: { phone: place } } : {}),
});

const render = (first: Place, second: Place) =>
  renderInPanel(
    <DataTable
      label="Rows"
      rows={["row"]}
      columns={[columnAt(first, "one"), columnAt(second, "two")]}
      rowId={(row) => row}
    />,
  );

it.each([
  ["low", "low", "low"],
  ["detail", undefined, "detail"],
  [undefined, undefined, "detail"],
] as const)("refuses two columns in one place on a phone: %s, %s", (first, second, place) => {
  expect(() => render(first, second)).toThrow(`two columns have the place "${place}"`);
});

it("shows a row whose columns have their own places, or none", () => {
  for (const [first, second] of [
    ["title", "detail"],
    ["hide", "hide"],
  ] as const) {
    expect(() => render(first, second)).not.toThrow();
  }
});
