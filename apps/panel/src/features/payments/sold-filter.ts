import { type OrderLineKind, orderLineKinds } from "@zonepost/schema";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { wordsOf } from "../../lib/next-page.ts";
import { endOfDay, startOfDay } from "../../ui/values/day-bounds.ts";

/** What payments and orders are filtered by. `from` and `until` are inclusive days in the reader's time zone. */
export const soldParams = {
  q: parseAsString.withDefault(""),
  kind: parseAsStringLiteral(orderLineKinds),
  from: parseAsString.withDefault(""),
  until: parseAsString.withDefault(""),
};

type SoldParams = { q: string; kind: OrderLineKind | null; from: string; until: string };

/** The filter of the API. */
export const soldFilterOf = ({ q, kind, from, until }: SoldParams, timeZone: string) => ({
  q: wordsOf(q),
  kind: kind ?? undefined,
  from: startOfDay(from, timeZone),
  until: endOfDay(until, timeZone),
});

export const isFiltered = (filter: Record<string, unknown>): boolean =>
  Object.values(filter).some((value) => value !== undefined);
