import type { RecordManager } from "@zonepost/schema";
import { recordKey, type StoredRecordSet, type ZoneRecords } from "../../model/record-set.ts";
import { haveSameValues } from "../../records/policies/apply-edits-policy.ts";
import type { Edit } from "../../records/policies/read-changes-policy.ts";

/** `name` is relative to the zone; name and values are canonical. */
export type WantedSet = { name: string; type: string; values: string[] };

/**
 * - `managed`: the manager's own, which may still have earlier values.
 * - `unmanaged`: people have the same records.
 * - `conflict`: records of people, or a delegation, are in the way: see `present`.
 * - `missing`: nothing is there.
 */
type ManagedState = "managed" | "unmanaged" | "conflict" | "missing";

export type ExaminedSet = WantedSet & { state: ManagedState; present: StoredRecordSet[] };

/** Where the zone has what the manager wants, and what is in its way. */
export const examineSets = (
  current: ZoneRecords,
  wanted: readonly WantedSet[],
  manager: RecordManager,
): ExaminedSet[] =>
  wanted.map((set) => {
    const before = current.get(recordKey(set));
    if (before?.managedBy === manager) {
      return { ...set, state: "managed", present: [before] };
    }
    const inTheWay = [...current.values()].filter(
      (other) => other.managedBy !== manager && isInTheWay(other, set),
    );
    if (inTheWay.length > 0) {
      return { ...set, state: "conflict", present: inTheWay };
    }
    return { ...set, state: before ? "unmanaged" : "missing", present: before ? [before] : [] };
  });

function isInTheWay(other: StoredRecordSet, { name, type, values }: WantedSet): boolean {
  if (other.name === name && other.type === type) {
    return !haveSameValues(other.values, values);
  }
  if (other.name === name && (other.type === "CNAME" || type === "CNAME")) {
    return true;
  }
  // Below a delegation, other servers answer.
  const isDelegation = other.type === "NS" && other.name !== "@";
  return (
    (isDelegation && isAtOrBelow(name, other.name)) ||
    (other.type === "DNAME" && name !== other.name && isAtOrBelow(name, other.name))
  );
}

const isAtOrBelow = (name: string, other: string): boolean =>
  other === "@" || name === other || name.endsWith(`.${other}`);

export type ManagedPlan = {
  /** The manager's own. */
  edits: Edit[];
  /** Of records that people have. */
  removals: Edit[];
  sets: ExaminedSet[];
};

/**
 * What a manager changes: it adds what is missing, keeps its own records as wanted, and deletes its own that aren't
 * wanted anymore. Records of people only change as the choices allow.
 */
export function planManagedRecords(
  current: ZoneRecords,
  wanted: readonly WantedSet[],
  {
    manager,
    takesOver = false,
    replaced,
    declined = new Set(),
  }: {
    manager: RecordManager;
    /** Manages from now on what people have with the same values. */
    takesOver?: boolean;
    /** By `recordKey`: replaces what is there. */
    replaced?: string | undefined;
    /** By `recordKey`: not added though it is missing. */
    declined?: ReadonlySet<string>;
  },
): ManagedPlan {
  const sets = examineSets(current, wanted, manager);
  const edits: Edit[] = [];
  const removals: Edit[] = [];
  for (const { state, present, name, type, values } of sets) {
    const key = recordKey({ name, type });
    const isReplaced = key === replaced;
    const isPlaced =
      isReplaced ||
      state === "managed" ||
      (state === "missing" && !declined.has(key)) ||
      (state === "unmanaged" && takesOver);
    if (!isPlaced) {
      continue;
    }
    edits.push({ name, type, wanted: { values }, pointer });
    if (state === "conflict") {
      removals.push(...present.map(deletionOf));
    }
  }
  const kept = new Set(wanted.map(recordKey));
  for (const set of current.values()) {
    if (set.managedBy === manager && !kept.has(recordKey(set))) {
      edits.push(deletionOf(set));
    }
  }
  return { edits, removals, sets };
}

/** A conflict above the name is a delegation or DNAME, which more depends on than this record. */
export const isReplaceable = ({ name, present }: Pick<ExaminedSet, "name" | "present">): boolean =>
  present.every((other) => other.name === name && other.managedBy === null && other.type !== "NS");

// No request has these changes.
const pointer = "";

const deletionOf = ({ name, type }: StoredRecordSet): Edit => ({ name, type, wanted: null, pointer });
