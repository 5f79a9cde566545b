import { type Transaction, zoneRecordSets, type zones } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { compareSets, recordKey, type ZoneRecords } from "./record-set.ts";

export type ZoneRow = typeof zones.$inferSelect;

const columns = {
  name: zoneRecordSets.name,
  type: zoneRecordSets.type,
  ttlSeconds: zoneRecordSets.ttlSeconds,
  values: zoneRecordSets.values,
  comment: zoneRecordSets.comment,
  tags: zoneRecordSets.tags,
  managedBy: zoneRecordSets.managedBy,
};

export const isOfZone = (zone: Pick<ZoneRow, "workspaceId" | "id">) =>
  and(eq(zoneRecordSets.workspaceId, zone.workspaceId), eq(zoneRecordSets.zoneId, zone.id));

/** All of a zone's record sets, by name and type. */
export async function readZoneRecords(
  db: Queryable | Transaction,
  zone: Pick<ZoneRow, "workspaceId" | "id">,
): Promise<ZoneRecords> {
  const rows = await db.select(columns).from(zoneRecordSets).where(isOfZone(zone));
  return new Map(rows.sort(compareSets).map((row) => [recordKey(row), row]));
}
