import { type Transaction, zones } from "@zonepost/db";
import { asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { ZoneRow } from "../model/records.ts";
import { parentNames } from "./parent-names.ts";

/** The zones of any workspace at, above or below a name. Under its lock, or only to look. */
export const findOverlaps = (db: Queryable, name: string): Promise<ZoneRow[]> =>
  db
    .select()
    .from(zones)
    .where(or(inArray(zones.name, [name, ...parentNames(name)]), isBelow(name)));

/** The zones of any workspace at or below a name, locked until the transaction ends. Under the lock of the name. */
export const lockZonesWithin = (tx: Transaction, name: string): Promise<ZoneRow[]> =>
  tx
    .select()
    .from(zones)
    .where(or(eq(zones.name, name), isBelow(name)))
    .orderBy(asc(zones.id))
    .for("update");

function isBelow(name: string): SQL {
  const reversed = [...`.${name}`].reverse().join("");
  // Names have no wildcard of LIKE but the underscore, which needs its escape.
  return sql`reverse(${zones.name}) like ${`${reversed.replaceAll("_", "\\_")}%`}`;
}
