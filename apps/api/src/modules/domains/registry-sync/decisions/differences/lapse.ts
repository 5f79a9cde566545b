import type { RegistryDomain } from "../../../ports.ts";
import type { IntentChange } from "../../intents/intent-change.ts";
import { type Decision, finished, type OpenIntent, type Situation } from "../decision.ts";
import { failDeferredDelegation } from "../deferred-changes.ts";

const notCompleted = { code: "not_carried_out", message: "The registry did not complete it." };

export const abandon = (intent: OpenIntent): Pick<Decision, "intents" | "operations"> => ({
  intents: [{ intent, event: "supersede" }],
  operations: [...finished(intent.operationId, "failed", notCompleted), ...failDeferredDelegation(intent)],
});

/**
 * Accepted or confirmed changes that the registry did not carry out: a notice reported it, or no pending status is shown
 * and nothing has changed.
 */
export function decideLapsed({ intents }: Situation, held: RegistryDomain): Partial<Decision> {
  const lapsed = intents
    .filter((intent) => intent.state === "declined" || hasLapsed(intent, held))
    .map(abandon);
  return {
    intents: lapsed.flatMap((decision) => decision.intents),
    operations: lapsed.flatMap((decision) => decision.operations),
  };
}

function hasLapsed({ change, state, isInFlight }: OpenIntent, held: RegistryDomain): boolean {
  const status = pendingStatusOf(change.kind);
  const isAnswered = state === "accepted" || state === "confirmed";
  return isAnswered && !isInFlight && status !== undefined && !held.statuses.includes(status);
}

/** RFC 5731 section 2.3: a domain's status while a change of this kind is pending. */
const pendingStatusOf = (kind: IntentChange["kind"]): string | undefined =>
  kind === "renew"
    ? "pendingRenew"
    : kind.startsWith("change_") || kind.endsWith("_ds_record")
      ? "pendingUpdate"
      : undefined;
