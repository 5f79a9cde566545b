import { zoneRecordSets } from "@zonepost/db";
import type { RecordSet, RecordSetsQuery } from "@zonepost/schema";
import type { ZoneContent } from "@zonepost/schema/panel";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { type OperationResult, tagged } from "../../../kernel/http/page.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnZone } from "../model/get-own-zone.ts";
import { compareSets } from "../model/record-set.ts";
import { isOfZone } from "../model/records.ts";
import { versionTag } from "../model/require-version.ts";
import { nameInZone } from "./policies/read-changes-policy.ts";

/** With the version as its ETag, also for a part of the records. */
export async function listRecords(
  ctx: WorkspaceCtx,
  zoneName: string,
  filter: RecordSetsQuery = {},
): Promise<OperationResult<RecordSet[]>> {
  const { version, records } = await getContent(ctx, zoneName, filter);
  return tagged(records, versionTag(version));
}

/** The records with their version. */
export async function getContent(
  ctx: WorkspaceCtx,
  zoneName: string,
  filter: RecordSetsQuery = {},
): Promise<ZoneContent> {
  requireRight(ctx.actor, "zones:read");
  // Both in one snapshot: a change between two reads would give old records a new version.
  const { version, rows } = await ctx.db.transaction(
    async (tx) => {
      const zone = await getOwnZone({ actor: ctx.actor, db: tx }, zoneName);
      const { type, name } = filter;
      const owner = name === undefined ? undefined : nameInZone(name, zone.name);
      if (owner && !owner.ok) {
        throw invalid([{ pointer: "/query/name", message: owner.message }]);
      }
      const rows = await tx
        .select()
        .from(zoneRecordSets)
        .where(
          and(
            isOfZone(zone),
            owner && eq(zoneRecordSets.name, owner.name),
            type === undefined ? undefined : eq(zoneRecordSets.type, type),
          ),
        );
      return { version: zone.version, rows: rows.sort(compareSets) };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  return { version, records: rows.map(presentRecordSet) };
}

const presentRecordSet = ({
  name,
  type,
  ttlSeconds,
  values,
  comment,
  tags,
  managedBy,
  updatedAt,
}: typeof zoneRecordSets.$inferSelect): RecordSet => ({
  name,
  type,
  ttl: ttlSeconds,
  values,
  comment,
  tags,
  managedBy,
  updatedAt: updatedAt.toISOString(),
});
