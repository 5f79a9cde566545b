import type { Transaction } from "@zonepost/db";
import type { RecordManager } from "@zonepost/schema";
import type { Ctx } from "../../../kernel/ctx.ts";
import { type FieldError, invalid } from "../../../kernel/errors.ts";
import { recordsInTheWay } from "../errors.ts";
import { type Difference, recordKey, type ZoneRecords } from "../model/record-set.ts";
import { readZoneRecords, type ZoneRow } from "../model/records.ts";
import { applyEdits, differenceOf } from "../records/policies/apply-edits-policy.ts";
import { checkZone } from "../records/policies/check-zone-policy.ts";
import { type Edit, nameInZone } from "../records/policies/read-changes-policy.ts";
import { writeVersion } from "../records/write-version.ts";
import { findDeclined } from "./find-declined.ts";
import { lockServingZone, type NameOfWorkspace } from "./lock-serving-zone.ts";
import { examineSets, isReplaceable, planManagedRecords } from "./policies/managed-records-policy.ts";
import { canonicalValue, type WantedRecords, wantedSetsOf } from "./wanted-sets.ts";
import { readZoneTexts } from "./zone-texts.ts";

export type Placement = NameOfWorkspace & {
  manager: RecordManager;
  /** All that the manager wants in this zone. */
  wanted: readonly WantedRecords[];
  /** The manager begins: it takes over the same records of people, and adds what they once deleted. */
  isStart?: boolean;
  /** Waits for a zone that is being created: see `lockServingZone`. */
  locksName?: boolean;
  /** Added to the zone's own TXT records, which no one manages, if none of them is one. */
  text?: { value: string; isOne: (text: string) => boolean } | undefined;
  message: string;
};

/**
 * Makes the workspace's zone of this name have what a manager wants, as one version. Records of people stay; without a
 * zone, or with one that ends, nothing happens. Returns true if the zone has changed.
 */
export async function placeManagedRecords(tx: Transaction, ctx: Ctx, placement: Placement): Promise<boolean> {
  const zone = await lockServingZone(tx, placement, placement);
  if (!zone) {
    return false;
  }
  const { manager, isStart = false, text, message } = placement;
  const wanted = wantedSetsOf(placement.wanted, zone.name);
  const current = await readZoneRecords(tx, zone);
  const plan = planManagedRecords(current, wanted, {
    manager,
    takesOver: isStart,
    declined: isStart ? new Set() : await findDeclined(tx, zone, examineSets(current, wanted, manager)),
  });
  const texts = text ? additionOf(current, zone.name, text) : [];
  const { diff, errors } = changesOf(zone, current, texts, { manager, edits: plan.edits });
  if (errors.length > 0) {
    // The caller's change matters more; the records are shown as missing.
    ctx.log.warn({ zone: zone.name, manager, errors }, "managed records don't fit into the zone");
    return false;
  }
  await write(tx, ctx, zone, diff, message);
  return diff.length > 0;
}

/** Places one record set by a person's decision: replaces what is there, which stays in the zone's history. */
export async function replaceWithManaged(
  tx: Transaction,
  ctx: Ctx,
  zone: ZoneRow,
  { manager, wanted, message }: Pick<Placement, "manager" | "message"> & { wanted: WantedRecords },
): Promise<string[]> {
  const [set] = wantedSetsOf([wanted], zone.name);
  const current = await readZoneRecords(tx, zone);
  const [examined] = set ? examineSets(current, [set], manager) : [];
  if (!set || !examined || (examined.state === "conflict" && !isReplaceable(examined))) {
    throw recordsInTheWay(examined?.present ?? []);
  }
  const key = recordKey(set);
  const others = [...current.values()].filter(
    (other) => other.managedBy === manager && recordKey(other) !== key,
  );
  const { edits, removals } = planManagedRecords(current, [set, ...others], { manager, replaced: key });
  const { diff, errors } = changesOf(zone, current, removals, { manager, edits });
  if (errors.length > 0) {
    throw invalid(errors);
  }
  await write(tx, ctx, zone, diff, message);
  return set.values;
}

/** Leaves a record set to people, with its present values, which it returns. Null if the manager doesn't have it. */
export async function releaseManaged(
  tx: Transaction,
  ctx: Ctx,
  zone: ZoneRow,
  { manager, name, type, message }: Pick<Placement, "manager" | "message"> & { name: string; type: string },
): Promise<string[] | null> {
  const current = await readZoneRecords(tx, zone);
  const owner = nameInZone(`${name}.`, zone.name);
  const set = owner.ok ? current.get(recordKey({ name: owner.name, type })) : undefined;
  if (set?.managedBy !== manager) {
    return null;
  }
  const next = new Map(current).set(recordKey(set), { ...set, managedBy: null });
  await write(tx, ctx, zone, differenceOf(current, next), message);
  return set.values;
}

/** Replaces some of the zone's own TXT records by one. */
export async function replaceZoneTexts(
  tx: Transaction,
  ctx: Ctx,
  zone: ZoneRow,
  { value, isOne, message }: { value: string; isOne: (text: string) => boolean; message: string },
): Promise<void> {
  const current = await readZoneRecords(tx, zone);
  const kept = readZoneTexts(current, zone.name).filter(({ text }) => !isOne(text));
  const ofPeople = [textsEdit([...kept.map((text) => text.value), canonicalValue("TXT", value, zone.name)])];
  const { diff, errors } = changesOf(zone, current, ofPeople);
  if (errors.length > 0) {
    throw invalid(errors);
  }
  await write(tx, ctx, zone, diff, message);
}

function additionOf(
  current: ZoneRecords,
  zoneName: string,
  { value, isOne }: NonNullable<Placement["text"]>,
): Edit[] {
  const texts = readZoneTexts(current, zoneName);
  return texts.some(({ text }) => isOne(text))
    ? []
    : [textsEdit([...texts.map((text) => text.value), canonicalValue("TXT", value, zoneName)])];
}

const textsEdit = (values: string[]): Edit => ({ name: "@", type: "TXT", wanted: { values }, pointer: "" });

/** What changes of people's records and then of a manager's, together. */
function changesOf(
  zone: ZoneRow,
  current: ZoneRecords,
  ofPeople: readonly Edit[],
  { manager, edits }: { manager: RecordManager | null; edits: readonly Edit[] } = {
    manager: null,
    edits: [],
  },
): { diff: Difference[]; errors: FieldError[] } {
  const cleared = applyEdits(current, ofPeople);
  const { next, errors } = applyEdits(cleared.next, edits, manager);
  const diff = differenceOf(current, next);
  const checked = checkZone(current, next, {
    zoneName: zone.name,
    diff,
    edits: [...ofPeople, ...edits],
    fallbackPointer: "",
  });
  return { diff, errors: [...cleared.errors, ...errors, ...checked.errors] };
}

async function write(
  tx: Transaction,
  ctx: Ctx,
  zone: ZoneRow,
  diff: readonly Difference[],
  message: string,
): Promise<void> {
  if (diff.length > 0) {
    await writeVersion(tx, ctx, zone, diff, { message }, await ctx.clock.now());
  }
}
