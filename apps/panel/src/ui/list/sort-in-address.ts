import type { Sort } from "./table-head.tsx";

type SortParams<Key> = { sort: Key | null; desc: boolean };

/** Keeps a table's sort order in the URL. */
export function sortInAddress<Key extends string>(
  keys: readonly Key[],
  params: SortParams<Key>,
  setParams: (params: SortParams<Key>) => unknown,
) {
  return {
    sort: params.sort === null ? undefined : { by: params.sort, descending: params.desc },
    onSort: ({ by, descending }: Sort) =>
      void setParams({ sort: keys.find((key) => key === by) ?? null, desc: descending }),
  };
}
