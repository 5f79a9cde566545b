export type DisputeStatus = "needs_response" | "under_review" | "won" | "lost";

export type DisputeStep = "evidence_submitted" | "won" | "lost";

const open: Record<DisputeStep, DisputeStatus> = {
  evidence_submitted: "under_review",
  won: "won",
  lost: "lost",
};

const transitions: Record<DisputeStatus, Partial<Record<DisputeStep, DisputeStatus>>> = {
  needs_response: open,
  under_review: open,
  won: {},
  lost: {},
};

export function disputeAfter(status: DisputeStatus, step: DisputeStep): DisputeStatus | undefined {
  return transitions[status][step];
}

/** The money of an open or lost dispute has left the account, so it can't be refunded too. */
export const blocksRefund = (status: DisputeStatus): boolean => status !== "won";

/** Stripe's test evidence, which decides a dispute at once. */
export function stepOfEvidence(text: unknown): DisputeStep {
  switch (text) {
    case "winning_evidence":
      return "won";
    case "losing_evidence":
      return "lost";
    default:
      return "evidence_submitted";
  }
}
