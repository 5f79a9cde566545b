import { normalizeDomainName } from "@zonepost/schema";

/** The name in the URL, normalized; undefined if it is invalid. */
export function readRequestedName(typed: string): string | undefined {
  const read = normalizeDomainName(typed);
  return read.ok ? read.name : undefined;
}
