import type { Transaction } from "@zonepost/db";
import type { ZoneChangePreview, ZoneChangeResult, ZoneRestoreInput } from "@zonepost/schema";
import { requireRight } from "../../../kernel/rights.ts";
import { lockOwnZone } from "../model/get-own-zone.ts";
import type { StoredRecordSet, ZoneRecords } from "../model/record-set.ts";
import { readZoneRecords, type ZoneRow } from "../model/records.ts";
import { requireVersion } from "../model/require-version.ts";
import { carryOut, type Planned, planEdits } from "../records/carry-out.ts";
import { presentChange, presentPreview, type RecordsCtx } from "../records/change-records.ts";
import type { Edit } from "../records/policies/read-changes-policy.ts";
import { readVersion } from "./read-version.ts";

type RestoreInput = { zoneName: string; version: number } & ZoneRestoreInput;

/** A new version with the content of an old one. Managed records stay as they are now. */
export async function restoreVersion(ctx: RecordsCtx, input: RestoreInput): Promise<ZoneChangeResult> {
  requireRight(ctx.actor, "zones:write");
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { zone, planned } = await planRestore(tx, ctx, input);
    const note = { message: input.message, restoredVersion: input.version };
    const after = await carryOut(tx, ctx, zone, planned, note, now);
    return presentChange(tx, ctx, { before: zone, after, ...planned });
  });
}

export async function previewRestore(ctx: RecordsCtx, input: RestoreInput): Promise<ZoneChangePreview> {
  requireRight(ctx.actor, "zones:write");
  return ctx.db.transaction(async (tx) => {
    const { zone, planned } = await planRestore(tx, ctx, input);
    return presentPreview(zone, planned);
  });
}

async function planRestore(
  tx: Transaction,
  ctx: RecordsCtx,
  { zoneName, version }: RestoreInput,
): Promise<{ zone: ZoneRow; planned: Planned }> {
  const zone = await lockOwnZone(tx, ctx, zoneName);
  requireVersion(ctx, zone);
  const current = await readZoneRecords(tx, zone);
  const { records } = await readVersion(tx, zone, version);
  return { zone, planned: planEdits(zone, current, editsTo(current, records), { fallbackPointer: "" }) };
}

function editsTo(current: ZoneRecords, wanted: ZoneRecords): Edit[] {
  const isFree = (key: string) => !current.get(key)?.managedBy;
  const sets = [...wanted]
    .filter(([key, { managedBy }]) => managedBy === null && isFree(key))
    .map(([, { name, type, ...content }]) => ({ name, type, wanted: content, pointer: "" }));
  const deletions = [...current]
    .filter(([key]) => isFree(key) && !isKept(wanted.get(key)))
    .map(([, { name, type }]) => ({ name, type, wanted: null, pointer: "" }));
  return [...sets, ...deletions];
}

/** A record set that was managed then isn't restored as one of a person. */
const isKept = (set: StoredRecordSet | undefined): boolean => set !== undefined && set.managedBy === null;
