import type { ExpectedRecord } from "./expected-records-policy.ts";
import { zoneValueOf } from "./zone-value-policy.ts";

type WantedSet = { name: string; type: string; values: string[] };

/** Record sets that mail manages. The domain's own TXT records, with SPF among them, are shared with other services. */
export function wantedRecordsOf(expected: readonly ExpectedRecord[]): WantedSet[] {
  const sets = new Map<string, WantedSet>();
  for (const record of expected) {
    if (record.purpose === "spf") {
      continue;
    }
    const { name, type } = record;
    const key = `${type} ${name}`;
    const set = sets.get(key) ?? { name, type, values: [] };
    set.values.push(zoneValueOf(record));
    sets.set(key, set);
  }
  return [...sets.values()];
}
