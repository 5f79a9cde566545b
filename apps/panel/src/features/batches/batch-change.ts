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

/** The request of a change without input. */
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

/** The other way round, for a batch as the service has it; undefined for what is not known here. */
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

/** As many names as one batch takes. */
export function portionsOf(names: string[]): string[][] {
  const portions: string[][] = [];
  for (let start = 0; start < names.length; start += domainBatchLimit) {
    portions.push(names.slice(start, start + domainBatchLimit));
  }
  return portions;
}
