import { checkAliases } from "./checks/aliases.ts";
import { checkDelegations } from "./checks/delegations.ts";
import type { RecordSetFinding, Report } from "./checks/finding.ts";
import { checkTargets } from "./checks/targets.ts";
import { checkValues } from "./checks/values.ts";
import { ZoneIndex } from "./checks/zone-index.ts";
import { normalizeOwner } from "./names.ts";
import { recordTypes } from "./record-types.ts";
import { maxTtlSeconds } from "./ttl.ts";
import { printType, typeNumber } from "./type-numbers.ts";
import type { RecordSet } from "./types.ts";
import { normalizeValue } from "./values.ts";

export type { RecordSetFinding };

export type CheckOptions = {
  /** The record sets include the zone's SOA and NS records, which must be there. Default: false */
  isWholeZone?: boolean;
  /** Names, types and values are as this package returns them, so that each isn't read again. Default: false */
  isCanonical?: boolean;
};

/** Finds what is wrong with the record sets of a zone, apart from and between each other. It never throws. */
export function checkRecordSets(
  recordSets: readonly RecordSet[],
  origin: string,
  { isWholeZone = false, isCanonical = false }: CheckOptions = {},
): RecordSetFinding[] {
  const findings: RecordSetFinding[] = [];
  const report: Report = (severity, { name, type }, code, message, valueIndex) => {
    findings.push({ severity, code, name, type, valueIndex: valueIndex ?? null, message });
  };
  const apex = normalizeOwner("@", origin);
  if (!apex.ok) {
    report("error", { name: "@", type: "SOA" }, "origin", apex.message);
    return findings;
  }
  const valid = isCanonical ? recordSets : normalizeSets(recordSets, origin, report);
  const index = new ZoneIndex(valid, origin);
  for (const type of isWholeZone ? ["SOA", "NS"] : []) {
    if (!index.find("@", type)) {
      report("error", { name: "@", type }, "apex_record_missing", `The zone has no ${type} record.`);
    }
  }
  for (const recordSet of valid) {
    checkValues(recordSet, report);
    if (recordTypes[recordSet.type]?.isOfSigner) {
      const message = `${recordSet.type} records are made by the server that signs the zone.`;
      report("warning", recordSet, "signer_type", message);
    }
  }
  checkAliases(index, report);
  checkDelegations(index, report);
  checkTargets(index, origin, report);
  return findings;
}

/** In canonical form; those that aren't valid are reported and left out. */
function normalizeSets(recordSets: readonly RecordSet[], origin: string, report: Report): RecordSet[] {
  const seen = new Set<string>();
  return recordSets.flatMap((recordSet) => {
    const owner = normalizeOwner(recordSet.name, origin);
    const number = typeNumber(recordSet.type);
    if (!owner.ok) {
      report("error", recordSet, "name", owner.message);
      return [];
    }
    if (number === undefined) {
      report("error", recordSet, "unknown_type", "This record type doesn't exist or isn't supported.");
      return [];
    }
    const set = { ...recordSet, name: owner.name, type: printType(number), values: [] as string[] };
    const { ttlSeconds } = set;
    if (!Number.isInteger(ttlSeconds) || ttlSeconds < 0 || ttlSeconds > maxTtlSeconds) {
      report("error", set, "ttl", `The TTL must be a number of seconds from 0 to ${maxTtlSeconds}.`);
    }
    if (recordSet.values.length === 0) {
      report("error", set, "no_values", "A record set needs a value.");
      return [];
    }
    if (seen.has(`${set.name} ${set.type}`)) {
      report("error", set, "repeated_record_set", "This name and type appear twice.");
      return [];
    }
    seen.add(`${set.name} ${set.type}`);
    for (const [valueIndex, value] of recordSet.values.entries()) {
      const normalized = normalizeValue(set.type, value, origin);
      if (normalized.ok) {
        set.values.push(normalized.value);
      } else {
        report("error", set, normalized.code, normalized.message, valueIndex);
      }
    }
    return set.values.length === recordSet.values.length ? [set] : [];
  });
}
