import { normalizeValue } from "@zonepost/zone-file";
import { nameInZone } from "../records/policies/read-changes-policy.ts";
import type { WantedSet } from "./policies/managed-records-policy.ts";

/** `name` is absolute, without a final dot; `values` in presentation form. */
export type WantedRecords = { name: string; type: string; values: readonly string[] };

/** In the zone's canonical form. The records are the product's own, so a mistake in them is one of the program. */
export const wantedSetsOf = (wanted: readonly WantedRecords[], zoneName: string): WantedSet[] =>
  wanted.map(({ name, type, values }) => ({
    name: canonicalName(name, zoneName),
    type,
    values: values.map((value) => canonicalValue(type, value, zoneName)),
  }));

function canonicalName(name: string, zoneName: string): string {
  const read = nameInZone(`${name}.`, zoneName);
  if (!read.ok) {
    throw new Error(`${name} isn't in the zone ${zoneName}: ${read.message}`);
  }
  return read.name;
}

export function canonicalValue(type: string, value: string, zoneName: string): string {
  const read = normalizeValue(type, value, zoneName);
  if (!read.ok) {
    throw new Error(`${type} ${value} isn't a value: ${read.message}`);
  }
  return read.value;
}
