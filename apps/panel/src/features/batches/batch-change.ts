import { type DomainBatchChange, domainBatchLimit } from "@zonepost/schema";

export const bulkChanges = [
  "autoRenewOn",
  "autoRenewOff",
  "lock",
  "unlock",
  "privacyOn",
  "privacyOff",
  "nameservers",
  "contacts",
  "deletion",
] as const;
export type BulkChange = (typeof bulkChanges)[number];

/** A change without anything to enter. */
type PlainChange = Exclude<BulkChange, "nameservers" | "contacts" | "deletion">;

export function changeOf(change: PlainChange): DomainBatchChange {
  switch (change) {
    case "autoRenewOn":
    case "autoRenewOff":
      return { autoRenew: change === "autoRenewOn" };
    case "lock":
    case "unlock":
      return { locked: change === "lock" };
    case "privacyOn":
    case "privacyOff":
      return { whoisPrivacy: change === "privacyOn" };
  }
}

/** The reverse, for a batch from the API; undefined for an unknown change. */
export function changeNamed(change: Record<string, unknown>): BulkChange | undefined {
  if (typeof change.autoRenew === "boolean") {
    return change.autoRenew ? "autoRenewOn" : "autoRenewOff";
  }
  if (typeof change.locked === "boolean") {
    return change.locked ? "lock" : "unlock";
  }
  if (typeof change.whoisPrivacy === "boolean") {
    return change.whoisPrivacy ? "privacyOn" : "privacyOff";
  }
  if (change.deleted === true) {
    return "deletion";
  }
  if (typeof change.contacts === "object") {
    return "contacts";
  }
  return Array.isArray(change.nameservers) ? "nameservers" : undefined;
}

/** Batches of the maximum size, of which a deletion states its own number of names. */
export const batchesOf = (
  names: string[],
  change: DomainBatchChange,
): { names: string[]; change: DomainBatchChange }[] =>
  portionsOf(names).map((portion) => ({
    names: portion,
    change: "deleted" in change ? { deleted: true, confirmCount: portion.length } : change,
  }));

/** Splits names into batches of the maximum size. */
export function portionsOf(names: string[]): string[][] {
  const portions: string[][] = [];
  for (let start = 0; start < names.length; start += domainBatchLimit) {
    portions.push(names.slice(start, start + domainBatchLimit));
  }
  return portions;
}
