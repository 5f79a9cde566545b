import { type PageQuery, timestamp } from "@zonepost/schema";
import { invalid } from "../errors.ts";
import { type IdPrefix, rowId } from "../ids.ts";

export type OperationResult<Value> = Value | Page<Value>;
/** `etag`: of a response whose version has a name, instead of the hash of its text. */
export type Page<Value> = { page: Value; nextCursor: string | null; etag?: string };

export const tagged = <Value>(value: Value, etag: string): Page<Value> => ({
  page: value,
  nextCursor: null,
  etag,
});

export function isPage(value: unknown): value is Page<unknown> {
  return typeof value === "object" && value !== null && "page" in value && "nextCursor" in value;
}

type List<Row, Item, Limit = number | undefined> = {
  /** Reads all rows in order, or at most `limit`. */
  read(limit: Limit): PromiseLike<readonly Row[]>;
  /** The row's position in that order; `placeAfter` returns it for the next read. */
  placeOf(row: Row): string;
  present(row: Row): Item;
};

/** The whole list, or a page on request. */
export async function listOrPage<Row, Item>(
  { limit }: PageQuery,
  list: List<Row, Item>,
): Promise<OperationResult<Item[]>> {
  return limit === undefined ? (await list.read(undefined)).map(list.present) : readPage(limit, list);
}

/** Of the rows that were read, one more than the page has. */
export function pageOfRows<Row>(
  found: readonly Row[],
  limit: number,
  placeOf: (row: Row) => string,
): Page<Row[]> {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasNext = found.length > page.length && last !== undefined;
  return { page, nextCursor: hasNext ? encodeCursor(placeOf(last)) : null };
}

/** One extra row reveals whether there is a next page. */
export async function readPage<Row, Item>(
  limit: number,
  list: List<Row, Item, number>,
): Promise<Page<Item[]>> {
  const { page, nextCursor } = pageOfRows(await list.read(limit + 1), limit, list.placeOf);
  return { page: page.map(list.present), nextCursor };
}

/** A cursor is the position of the last row seen: opaque, and useless for other callers' rows. */
export const encodeCursor = (place: string): string => Buffer.from(place, "utf8").toString("base64url");

export const notACursor = () =>
  invalid([
    {
      pointer: "/query/cursor",
      message: "This cursor does not belong to this list. Omit it to start from the beginning.",
    },
  ]);

/** The position after which the page begins; undefined at the start. */
export function placeAfter(query: PageQuery): string | undefined {
  if (query.cursor === undefined) {
    return undefined;
  }
  const place = Buffer.from(query.cursor, "base64url").toString("utf8");
  if (place === "" || place.includes("\0") || encodeCursor(place) !== query.cursor) {
    throw notACursor();
  }
  return place;
}

/** The row after which the page begins, for lists ordered by id; undefined at the start. */
export function rowAtPlace(prefix: IdPrefix, query: PageQuery): string | undefined {
  const place = placeAfter(query);
  if (place === undefined) {
    return undefined;
  }
  const id = rowId(prefix, place);
  if (!id) {
    throw notACursor();
  }
  return id;
}

/** The row after which the page begins, for lists ordered by a moment and then by id. */
export function momentAtPlace(
  prefix: IdPrefix,
  query: PageQuery,
): { moment: string; id: string } | undefined {
  const place = placeAfter(query);
  if (place === undefined) {
    return undefined;
  }
  const [moment = "", rest = ""] = place.split(" ");
  const id = rowId(prefix, rest);
  if (!id || !timestamp.safeParse(moment).success) {
    throw notACursor();
  }
  return { moment, id };
}
