import { zones } from "@zonepost/db";
import { inArray, or, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { ZoneRow } from "../model/records.ts";
import { parentNames } from "./parent-names.ts";

/** The zones of any workspace at, above or below a name. Under its lock, or only to look. */
export function findOverlaps(db: Queryable, name: string): Promise<ZoneRow[]> {
  const reversed = [...`.${name}`].reverse().join("");
  return db
    .select()
    .from(zones)
    .where(
      or(
        inArray(zones.name, [name, ...parentNames(name)]),
        // Names have no wildcard of LIKE but the underscore, which needs its escape.
        sql`reverse(${zones.name}) like ${`${reversed.replaceAll("_", "\\_")}%`}`,
      ),
    );
}
