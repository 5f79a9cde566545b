import { isArrival } from "./decide-arrival.ts";
import {
  type Decision,
  finished,
  type OpenIntent,
  type OperationReason,
  type Situation,
} from "./decision.ts";
import { failDeferredDelegation } from "./deferred-changes.ts";

/** The registry refused these intents. If they were to register or transfer in a name, its row ends with them. */
export function decideRefusal(
  { row, intents }: Pick<Situation, "row" | "intents">,
  reason: OperationReason,
): Partial<Decision> {
  const isComing = row.status === "pending" || row.status === "pending_transfer";
  const arrivals = isComing ? intents.filter(({ change }) => isArrival(change)) : [];
  return {
    row:
      arrivals.length > 0
        ? { status: "deleted", statusEndsAt: null, nextLookAt: null, version: row.version + 1 }
        : {},
    intents: intents.map((intent) => ({ intent, event: "refuse" })),
    operations: intents.flatMap((intent: OpenIntent) => [
      ...finished(intent.operationId, "failed", reason),
      ...failDeferredDelegation(intent),
    ]),
    history: arrivals.map((intent) => ({
      intent,
      ...(intent.change.kind === "register"
        ? ({ kind: "registration", action: "domain.registration_failed" } as const)
        : ({ kind: "transfer", action: "domain.transfer_failed" } as const)),
      summary: null,
      details: { code: reason.code },
    })),
  };
}
