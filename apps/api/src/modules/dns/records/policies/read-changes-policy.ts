import { normalizeDomainName, type RecordChange, recordSetDataLimitBytes } from "@zonepost/schema";
import { normalizeOwner, normalizeValue, recordTypeNumber } from "@zonepost/zone-file";
import type { FieldError } from "../../../../kernel/errors.ts";
import { refusalOf } from "./refused-types-policy.ts";

/** One record set to be: `wanted` is null to delete it. Omitted parts stay as they are. */
export type Edit = {
  name: string;
  type: string;
  wanted: {
    values: string[];
    ttlSeconds?: number | undefined;
    comment?: string | null | undefined;
    tags?: string[] | undefined;
  } | null;
  /** Of the change in the request, such as `/changes/3`. */
  pointer: string;
};

/** The changes with canonical names and values, or every mistake in them. */
export function readChanges(
  changes: readonly { change: RecordChange; pointer: string }[],
  zoneName: string,
): { edits: Edit[]; errors: FieldError[] } {
  const edits: Edit[] = [];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const { change, pointer } of changes) {
    const read = readChange(change, pointer, zoneName);
    errors.push(...read.errors);
    if (!read.edit) {
      continue;
    }
    const key = `${read.edit.name} ${read.edit.type}`;
    if (seen.has(key)) {
      errors.push({
        pointer: `${pointer}/name`,
        message: "The request has another change of these records.",
      });
    }
    seen.add(key);
    edits.push(read.edit);
  }
  return { edits, errors };
}

function readChange(
  change: RecordChange,
  pointer: string,
  zoneName: string,
): { edit?: Edit; errors: FieldError[] } {
  const owner = nameInZone(change.name, zoneName);
  if (!owner.ok) {
    return { errors: [{ pointer: `${pointer}/name`, message: owner.message }] };
  }
  const { name } = owner;
  const { type } = change;
  if (recordTypeNumber(type) === undefined) {
    return { errors: [{ pointer: `${pointer}/type`, message: "This isn't a record type." }] };
  }
  const refusal = refusalOf({ name, type });
  if (refusal) {
    return { errors: [{ pointer: `${pointer}/type`, message: refusal }] };
  }
  if (change.action === "delete") {
    return { edit: { name, type, wanted: null, pointer }, errors: [] };
  }
  const { values, errors } = readValues(change.type, change.values, { pointer, zoneName });
  const { ttl, comment, tags } = change;
  return {
    edit: { name, type, wanted: { values, ttlSeconds: ttl, comment, tags }, pointer },
    errors,
  };
}

function readValues(
  type: string,
  given: readonly string[],
  { pointer, zoneName }: { pointer: string; zoneName: string },
): { values: string[]; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const values = new Set<string>();
  let bytes = 0;
  for (const [index, value] of given.entries()) {
    const read = normalizeValue(type, value, zoneName);
    if (!read.ok) {
      errors.push({ pointer: `${pointer}/values/${index}`, message: read.message });
    } else if (!values.has(read.value)) {
      values.add(read.value);
      bytes += read.data.length;
    }
  }
  if (bytes > recordSetDataLimitBytes) {
    errors.push({
      pointer: `${pointer}/values`,
      message: `The values have ${bytes} bytes; records of one name and type have at most ${recordSetDataLimitBytes}.`,
    });
  }
  return { values: [...values], errors };
}

/** The canonical name relative to the zone, of one in any script. */
export const nameInZone = (name: string, zoneName: string): ReturnType<typeof normalizeOwner> =>
  normalizeOwner(inAscii(name), zoneName);

/** Labels in other scripts as A-labels. What can't be converted stays, and is refused with the name. */
const inAscii = (name: string): string =>
  isAscii(name) ? name : name.split(".").map(labelInAscii).join(".");

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

function labelInAscii(label: string): string {
  const read = isAscii(label) ? undefined : normalizeDomainName(`${label}.com`);
  return read?.ok ? read.name.slice(0, -".com".length) : label;
}
