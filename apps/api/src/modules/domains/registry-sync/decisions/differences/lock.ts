import type { RegistryDomain } from "../../../ports.ts";
import { applied, changeMade, type Decision, intentFor, type Situation } from "../decision.ts";

const transferLock = "clientTransferProhibited";

/** An intent for the lock's current value counts as applied, even if nothing changed. */
export function decideLock({ row, intents }: Situation, held: RegistryDomain): Partial<Decision> {
  const before = row.registryStatuses.includes(transferLock);
  const locked = held.statuses.includes(transferLock);
  const intent = intentFor(intents, (change) => change.kind === "change_lock" && change.locked === locked);
  if (before === locked) {
    return { intents: applied(intent), operations: changeMade(intent) };
  }
  return {
    intents: applied(intent),
    operations: changeMade(intent),
    history: [
      {
        intent,
        kind: "lock_change",
        action: locked ? "domain.locked" : "domain.unlocked",
        summary: locked ? "Locked against transfers" : "Unlocked for transfers",
        details: { from: before, to: locked },
      },
    ],
  };
}
