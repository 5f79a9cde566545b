/** The IDs of the selected rows, as the table keeps them. */
export type SelectedIds = Record<string, boolean>;

/** The selected rows, those that a filter hides or that aren't loaded included, and how many these are. */
export function selectedOf(
  shownIds: readonly string[],
  selected: SelectedIds,
): { ids: string[]; hiddenCount: number } {
  const ids = Object.keys(selected).filter((id) => selected[id]);
  return { ids, hiddenCount: ids.length - shownIds.filter((id) => selected[id]).length };
}

/** The selection with these rows added. */
export const withAll = (ids: readonly string[], selected: SelectedIds): SelectedIds => ({
  ...selected,
  ...Object.fromEntries(ids.map((id) => [id, true])),
});
