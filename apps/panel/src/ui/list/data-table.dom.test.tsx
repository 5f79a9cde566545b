import messages from "@messages/en.json";
import type { ColumnDef } from "@tanstack/react-table";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
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

it("Shift selects or clears all rows from the last chosen one to this one, in both directions", () => {
  function Rows() {
    const [ids, setIds] = useState<Record<string, boolean>>({});
    return (
      <DataTable
        label="Rows"
        rows={["a", "b", "c", "d"]}
        columns={[columnAt("title", "one")]}
        rowId={(row) => row}
        selection={{ ids, onChange: setIds }}
      />
    );
  }
  renderInPanel(<Rows />);
  const boxes = () => screen.getAllByRole<HTMLInputElement>("checkbox").slice(1);
  const click = (index: number, shiftKey = false) =>
    fireEvent.click(boxes()[index] as HTMLElement, { shiftKey });
  const chosen = () => boxes().map(({ checked }) => checked);
  click(3, true);
  expect(chosen()).toEqual([false, false, false, true]);
  click(1, true);
  expect(chosen()).toEqual([false, true, true, true]);
  click(2);
  click(3, true);
  expect(chosen()).toEqual([false, true, false, false]);
});

it("cards are sorted by a select with the columns that sort, in both directions", () => {
  const sorts: unknown[] = [];
  renderInPanel(
    <DataTable
      label="Rows"
      rows={["a", "b"]}
      columns={[
        { ...columnAt("title", "name"), accessorFn: (row) => row },
        { ...columnAt("detail", "state"), enableSorting: false },
      ]}
      rowId={(row) => row}
      sort={{ by: "name", descending: false }}
      onSort={(sort) => sorts.push(sort)}
    />,
  );
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name: messages.ui.sortBy });
  const labels = [...select.options].map(({ text }) => text);
  expect([select.selectedOptions[0]?.text, labels]).toEqual([
    "name, ascending",
    ["name, ascending", "name, descending"],
  ]);
  fireEvent.change(select, { target: { value: "name descending" } });
  expect(sorts).toEqual([{ by: "name", descending: true }]);
});

it.each([true, false])(
  "says whether its rows are those of the filter before (%s), and keeps the order of the API",
  (isPlaceholderData) => {
    renderInPanel(
      <DataTable
        label="Rows"
        rows={["b", "a"]}
        columns={[
          { ...columnAt("title", "name"), accessorFn: (row) => row, cell: ({ row }) => row.original },
        ]}
        rowId={(row) => row}
        sort={{ by: "name", descending: false }}
        pages={{ hasNextPage: false, isPlaceholderData }}
      />,
    );
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe(String(isPlaceholderData));
    expect(screen.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual(["b", "a"]);
  },
);
