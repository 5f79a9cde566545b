import type { Delegation, IntentChange } from "../intents/intent-change.ts";
import type { NewIntent, OpenIntent, OperationChange } from "./decision.ts";

// Hosts below a name can only be created once the name exists (RFC 5732 section 1.1), and a name can only be locked then,
// so both are deferred: each is a separate intent of the registration's operation, which succeeds either way.

export const nameserversToCome = {
  code: "nameservers_to_come",
  message: "The domain is registered. Its nameservers are being set.",
};

export const nameserversNotSet = {
  code: "nameservers_not_set",
  message: "The domain is registered, but its nameservers could not be set. Set them again.",
};

/** Not leased yet: the registering process sends it, or the sync if that process has died. */
export function deferDelegation(
  { actor, requestId, operationId }: OpenIntent,
  delegation: Delegation,
): NewIntent {
  const change = { kind: "change_nameservers", ...delegation } satisfies IntentChange;
  return { change, actor, requestId, operationId };
}

/** The same for the lock against transfers. Until it is set, the domain shows that it isn't locked. */
export function deferLock({ actor, requestId, operationId }: OpenIntent): NewIntent {
  return { change: { kind: "change_lock", locked: true }, actor, requestId, operationId };
}

type Deferred = Pick<OpenIntent, "change" | "operationId" | "operationKind">;

export const isDeferredDelegation = ({ change, operationKind }: Deferred): boolean =>
  change.kind === "change_nameservers" && operationKind === "registration";

export const isDeferredLock = ({ change, operationKind }: Deferred): boolean =>
  change.kind === "change_lock" && change.locked && operationKind === "registration";

/** The delegation is done or no longer wanted, so the operation has nothing left to report. */
export const completeDeferredDelegation = (intent: Deferred): OperationChange[] => amend(intent, null);

/** The delegation isn't retried; the operation reports that action is needed. */
export const failDeferredDelegation = (intent: Deferred): OperationChange[] =>
  amend(intent, nameserversNotSet);

const amend = (intent: Deferred, reason: typeof nameserversNotSet | null): OperationChange[] =>
  intent.operationId && isDeferredDelegation(intent)
    ? [{ kind: "amend", operationId: intent.operationId, reason }]
    : [];
