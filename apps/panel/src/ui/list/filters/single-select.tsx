import type { ListFiltersProps } from "./list-filters.tsx";
import { SelectFilter, type SelectFilterProps } from "./select-filter.tsx";

/** The `more` of a list with one other filter. */
export const singleSelect = <Value extends string>(
  select: SelectFilterProps<Value>,
): ListFiltersProps["more"] => ({
  count: 1,
  activeCount: select.value === null ? 0 : 1,
  fields: <SelectFilter {...select} />,
});
