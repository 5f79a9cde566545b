import type { Failure } from "@/trpc/problem-of.ts";

type Proof = "delegated_here" | "missing" | "not_delegated" | "away";
export type RequiredProof = { record: { name: string; value: string }; proof: Proof };

const proofs: readonly Proof[] = ["delegated_here", "missing", "not_delegated", "away"];

/** The TXT record that proves a name, and what its nameservers have now; undefined for another failure. */
export function proofOf(failure: Failure): RequiredProof | undefined {
  const { record, proof } = failure as { record?: RequiredProof["record"]; proof?: string };
  if (failure.code !== "zone_proof_required" || !record) {
    return undefined;
  }
  return { record, proof: proofs.find((known) => known === proof) ?? "missing" };
}
