import type { ExpectedRecord } from "../../zone-records/policies/expected-records-policy.ts";
import { zoneValueOf } from "../../zone-records/policies/zone-value-policy.ts";

/** Records as lines of a zone file, with names relative to the domain. */
export function zoneSnippet(domainName: string, records: readonly ExpectedRecord[]): string {
  const rows = records.map((record) => ({
    name: relativeName(record.name, domainName),
    type: record.type,
    value: zoneValueOf(record),
  }));
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows
    .map(({ name, type, value }) => `${name.padEnd(width)} IN ${type.padEnd(5)} ${value}\n`)
    .join("");
}

const relativeName = (name: string, domainName: string): string =>
  name === domainName ? "@" : name.slice(0, -domainName.length - 1);
