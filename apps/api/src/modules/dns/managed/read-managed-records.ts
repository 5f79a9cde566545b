import type { RecordManager } from "@zonepost/schema";
import type { Queryable } from "../../../kernel/ctx.ts";
import { readZoneRecords } from "../model/records.ts";
import { findServingZone, type NameOfWorkspace } from "./lock-serving-zone.ts";
import { type ExaminedSet, examineSets, isReplaceable } from "./policies/managed-records-policy.ts";
import { type WantedRecords, wantedSetsOf } from "./wanted-sets.ts";
import { readZoneTexts, textOfValue } from "./zone-texts.ts";

export type ManagedRecords = {
  /** In the order of what is wanted. */
  sets: (ExaminedSet & {
    isReplaceable: boolean;
    /** Present TXT records of this name, as receivers read them. */
    texts: string[];
  })[];
  /** The zone's own TXT records, as receivers read them. */
  texts: string[];
};

/** What the workspace's zone of this name has of what a manager wants; null without a zone, or with one that ends. */
export async function readManagedRecords(
  db: Queryable,
  { manager, wanted, ...own }: NameOfWorkspace & { manager: RecordManager; wanted: readonly WantedRecords[] },
): Promise<ManagedRecords | null> {
  const zone = await findServingZone(db, own);
  if (!zone) {
    return null;
  }
  const current = await readZoneRecords(db, zone);
  return {
    sets: examineSets(current, wantedSetsOf(wanted, zone.name), manager).map((set) => ({
      ...set,
      isReplaceable: isReplaceable(set),
      texts: set.present
        .filter(({ name, type }) => name === set.name && type === "TXT")
        .flatMap(({ values }) => values.map((value) => textOfValue(value, zone.name))),
    })),
    texts: readZoneTexts(current, zone.name).map(({ text }) => text),
  };
}
