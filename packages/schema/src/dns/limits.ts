// Kept apart from zod, so that pages that only need these don't load it.

export const recordSetLimit = 10_000;
export const zoneChangeLimit = 1_000;
export const recordValueLimit = 500;
/** So that an answer with the whole set fits into one DNS message. */
export const recordSetDataLimitBytes = 60_000;
export const minTtlSeconds = 60;
export const maxTtlSeconds = 604_800;
export const defaultTtlSeconds = 3_600;
export const zoneVersionLimit = 1_000;
export const zoneVersionDays = 365;
export const recordTagLimit = 20;

export const zoneDelegationStates = ["here", "elsewhere", "partly", "lame"] as const;
export const recordManagers = ["mail", "system"] as const;
export const zoneStates = ["active", "ending"] as const;
/** Why a zone is no longer its workspace's to change. */
export const zoneEndReasons = [
  "domain_deleted",
  "domain_transferred_out",
  "domain_moved",
  "held_by_another",
  "delegated_elsewhere",
] as const;
export const zoneBases = ["held", "proved", "operator"] as const;

export type ZoneDelegationState = (typeof zoneDelegationStates)[number];
export type RecordManager = (typeof recordManagers)[number];
export type ZoneEndReason = (typeof zoneEndReasons)[number];
export type ZoneBasis = (typeof zoneBases)[number];
