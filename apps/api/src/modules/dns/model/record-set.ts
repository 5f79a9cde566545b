import type { RecordDifference, RecordManager } from "@zonepost/schema";

export type RecordContent = {
  ttlSeconds: number;
  values: string[];
  comment: string | null;
  tags: string[];
  managedBy: RecordManager | null;
};

/** `name` is relative to the zone, `@` for the zone itself; names and values are canonical. */
export type StoredRecordSet = RecordContent & { name: string; type: string };

/** By `recordKey`. */
export type ZoneRecords = Map<string, StoredRecordSet>;

/** `before` and `after` are null for record sets that are added and deleted. */
export type Difference = {
  name: string;
  type: string;
  before: RecordContent | null;
  after: RecordContent | null;
};

/** The zone's own records first, then by name and type. */
export function compareSets(
  one: { name: string; type: string },
  other: { name: string; type: string },
): number {
  if (one.name !== other.name && (one.name === "@" || other.name === "@")) {
    return one.name === "@" ? -1 : 1;
  }
  return compare(one.name, other.name) || compare(one.type, other.type);
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

export const recordKey = ({ name, type }: { name: string; type: string }): string => `${name} ${type}`;

export const contentOf = ({
  ttlSeconds,
  values,
  comment,
  tags,
  managedBy,
}: RecordContent): RecordContent => ({ ttlSeconds, values, comment, tags, managedBy });

export function presentDifference({ name, type, before, after }: Difference): RecordDifference {
  return { name, type, before: before && presentContent(before), after: after && presentContent(after) };
}

export const presentContent = ({ ttlSeconds, ...content }: RecordContent) => ({
  ...contentOf({ ttlSeconds, ...content }),
  ttl: ttlSeconds,
});
