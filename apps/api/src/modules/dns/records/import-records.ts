import type { ZoneImportInput, ZoneImportPreview, ZoneImportResult } from "@zonepost/schema";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnZone, lockOwnZone } from "../model/get-own-zone.ts";
import { recordKey, type ZoneRecords } from "../model/record-set.ts";
import { readZoneRecords, type ZoneRow } from "../model/records.ts";
import { requireVersion } from "../model/require-version.ts";
import { carryOut, planEdits } from "./carry-out.ts";
import { presentChange, presentPreview, type RecordsCtx } from "./change-records.ts";
import { haveSameValues } from "./policies/apply-edits-policy.ts";
import { removalsOf } from "./policies/removals-policy.ts";
import { readZoneFile } from "./read-zone-file.ts";

type ImportInput = { zoneName: string } & ZoneImportInput;

/** All of the file or nothing, as one version. */
export async function importRecords(ctx: RecordsCtx, input: ImportInput): Promise<ZoneImportResult> {
  const { zone, file } = await readImport(ctx, input);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const locked = await lockOwnZone(tx, ctx, zone.name);
    requireVersion(ctx, locked);
    const { skipped, ...planned } = planImport(locked, await readZoneRecords(tx, locked), file, input);
    const after = await carryOut(tx, ctx, locked, planned, { message: input.message }, now);
    return { ...(await presentChange(tx, ctx, { before: locked, after, ...planned })), skipped };
  });
}

export async function previewImport(ctx: RecordsCtx, input: ImportInput): Promise<ZoneImportPreview> {
  const { zone, file } = await readImport(ctx, input);
  return ctx.db.transaction(async (tx) => {
    const locked = await lockOwnZone(tx, ctx, zone.name);
    requireVersion(ctx, locked);
    const { skipped, ...planned } = planImport(locked, await readZoneRecords(tx, locked), file, input);
    return { ...presentPreview(locked, planned), skipped };
  });
}

async function readImport(ctx: RecordsCtx, { zoneName, zoneFile }: ImportInput) {
  requireRight(ctx.actor, "zones:write");
  const zone = await getOwnZone(ctx, zoneName);
  return { zone, file: readZoneFile(zoneFile, zone.name) };
}

function planImport(
  zone: ZoneRow,
  current: ZoneRecords,
  file: ReturnType<typeof readZoneFile>,
  { mode }: Pick<ImportInput, "mode">,
) {
  const skipped = [...file.skipped];
  const sets = file.edits.filter((edit) => {
    const before = current.get(recordKey(edit));
    if (!before?.managedBy) {
      return true;
    }
    if (edit.wanted && !haveSameValues(before.values, edit.wanted.values)) {
      const manager = before.managedBy === "mail" ? "Mail" : "The service";
      skipped.push({ line: 0, reason: `${edit.name} ${edit.type}: ${manager} manages these records.` });
    }
    return false;
  });
  const edits = mode === "replace" ? [...sets, ...removalsOf(current, file.edits)] : sets;
  const planned = planEdits(zone, current, edits, { fallbackPointer: "/zoneFile" });
  return { ...planned, warnings: [...file.warnings, ...planned.warnings], skipped };
}
