import type { DnssecPreflight } from "@zonepost/schema";
import type { Tone } from "@/ui/notices/status-badge.tsx";

/** What a check of the nameservers has found, or why there is none. */
export type KeysState = "unchecked" | "asking" | "failed" | DnssecPreflight["outcome"];

export type DnssecVerdict = "not_checked" | "checking" | "protected" | "broken" | "unknown" | "not_protected";

/** Published DS records alone protect nothing: only nameservers that answered with matching keys do. */
export function dnssecVerdictOf({ hasDs, keys }: { hasDs: boolean; keys: KeysState }): DnssecVerdict {
  if (!hasDs) {
    return "not_protected";
  }
  switch (keys) {
    case "validates":
      return "protected";
    case "breaks":
      return "broken";
    case "unknown":
    case "failed":
      return "unknown";
    case "asking":
      return "checking";
    // The records that were checked are gone meanwhile.
    case "insecure":
    case "unchecked":
      return "not_checked";
  }
}

export const dnssecTones: Record<DnssecVerdict, Tone> = {
  protected: "good",
  broken: "bad",
  unknown: "warn",
  checking: "waiting",
  not_checked: "waiting",
  not_protected: "off",
};
