import type { DnssecPreflight } from "@zonepost/schema";
import { dnssecStates } from "@zonepost/schema/status";
import type { Tone } from "@/ui/notices/status-badge.tsx";

/** What the page's own check of the nameservers has found, or why there is none. */
export type KeysState = "unchecked" | "asking" | "failed" | DnssecPreflight["outcome"];

type StoredState = keyof typeof dnssecStates;
export type DnssecVerdict = StoredState | "checking";

/** The page's own check counts once it has a result; until then, and without one, the stored check does. */
export function dnssecVerdictOf(question: { stored: StoredState; keys: KeysState }): DnssecVerdict {
  const { stored, keys } = question;
  if (stored === "insecure") {
    return stored;
  }
  switch (keys) {
    case "validates":
    case "breaks":
    case "unknown":
      return keys;
    case "asking":
      return stored === "unchecked" ? "checking" : stored;
    case "failed":
      return stored === "unchecked" ? "unknown" : stored;
    // The records that were checked are gone meanwhile.
    case "insecure":
    case "unchecked":
      return stored;
  }
}

/** Without a result: some nameservers weren't asked, because too many checks were running. */
export const wasRefused = ({ servers }: Pick<DnssecPreflight, "servers">): boolean =>
  servers.some(({ reason }) => reason === "busy");

export const dnssecTone = (verdict: DnssecVerdict): Tone =>
  dnssecStates[verdict === "checking" ? "unchecked" : verdict].tone;
