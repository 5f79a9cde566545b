import { declareError } from "../../kernel/errors.ts";
import { writtenDay } from "../../kernel/written-day.ts";
import type { ProofResult } from "./ports.ts";

type ChallengeRecord = { name: string; value: string };
type Unproved = Exclude<ProofResult, "proved">;

/** The same bytes for every refusal, so that callers can't find out who has the name. */
export const zoneExists = declareError("conflict", "zone_exists", {
  message: "This zone can't be created: it, or a zone or domain above or below it, exists already.",
  cause:
    "The zone exists already, or the name lies at, above or below a zone or domain of another workspace.",
  fix: "If the zone is yours, GET it. If you have the right to the name, ask the operator of the service.",
});

export const zoneProofRequired = declareError("conflict", "zone_proof_required", {
  message: ({ name, value }: ChallengeRecord, _found: Unproved) =>
    `This name isn't an active domain of the workspace. To prove that it is yours, add a TXT record ${name} with the value ${value} at its present nameservers, and retry.`,
  options: (record, proof) => ({ extensions: { record: { type: "TXT", ...record }, proof } }),
  cause: "Only names that are active domains of the workspace, or below one, need no proof.",
  fix: "Add the TXT record in `record` at the nameservers that serve the name now, and retry. A name that is delegated to this service already can't be proved; ask its operator.",
});

export const zoneEnding = declareError("conflict", "zone_ending", {
  message: (endsAt: Date) =>
    `The right to this name has ended. The zone is served as it is until ${writtenDay(endsAt)}, and can't be changed.`,
  cause: "The domain was deleted, transferred, or is held by another workspace now.",
  fix: "Nothing can be changed. If the domain returns to the workspace, so does the zone.",
});

export const zoneInUse = declareError("conflict", "zone_in_use", {
  message: (why: "delegated" | "signed") =>
    why === "delegated"
      ? "The domain uses this zone: its nameservers are set to this service. Without the zone, it stops resolving."
      : "The domain has DS records. Without the signed zone, it stops resolving.",
  cause: "The name is delegated to this service, or has DS records at the registry.",
  fix: "Set other nameservers and remove the DS records first, or send `?force=true`.",
});

export const zoneChanged = declareError("precondition_failed", "zone_changed", {
  message: (version: number) => `The zone has changed. It is at version ${version} now. Nothing was changed.`,
  options: (version) => ({ extensions: { version } }),
  cause:
    "The version in If-Match isn't the present one: someone else has changed the zone since you read it.",
  fix: "GET the records again, apply your change to them, and send the new ETag.",
});

export const matchRequired = declareError("precondition_required", "match_required", {
  message: "Send the ETag of the records in If-Match. This request replaces all of them.",
  cause: "The request replaces all records of a zone, and has no If-Match header.",
  fix: 'GET the records, and send their ETag, such as "v17", in If-Match.',
});

export const tooManyRemovals = declareError("conflict", "too_many_removals", {
  message: (removals: number, existing: number) =>
    `This would delete ${removals} of ${existing} record sets. Nothing was changed.`,
  options: (removals) => ({ extensions: { removals } }),
  cause: "The request would delete over 30% of ten or more record sets.",
  fix: "If that is intended, send `allowRemovals` with the number of record sets to delete.",
});

export const recordsInTheWay = declareError("conflict", "records_in_the_way", {
  message: (records: readonly { name: string; type: string }[]) =>
    `This record can't be placed, because the name is delegated or managed otherwise: ${records.map(({ name, type }) => `${name} ${type}`).join(", ")}. Nothing was changed.`,
  cause:
    "A delegation (NS or DNAME) at or above the name, or a record that the service manages, is in the way.",
  fix: "Remove the delegation from the zone first, or publish the record at the nameservers that it names.",
});

export const hostingUnavailable = declareError("unavailable", "dns_hosting_unavailable", {
  message: "This installation has no nameservers for hosted zones.",
  cause: "The operator hasn't configured nameservers for hosted zones.",
  fix: "Ask the operator of the service.",
});

export const confirmationMismatch = (name: string) => ({
  pointer: "/confirmName",
  message: `Enter the zone's name: ${name}`,
});
