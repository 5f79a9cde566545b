import type { Transaction } from "@zonepost/db";
import type { RecordManager, RecordWarning } from "@zonepost/schema";
import type { Ctx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { Difference, ZoneRecords } from "../model/record-set.ts";
import type { ZoneRow } from "../model/records.ts";
import { applyEdits, differenceOf } from "./policies/apply-edits-policy.ts";
import { checkZone } from "./policies/check-zone-policy.ts";
import type { Edit } from "./policies/read-changes-policy.ts";
import { type VersionNote, writeVersion } from "./write-version.ts";

export type Planned = { current: ZoneRecords; diff: Difference[]; warnings: RecordWarning[] };

/** What the edits would change, or every mistake in them. */
export function planEdits(
  zone: Pick<ZoneRow, "name">,
  current: ZoneRecords,
  edits: readonly Edit[],
  { fallbackPointer, manager = null }: { fallbackPointer: string; manager?: RecordManager | null },
): Planned {
  const { next, errors } = applyEdits(current, edits, manager);
  if (errors.length > 0) {
    throw invalid(errors);
  }
  const diff = differenceOf(current, next);
  const checked = checkZone(current, next, { zoneName: zone.name, diff, edits, fallbackPointer });
  if (checked.errors.length > 0) {
    throw invalid(checked.errors);
  }
  return { current, diff, warnings: checked.warnings };
}

/** A change that changes nothing makes no version. */
export const carryOut = async (
  tx: Transaction,
  ctx: Ctx,
  zone: ZoneRow,
  { diff }: Planned,
  note: VersionNote,
  now: Date,
): Promise<ZoneRow> => (diff.length === 0 ? zone : writeVersion(tx, ctx, zone, diff, note, now));
