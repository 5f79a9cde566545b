import type { RegistryDomain } from "../../../ports.ts";
import { isLocked } from "../../../rules/is-locked.ts";
import { applied, changeMade, type Decision, intentFor, type Situation } from "../decision.ts";

/** An intent for the lock's current value counts as applied, even if nothing changed. */
export function decideLock({ row, intents }: Situation, held: RegistryDomain): Partial<Decision> {
  const before = isLocked(row.registryStatuses);
  const locked = isLocked(held.statuses);
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
