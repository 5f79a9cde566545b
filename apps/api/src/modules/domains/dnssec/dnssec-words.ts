import type { DnssecPreflight, DnssecServerVerdict, Warning } from "@zonepost/schema";
import type { ServerAwayReason } from "../ports.ts";
import type { BreakReason, DnssecVerdict, ServerVerdict } from "./dnssec-preflight.ts";

const breaks: Record<BreakReason, string> = {
  no_dnskey: "gives the zone without keys",
  no_matching_key: "has no key that one of the DS records names",
  digest_mismatch: "has a key with the tag of a DS record, whose digest is of another key",
  signature_missing: "gives no signature by the key that a DS record names",
  signature_expired: "gives a signature by the key that a DS record names, but it has expired",
  signature_invalid: "gives a signature by the key that a DS record names, but it is not right",
  algorithm_unsupported: "is asked in vain: resolvers validate by none of these DS records",
  servers_differ: "has none of the keys that the other nameservers have",
};

const away: Record<ServerAwayReason, string> = {
  unresolvable: "has no address",
  timeout: "does not answer",
  refused: "refuses to answer for this domain",
  not_authoritative: "is no nameserver of this domain",
  private_address: "has an address that is not on the public internet, and is not asked",
  malformed: "gives an answer that cannot be read",
};

function wordsFor(verdict: ServerVerdict): string {
  switch (verdict.outcome) {
    case "validates":
      return `validates by the key ${verdict.keyTag}`;
    case "insecure":
      return "is not validated: no DS record would stand";
    case "breaks":
      return breaks[verdict.reason];
    case "unknown":
      return away[verdict.reason];
  }
}

const presentServer = (verdict: ServerVerdict): DnssecServerVerdict => ({
  nameserver: verdict.nameserver,
  outcome: verdict.outcome,
  reason: "reason" in verdict ? verdict.reason : null,
  message: `${verdict.nameserver} ${wordsFor(verdict)}.`,
  address: "address" in verdict ? verdict.address : null,
  keys: "keys" in verdict ? verdict.keys : [],
  keyTag: verdict.outcome === "validates" ? verdict.keyTag : null,
  signatureExpiresAt: verdict.outcome === "validates" ? verdict.signatureExpiresAt.toISOString() : null,
});

/** The verdict as callers see it. */
export const presentVerdict = (
  verdict: DnssecVerdict,
  before: DnssecVerdict["outcome"],
): DnssecPreflight => ({
  outcome: verdict.outcome,
  before,
  dsRecords: verdict.dsRecords,
  servers: verdict.servers.map(presentServer),
});

/** What is told of a change that is made all the same. */
export function preflightWarnings(verdict: DnssecPreflight): Warning[] {
  const said = (outcome: DnssecServerVerdict["outcome"]) =>
    verdict.servers.filter((server) => server.outcome === outcome).map(({ message }) => message);
  if (verdict.outcome === "breaks") {
    return said("breaks").map((message) => ({ code: "dnssec_would_break", message }));
  }
  if (verdict.outcome === "unknown" && verdict.servers.length === 0) {
    return [{ code: "dnssec_unknown", message: "The domain has no nameservers that could be asked." }];
  }
  if (verdict.outcome === "insecure") {
    return [];
  }
  return said("unknown").map((message) => ({ code: "dnssec_unknown", message }));
}
