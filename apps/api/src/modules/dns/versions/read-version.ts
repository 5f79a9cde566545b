import { zoneVersions } from "@zonepost/db";
import { and, desc, eq, gte } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { compareSets, type ZoneRecords } from "../model/record-set.ts";
import { readZoneRecords, type ZoneRow } from "../model/records.ts";
import { undo } from "../records/policies/apply-edits-policy.ts";

export type VersionRow = typeof zoneVersions.$inferSelect;

export const isVersionOf = ({ workspaceId, id }: Pick<ZoneRow, "workspaceId" | "id">) =>
  and(eq(zoneVersions.workspaceId, workspaceId), eq(zoneVersions.zoneId, id));

/** A version and its records, found from the present ones by undoing each later version. */
export async function readVersion(
  db: Queryable,
  zone: ZoneRow,
  version: number,
): Promise<{ row: VersionRow; records: ZoneRecords }> {
  const rows = await db
    .select()
    .from(zoneVersions)
    .where(and(isVersionOf(zone), gte(zoneVersions.version, version)))
    .orderBy(desc(zoneVersions.version));
  const row = rows.at(-1);
  if (row?.version !== version) {
    throw notFound();
  }
  const records = await readZoneRecords(db, zone);
  for (const { diff } of rows.slice(0, -1)) {
    undo(records, diff);
  }
  return { row, records: new Map([...records].sort(([, one], [, other]) => compareSets(one, other))) };
}
