import type { RecordChange, RecordSet } from "@zonepost/schema";

export type RecordContent = Pick<RecordSet, "ttl" | "values" | "comment" | "tags">;

/** One record set that is to be changed. `before` is what the person saw; null to add, and `after` null to delete. */
export type DraftChange = {
  name: string;
  type: string;
  before: RecordContent | null;
  after: RecordContent | null;
};

/** By name and type. */
export type Draft = readonly DraftChange[];

export const keyOf = ({ name, type }: { name: string; type: string }): string => `${name} ${type}`;

const contentOf = ({ ttl, values, comment, tags }: RecordContent): RecordContent => ({
  ttl,
  values,
  comment,
  tags,
});

/** The order of values means nothing in the DNS. */
function isSameContent(one: RecordContent | null, other: RecordContent | null): boolean {
  if (one === null || other === null) {
    return one === other;
  }
  const isSameList = (first: readonly string[], second: readonly string[]) =>
    first.length === second.length && [...first].sort().join("\n") === [...second].sort().join("\n");
  return (
    one.ttl === other.ttl &&
    one.comment === other.comment &&
    isSameList(one.values, other.values) &&
    isSameList(one.tags, other.tags)
  );
}

/** A change that changes nothing leaves the draft. */
function withChange(draft: Draft, change: DraftChange): Draft {
  const key = keyOf(change);
  const present = draft.find((each) => keyOf(each) === key);
  const before = present ? present.before : change.before;
  const others = draft.filter((each) => keyOf(each) !== key);
  return isSameContent(before, change.after) ? others : [...others, { ...change, before }];
}

const recordOf = (records: readonly RecordSet[], key: string) =>
  records.find((record) => keyOf(record) === key);

/** Deletes records, or takes back those that aren't published yet. */
export function withDeletion(draft: Draft, records: readonly RecordSet[], key: string): Draft {
  const record = recordOf(records, key);
  return record
    ? withChange(draft, { name: record.name, type: record.type, before: contentOf(record), after: null })
    : withoutChange(draft, key);
}

/** @param replacedKey of the records that the person edited, which go if name or type have changed */
export function withRecord(
  draft: Draft,
  records: readonly RecordSet[],
  { name, type, content }: { name: string; type: string; content: RecordContent },
  replacedKey: string | undefined,
): Draft {
  const key = keyOf({ name, type });
  const rest =
    replacedKey === undefined || replacedKey === key ? draft : withDeletion(draft, records, replacedKey);
  const record = recordOf(records, key);
  return withChange(rest, { name, type, before: record ? contentOf(record) : null, after: content });
}

export const withoutChange = (draft: Draft, key: string): Draft =>
  draft.filter((change) => keyOf(change) !== key);

export type DraftRow = {
  key: string;
  name: string;
  type: string;
  /** As it will be; of one that is deleted, as it was. */
  content: RecordContent;
  managedBy: RecordSet["managedBy"];
  updatedAt: string | null;
  state: "same" | "added" | "changed" | "deleted";
};

/** The records with the draft applied, the zone's own name first. */
export function rowsOf(records: readonly RecordSet[], draft: Draft): DraftRow[] {
  const changes = new Map(draft.map((change) => [keyOf(change), change]));
  const rows = records.map((record): DraftRow => {
    const key = keyOf(record);
    const change = changes.get(key);
    changes.delete(key);
    const state = change === undefined ? "same" : change.after === null ? "deleted" : "changed";
    const { name, type, managedBy, updatedAt } = record;
    return {
      key,
      name,
      type,
      content: change?.after ?? contentOf(record),
      managedBy,
      updatedAt,
      state,
    };
  });
  for (const [key, { name, type, after }] of changes) {
    if (after) {
      rows.push({ key, name, type, content: after, managedBy: null, updatedAt: null, state: "added" });
    }
  }
  return rows.sort((one, other) => compareNames(one.name, other.name) || compare(one.type, other.type));
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

export const compareNames = (one: string, other: string): number =>
  Number(other === "@") - Number(one === "@") || compare(one, other);

/** Those that someone else has changed since the person began to edit them. */
export function conflictsOf(draft: Draft, records: readonly RecordSet[]): DraftChange[] {
  const present = new Map(records.map((record) => [keyOf(record), contentOf(record)]));
  return draft.filter((change) => !isSameContent(change.before, present.get(keyOf(change)) ?? null));
}

/** What the API gets. A comment that wasn't touched is left alone. */
export function changesOf(draft: Draft): RecordChange[] {
  return draft.map(({ name, type, before, after }) => {
    if (after === null) {
      return { action: "delete", name, type };
    }
    const { ttl, values, comment, tags } = after;
    return {
      action: "set",
      name,
      type,
      ttl,
      values,
      ...(before?.comment === comment ? {} : { comment }),
      ...(before?.tags.join("\n") === tags.join("\n") ? {} : { tags }),
    };
  });
}

const isContent = (value: unknown): value is RecordContent | null =>
  value === null ||
  (typeof value === "object" &&
    "ttl" in value &&
    typeof value.ttl === "number" &&
    "values" in value &&
    Array.isArray(value.values) &&
    "comment" in value &&
    "tags" in value &&
    Array.isArray(value.tags));

/** A draft as this browser has kept it; one that can't be read is none. */
export function draftOfText(text: string | null): Draft {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored)
      ? stored.filter(
          (change): change is DraftChange =>
            typeof change?.name === "string" &&
            typeof change.type === "string" &&
            isContent(change.before) &&
            isContent(change.after),
        )
      : [];
  } catch {
    return [];
  }
}
