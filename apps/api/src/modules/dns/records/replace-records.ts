import type { ZoneChangePreview, ZoneChangeResult, ZoneRecordsInput } from "@zonepost/schema";
import { invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { tooManyRemovals } from "../errors.ts";
import { getOwnZone, lockOwnZone } from "../model/get-own-zone.ts";
import { recordKey, type ZoneRecords } from "../model/record-set.ts";
import { readZoneRecords, type ZoneRow } from "../model/records.ts";
import { requireVersion } from "../model/require-version.ts";
import { carryOut, planEdits } from "./carry-out.ts";
import { presentChange, presentPreview, type RecordsCtx } from "./change-records.ts";
import { haveSameValues } from "./policies/apply-edits-policy.ts";
import { type Edit, readChanges } from "./policies/read-changes-policy.ts";
import { removalsOf, tooMany } from "./policies/removals-policy.ts";

type ReplaceInput = { zoneName: string } & ZoneRecordsInput;

/** Makes the zone have these records and no others, except those that mail and the service manage. */
export async function replaceRecords(ctx: RecordsCtx, input: ReplaceInput): Promise<ZoneChangeResult> {
  const { zone, desired } = await readDesired(ctx, input);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const locked = await lockOwnZone(tx, ctx, zone.name);
    requireVersion(ctx, locked, { isRequired: true });
    const planned = planReplacement(locked, await readZoneRecords(tx, locked), desired, input);
    const after = await carryOut(tx, ctx, locked, planned, { message: input.message }, now);
    return presentChange(tx, ctx, { before: locked, after, ...planned });
  });
}

export async function previewReplacement(ctx: RecordsCtx, input: ReplaceInput): Promise<ZoneChangePreview> {
  const { zone, desired } = await readDesired(ctx, input);
  return ctx.db.transaction(async (tx) => {
    const locked = await lockOwnZone(tx, ctx, zone.name);
    requireVersion(ctx, locked);
    return presentPreview(locked, planReplacement(locked, await readZoneRecords(tx, locked), desired, input));
  });
}

async function readDesired(
  ctx: RecordsCtx,
  input: ReplaceInput,
): Promise<{ zone: ZoneRow; desired: Edit[] }> {
  requireRight(ctx.actor, "zones:write");
  const zone = await getOwnZone(ctx, input.zoneName);
  const { edits, errors } = readChanges(
    input.records.map((set, index) => ({
      change: { action: "set", ...set } as const,
      pointer: `/records/${index}`,
    })),
    zone.name,
  );
  if (errors.length > 0) {
    throw invalid(errors);
  }
  return { zone, desired: edits };
}

function planReplacement(
  zone: ZoneRow,
  current: ZoneRecords,
  desired: readonly Edit[],
  { allowRemovals }: Pick<ReplaceInput, "allowRemovals">,
) {
  const edits = [...desired.filter((edit) => !isManagedAsIs(current, edit)), ...removalsOf(current, desired)];
  const planned = planEdits(zone, current, edits, { fallbackPointer: "/records" });
  const removals = planned.diff.filter(({ after }) => after === null).length;
  const existing = [...current.values()].filter(({ managedBy }) => managedBy === null).length;
  if (tooMany(removals, existing, allowRemovals)) {
    throw tooManyRemovals(removals, existing);
  }
  return planned;
}

/** A tool that sends back all that it has read also sends the managed records. */
function isManagedAsIs(current: ZoneRecords, { wanted, ...edit }: Edit): boolean {
  const before = current.get(recordKey(edit));
  return (
    before !== undefined &&
    before.managedBy !== null &&
    wanted !== null &&
    haveSameValues(before.values, wanted.values)
  );
}
