import { normalizeDomainName } from "@zonepost/schema";

/** The name in the address as it is stored; undefined where it is none. */
export function readWantedName(typed: string): string | undefined {
  const read = normalizeDomainName(typed);
  return read.ok ? read.name : undefined;
}
