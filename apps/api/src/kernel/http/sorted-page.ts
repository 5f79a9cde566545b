import type { Db } from "@zonepost/db";
import { timestamp } from "@zonepost/schema";
import { notACursor, pageOfRows, placeAfter } from "./page.ts";

export type Sql = Db["$client"];
export type Fragment = ReturnType<Sql>;

/** What rows are sorted by. No two rows have the same values of all keys. */
export type SortKey = { value: Fragment; type: "timestamptz" | "bigint" | "boolean" | "text" | "uuid" };

type Order = { descending: boolean; cursor?: string | undefined };

/** The parts of a statement that reads the rows after a cursor. Its rows have the column `place`, for `pageOf`. */
export function sortBy(sql: Sql, keys: readonly SortKey[], { descending, cursor }: Order) {
  const listed = (of: (key: SortKey, index: number) => Fragment) =>
    keys.map(of).reduce((all, one) => sql`${all}, ${one}`);
  const place = placeAt(cursor, keys);
  return {
    place: sql`array[${listed(({ value, type }) =>
      type === "timestamptz" ? utc(sql, value, "US") : sql`(${value})::text`,
    )}] as place`,
    isAfter: place
      ? sql`(${listed(({ value }) => value)}) ${descending ? sql`<` : sql`>`}
          (${listed(({ type }, index) => sql`${place[index] ?? ""}::text::${sql.unsafe(type)}`)})`
      : sql`true`,
    order: listed(({ value }) => sql`${value} ${descending ? sql`desc` : sql`asc`}`),
  };
}

export const utc = (sql: Sql, moment: Fragment, digits: "MS" | "US"): Fragment =>
  sql`to_char(${moment} at time zone 'UTC', ${`YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"`})`;

/** Of the rows that were read, one more than the page has. */
export function pageOf<Row extends { place: string[] }>(
  rows: readonly Row[],
  limit: number,
): { items: Row[]; nextCursor: string | null } {
  const { page, nextCursor } = pageOfRows(rows, limit, ({ place }) => JSON.stringify(place));
  return { items: page, nextCursor };
}

/** A page of rows whose order the database doesn't know. Their places are compared as texts. */
export function pageOfAll<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => string[],
  { after, descending, limit }: { after: string[] | undefined; descending: boolean; limit: number },
): { items: Row[]; nextCursor: string | null } {
  const direction = descending ? -1 : 1;
  const sorted = rows
    .map((row) => ({ row, place: placeOf(row) }))
    .filter(({ place }) => after === undefined || compare(place, after) * direction > 0)
    .toSorted((one, other) => compare(one.place, other.place) * direction);
  const { items, nextCursor } = pageOf(sorted, limit);
  return { items: items.map(({ row }) => row), nextCursor };
}

function compare(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((text, at) => text !== other[at]);
  return index < 0 ? 0 : (one[index] ?? "") < (other[index] ?? "") ? -1 : 1;
}

const isOfType: Record<SortKey["type"], (text: string) => boolean> = {
  timestamptz: (text) => timestamp.safeParse(text).success,
  bigint: (text) => /^\d{1,18}$/.test(text),
  boolean: (text) => text === "true" || text === "false",
  text: (text) => !text.includes("\0"),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
};

/** The place after which the page begins; undefined at the start. */
export function placeAt(
  cursor: string | undefined,
  keys: readonly Pick<SortKey, "type">[],
): string[] | undefined {
  const text = placeAfter({ cursor });
  if (text === undefined) {
    return undefined;
  }
  const place = parsed(text);
  const isPlace =
    Array.isArray(place) &&
    place.length === keys.length &&
    keys.every(({ type }, index) => typeof place[index] === "string" && isOfType[type](place[index]));
  if (!isPlace) {
    throw notACursor();
  }
  return place;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
