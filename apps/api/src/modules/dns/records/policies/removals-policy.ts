import { recordKey, type ZoneRecords } from "../../model/record-set.ts";
import type { Edit } from "./read-changes-policy.ts";

/** Deletes what isn't wanted anymore, except managed records. */
export function removalsOf(current: ZoneRecords, desired: readonly Edit[]): Edit[] {
  const wanted = new Set(desired.map(recordKey));
  return [...current.values()]
    .filter((set) => set.managedBy === null && !wanted.has(recordKey(set)))
    .map(({ name, type }) => ({ name, type, wanted: null, pointer: "/records" }));
}

const guardedFrom = 10;
const allowedShare = 0.3;

/** A tool with an empty or wrong file must not empty a zone. */
export const tooMany = (removals: number, existing: number, allowed = 0): boolean =>
  existing >= guardedFrom && removals > existing * allowedShare && removals > allowed;
