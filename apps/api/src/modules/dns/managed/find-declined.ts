import { type Transaction, zoneVersions } from "@zonepost/db";
import { and, desc, eq, sql } from "drizzle-orm";
import { recordKey } from "../model/record-set.ts";
import type { ZoneRow } from "../model/records.ts";
import { haveSameValues } from "../records/policies/apply-edits-policy.ts";
import type { ExaminedSet, WantedSet } from "./policies/managed-records-policy.ts";

/**
 * The missing sets that people had, with these very values, and deleted: they don't want them. A deleted conflict had
 * other values, and makes room.
 */
export async function findDeclined(
  tx: Transaction,
  zone: Pick<ZoneRow, "workspaceId" | "id">,
  sets: readonly ExaminedSet[],
): Promise<Set<string>> {
  const declined = new Set<string>();
  for (const set of sets) {
    if (set.state === "missing" && (await wasDeleted(tx, zone, set))) {
      declined.add(recordKey(set));
    }
  }
  return declined;
}

async function wasDeleted(
  tx: Transaction,
  { workspaceId, id }: Pick<ZoneRow, "workspaceId" | "id">,
  { name, type, values }: WantedSet,
): Promise<boolean> {
  const [last] = await tx
    .select({ diff: zoneVersions.diff })
    .from(zoneVersions)
    .where(
      and(
        eq(zoneVersions.workspaceId, workspaceId),
        eq(zoneVersions.zoneId, id),
        sql`${zoneVersions.diff} @> ${JSON.stringify([{ name, type }])}::jsonb`,
      ),
    )
    .orderBy(desc(zoneVersions.version))
    .limit(1);
  const change = last?.diff.find((each) => each.name === name && each.type === type);
  return (
    change !== undefined &&
    change.after === null &&
    change.before?.managedBy === null &&
    haveSameValues(change.before.values, values)
  );
}
