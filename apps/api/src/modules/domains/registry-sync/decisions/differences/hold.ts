import type { RegistryDomain } from "../../../ports.ts";
import { applied, changeMade, type Decision, intentFor, type Situation } from "../decision.ts";

/** The suspension of a domain has a history entry of its own. */
export function decideHold({ intents }: Situation, registered: RegistryDomain): Partial<Decision> {
  const held = registered.statuses.includes("clientHold");
  const intent = intentFor(intents, (change) => change.kind === "change_hold" && change.held === held);
  return { intents: applied(intent), operations: changeMade(intent) };
}
