import { type Transaction, zonePublications } from "@zonepost/db";
import type { RecordWarning, ZoneChangePreview, ZoneChangeResult, ZoneChangesInput } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnZone, lockOwnZone } from "../model/get-own-zone.ts";
import { type Difference, presentDifference } from "../model/record-set.ts";
import { readZoneRecords, type ZoneRow } from "../model/records.ts";
import { requireVersion } from "../model/require-version.ts";
import type { DnsModulePorts } from "../ports.ts";
import { presentPublication } from "../publication/present-publication.ts";
import { carryOut, planEdits } from "./carry-out.ts";
import { type Edit, readChanges } from "./policies/read-changes-policy.ts";

export type RecordsCtx = WorkspaceCtx & Pick<DnsModulePorts, "zoneHosting">;

type ChangesInput = { zoneName: string } & ZoneChangesInput;

/** All of the changes or none. */
export async function changeRecords(ctx: RecordsCtx, input: ChangesInput): Promise<ZoneChangeResult> {
  requireRight(ctx.actor, "zones:write");
  const zone = await getOwnZone(ctx, input.zoneName);
  const edits = readEdits(zone, input);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const locked = await lockOwnZone(tx, ctx, zone.name);
    requireVersion(ctx, locked);
    const planned = planEdits(locked, await readZoneRecords(tx, locked), edits, {
      fallbackPointer: "/changes",
    });
    const after = await carryOut(tx, ctx, locked, planned, { message: input.message }, now);
    return presentChange(tx, ctx, { before: locked, after, ...planned });
  });
}

export async function previewRecordChanges(ctx: RecordsCtx, input: ChangesInput): Promise<ZoneChangePreview> {
  requireRight(ctx.actor, "zones:write");
  const zone = await getOwnZone(ctx, input.zoneName);
  const edits = readEdits(zone, input);
  return ctx.db.transaction(async (tx) => {
    const locked = await lockOwnZone(tx, ctx, zone.name);
    requireVersion(ctx, locked);
    const planned = planEdits(locked, await readZoneRecords(tx, locked), edits, {
      fallbackPointer: "/changes",
    });
    return presentPreview(locked, planned);
  });
}

function readEdits(zone: Pick<ZoneRow, "name">, { changes }: ChangesInput): Edit[] {
  const pointed = changes.map((change, index) => ({ change, pointer: `/changes/${index}` }));
  const { edits, errors } = readChanges(pointed, zone.name);
  if (errors.length > 0) {
    throw invalid(errors);
  }
  return edits;
}

export async function presentChange(
  tx: Transaction,
  { zoneHosting }: Pick<DnsModulePorts, "zoneHosting">,
  {
    before,
    after,
    diff,
    warnings,
  }: { before: ZoneRow; after: ZoneRow; diff: readonly Difference[]; warnings: RecordWarning[] },
): Promise<ZoneChangeResult> {
  const [row] = await tx
    .select()
    .from(zonePublications)
    .where(and(eq(zonePublications.workspaceId, after.workspaceId), eq(zonePublications.zoneId, after.id)));
  return {
    version: after.version,
    previousVersion: before.version,
    serial: after.serial,
    diff: diff.map(presentDifference),
    warnings,
    publication: presentPublication(zoneHosting, after.version, row),
  };
}

export const presentPreview = (
  zone: Pick<ZoneRow, "version">,
  { diff, warnings }: { diff: readonly Difference[]; warnings: RecordWarning[] },
): ZoneChangePreview => ({
  dryRun: true,
  previousVersion: zone.version,
  diff: diff.map(presentDifference),
  warnings,
});
