/** The IDs of the selected rows, as the table keeps them. */
export type SelectedIds = Record<string, boolean>;

/** The selected rows, those that a filter hides included, and how many of them it hides. */
export function selectedOf<Row>(
  allRows: readonly Row[],
  shownRows: readonly Row[],
  idOf: (row: Row) => string,
  selected: SelectedIds,
): { rows: Row[]; hiddenCount: number } {
  const isSelected = (row: Row) => selected[idOf(row)] === true;
  const rows = allRows.filter(isSelected);
  return { rows, hiddenCount: rows.length - shownRows.filter(isSelected).length };
}

/** The selection with all shown rows added. */
export const withAll = <Row>(
  shownRows: readonly Row[],
  idOf: (row: Row) => string,
  selected: SelectedIds,
): SelectedIds => ({ ...selected, ...Object.fromEntries(shownRows.map((row) => [idOf(row), true])) });
