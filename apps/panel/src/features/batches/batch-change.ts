import { type DomainBatchChange, domainBatchLimit } from "@zonepost/schema";

export const bulkChanges = [
  "autoRenewOn",
  "autoRenewOff",
  "lock",
  "unlock",
  "privacyOn",
  "privacyOff",
  "nameservers",
] as const;
export type BulkChange = (typeof bulkChanges)[number];

export function changeOf(change: Exclude<BulkChange, "nameservers">): DomainBatchChange {
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
  return Array.isArray(change.nameservers) ? "nameservers" : undefined;
}

/** Splits names into batches of the maximum size. */
export function portionsOf(names: string[]): string[][] {
  const portions: string[][] = [];
  for (let start = 0; start < names.length; start += domainBatchLimit) {
    portions.push(names.slice(start, start + domainBatchLimit));
  }
  return portions;
}
