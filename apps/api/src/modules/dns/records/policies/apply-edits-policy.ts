import { defaultTtlSeconds, type RecordManager, recordSetLimit } from "@zonepost/schema";
import type { FieldError } from "../../../../kernel/errors.ts";
import {
  compareSets,
  contentOf,
  type Difference,
  recordKey,
  type StoredRecordSet,
  type ZoneRecords,
} from "../../model/record-set.ts";
import type { Edit } from "./read-changes-policy.ts";

const managers: Record<RecordManager, string> = {
  mail: "Mail manages these records.",
  system: "The service manages these records.",
};

/** The records after the edits of a person, an API key or a manager, which changes only its own. */
export function applyEdits(
  current: ZoneRecords,
  edits: readonly Edit[],
  manager: RecordManager | null = null,
): { next: ZoneRecords; errors: FieldError[] } {
  const next: ZoneRecords = new Map(current);
  const errors: FieldError[] = [];
  for (const edit of edits) {
    const key = recordKey(edit);
    const before = current.get(key);
    if (before && before.managedBy !== manager && before.managedBy !== null) {
      errors.push({ pointer: edit.pointer, message: managers[before.managedBy] });
      continue;
    }
    if (edit.wanted) {
      next.set(key, setAfter(before, edit, edit.wanted, manager));
    } else {
      next.delete(key);
    }
  }
  if (next.size > recordSetLimit && next.size > current.size) {
    const message = `The zone would have ${next.size} record sets, and can have ${recordSetLimit}.`;
    errors.push({ pointer: edits[0]?.pointer.split("/").slice(0, 2).join("/") ?? "", message });
  }
  return { next, errors };
}

function setAfter(
  before: StoredRecordSet | undefined,
  { name, type }: Edit,
  wanted: NonNullable<Edit["wanted"]>,
  managedBy: RecordManager | null,
): StoredRecordSet {
  return {
    name,
    type,
    ttlSeconds: wanted.ttlSeconds ?? before?.ttlSeconds ?? defaultTtlSeconds,
    values: before && haveSameValues(before.values, wanted.values) ? before.values : wanted.values,
    comment: wanted.comment === undefined ? (before?.comment ?? null) : wanted.comment || null,
    tags: wanted.tags ?? before?.tags ?? [],
    managedBy,
  };
}

/** The order of values means nothing in the DNS. */
export function haveSameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && new Set([...one, ...other]).size === new Set(one).size;
}

const isSameContent = (one: StoredRecordSet, other: StoredRecordSet): boolean =>
  one.ttlSeconds === other.ttlSeconds &&
  one.comment === other.comment &&
  one.managedBy === other.managedBy &&
  haveSameValues(one.values, other.values) &&
  one.tags.length === other.tags.length &&
  one.tags.every((tag, index) => tag === other.tags[index]);

/** In the order of names and types. */
export function differenceOf(before: ZoneRecords, after: ZoneRecords): Difference[] {
  const found: Difference[] = [];
  for (const [key, set] of after) {
    const old = before.get(key);
    if (!old || (old !== set && !isSameContent(old, set))) {
      found.push({
        name: set.name,
        type: set.type,
        before: old ? contentOf(old) : null,
        after: contentOf(set),
      });
    }
  }
  for (const [key, old] of before) {
    if (!after.has(key)) {
      found.push({ name: old.name, type: old.type, before: contentOf(old), after: null });
    }
  }
  return found.sort(compareSets);
}

/** The records before a version, from those after it. */
export function undo(records: ZoneRecords, diff: readonly Difference[]): void {
  for (const { name, type, before } of diff) {
    const key = recordKey({ name, type });
    if (before) {
      records.set(key, { name, type, ...before });
    } else {
      records.delete(key);
    }
  }
}
