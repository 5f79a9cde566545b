import type { Ctx } from "../../../kernel/ctx.ts";
import { operationInProgress } from "../errors.ts";
import type { LinkedModulePorts } from "../ports.ts";
import { applyDecision } from "./apply-decision.ts";
import { emptyDecision } from "./decisions/decision.ts";
import { completeDeferredDelegation, isDeferredDelegation } from "./decisions/deferred-delegation.ts";
import { lockSituation } from "./lock-situation.ts";

/** A new choice of nameservers replaces a deferred delegation. Refused while the delegation is being sent. */
export async function cancelDeferredDelegation(
  ctx: Ctx & LinkedModulePorts,
  domainId: string,
): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const locked = await lockSituation(tx, domainId, ctx.clock.wallNow());
    const deferred = (locked?.intents ?? []).filter(isDeferredDelegation);
    if (!locked || deferred.length === 0) {
      return;
    }
    if (deferred.some(({ isInFlight }) => isInFlight)) {
      throw operationInProgress();
    }
    const decision = {
      ...emptyDecision,
      intents: deferred.map((intent) => ({ intent, event: "supersede" }) as const),
      operations: deferred.flatMap(completeDeferredDelegation),
    };
    await applyDecision(tx, ctx, locked.row, decision, now);
  });
}
