import type { RecordWarning } from "@zonepost/schema";
import { checkRecordSets } from "@zonepost/zone-file";
import type { FieldError } from "../../../../kernel/errors.ts";
import { type Difference, recordKey, type ZoneRecords } from "../../model/record-set.ts";
import type { Edit } from "./read-changes-policy.ts";

/**
 * The rules across records, for the zone as it would be: errors that the change brings with it, and warnings about the
 * record sets that it changes.
 */
export function checkZone(
  current: ZoneRecords,
  next: ZoneRecords,
  {
    zoneName,
    diff,
    edits,
    fallbackPointer,
  }: { zoneName: string; diff: readonly Difference[]; edits: readonly Edit[]; fallbackPointer: string },
): { errors: FieldError[]; warnings: RecordWarning[] } {
  const changed = new Set(diff.map(recordKey));
  const pointers = new Map(edits.map((edit) => [recordKey(edit), edit]));
  const findings = checkRecordSets([...next.values()], zoneName, { isCanonical: true });
  const known = new Set(
    findings.some(({ severity }) => severity === "error")
      ? checkRecordSets([...current.values()], zoneName, { isCanonical: true }).map(identity)
      : [],
  );
  const errors: FieldError[] = [];
  const warnings: RecordWarning[] = [];
  for (const finding of findings) {
    const { severity, code, name, type, message } = finding;
    const key = recordKey({ name, type });
    if (severity === "error" && !known.has(identity(finding))) {
      const edit = pointers.get(key);
      errors.push({ pointer: edit?.pointer ?? fallbackPointer, message: `${name} ${type}: ${message}` });
    } else if (changed.has(key)) {
      warnings.push({ code, name, type, message });
    }
  }
  return { errors, warnings };
}

const identity = ({ code, name, type }: { code: string; name: string; type: string }) =>
  `${code} ${name} ${type}`;
