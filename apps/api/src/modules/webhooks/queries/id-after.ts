import type { PageQuery } from "@zonepost/schema";
import { type IdPrefix, rowId } from "../../../kernel/ids.ts";
import { notACursor, placeAfter } from "../../../kernel/page.ts";

/** The row after which a page begins, in lists that are in the order of their ids. */
export function idAfter(prefix: IdPrefix, query: PageQuery): string | undefined {
  const place = placeAfter(query);
  if (place === undefined) return undefined;
  const id = rowId(prefix, place);
  if (!id) throw notACursor();
  return id;
}
