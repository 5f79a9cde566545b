import type { ZoneDelegationState } from "@zonepost/schema";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import type { Delegation, ServedSerial } from "../ports.ts";

export const checkPeriodMs = dayMs;
/** After a check without a result, or with one that soon changes. */
export const recheckDelayMs = hourMs;
/** How long a zone without a domain may be delegated elsewhere. */
export const elsewhereLimitMs = 30 * dayMs;

type Known = Exclude<Delegation, { kind: "unknown" }>;

export const serversOf = (found: Known): string[] =>
  found.kind === "delegated" ? [...found.servers].map((host) => host.toLowerCase()).sort() : [];

/** A name that isn't delegated at all counts as elsewhere. */
export function delegationStateOf(
  servers: readonly string[],
  ownHosts: readonly string[],
): Exclude<ZoneDelegationState, "lame"> {
  const ours = servers.filter((host) => ownHosts.includes(host.toLowerCase()));
  if (ours.length === 0) {
    return "elsewhere";
  }
  return ours.length === servers.length ? "here" : "partly";
}

/** A nameserver that is away may serve the zone, so that alone isn't lame. */
export const isLame = (answers: readonly ServedSerial[]): boolean =>
  answers.some(({ kind }) => kind === "not_served") && answers.every(({ kind }) => kind !== "answered");
