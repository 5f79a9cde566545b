import type { ZoneSort } from "@zonepost/schema/panel";
import {
  createLoader,
  type inferParserType,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { wordsOf } from "../../../lib/next-page.ts";

export const zoneSortKeys = ["name", "recordCount", "updatedAt"] as const satisfies readonly ZoneSort[];

export const zoneListParams = {
  q: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(zoneSortKeys).withDefault("name"),
  desc: parseAsBoolean.withDefault(false),
};

export const loadZoneListParams = createLoader(zoneListParams);

export const zonePageInputOf = ({ q, sort, desc }: inferParserType<typeof zoneListParams>) => ({
  q: wordsOf(q),
  sort,
  descending: desc,
});
