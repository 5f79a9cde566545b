import type { DnssecPreflight, DnssecServerVerdict, Warning } from "@zonepost/schema";
import type { ServerAwayReason } from "../ports.ts";
import type { BreakReason, DnssecVerdict, ServerVerdict } from "./dnssec-preflight.ts";

const breaks: Record<BreakReason, string> = {
  no_dnskey: "serves the zone without keys",
  no_matching_key: "has no key that matches a DS record",
  digest_mismatch: "has a key with a matching key tag, but its digest differs from the DS record",
  signature_missing: "has no signature from the key that the DS record matches",
  signature_expired: "has a signature from the key that the DS record matches, but it has expired",
  signature_invalid: "has a signature from the key that the DS record matches, but it is invalid",
  algorithm_unsupported: "can't be validated, because resolvers support none of these DS records",
  servers_differ: "has different keys than the other nameservers",
};

const away: Record<ServerAwayReason, string> = {
  unresolvable: "doesn't exist or has no IP address",
  timeout: "does not respond",
  refused: "refuses to answer for this domain",
  not_authoritative: "is not authoritative for this domain",
  private_address: "has a private address and was not checked",
  malformed: "returned an invalid response",
  busy: "was not checked, because too many of your checks are running at once",
};

function describeVerdict(verdict: ServerVerdict): string {
  switch (verdict.outcome) {
    case "validates":
      return `validates with key ${verdict.keyTag}`;
    case "insecure":
      return "is not validated, because there would be no DS record";
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
  message: `${verdict.nameserver} ${describeVerdict(verdict)}.`,
  address: "address" in verdict ? verdict.address : null,
  keys: "keys" in verdict ? verdict.keys : [],
  keyTag: verdict.outcome === "validates" ? verdict.keyTag : null,
  signatureExpiresAt: verdict.outcome === "validates" ? verdict.signatureExpiresAt.toISOString() : null,
});

export const presentVerdict = (
  verdict: DnssecVerdict,
  before: DnssecVerdict["outcome"],
): DnssecPreflight => ({
  outcome: verdict.outcome,
  before,
  dsRecords: verdict.dsRecords,
  servers: verdict.servers.map(presentServer),
});

export function preflightWarnings(verdict: DnssecPreflight): Warning[] {
  const messagesWith = (outcome: DnssecServerVerdict["outcome"]) =>
    verdict.servers.filter((server) => server.outcome === outcome).map(({ message }) => message);
  if (verdict.outcome === "breaks") {
    return messagesWith("breaks").map((message) => ({ code: "dnssec_would_break", message }));
  }
  if (verdict.outcome === "unknown" && verdict.servers.length === 0) {
    return [{ code: "dnssec_unknown", message: "The domain has no nameservers to check." }];
  }
  if (verdict.outcome === "insecure") {
    return [];
  }
  return messagesWith("unknown").map((message) => ({ code: "dnssec_unknown", message }));
}
