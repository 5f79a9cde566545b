import type { Ctx } from "../../../kernel/ctx.ts";
import { operationInProgress } from "../errors.ts";
import type { LinkedModulePorts } from "../ports.ts";
import { applyDecision } from "./apply-decision.ts";
import { emptyDecision } from "./decisions/decision.ts";
import {
  completeDeferredDelegation,
  isDeferredDelegation,
  isDeferredLock,
} from "./decisions/deferred-changes.ts";
import { lockSituation } from "./lock-situation.ts";

const isDeferred = { delegation: isDeferredDelegation, lock: isDeferredLock };

/** A new choice replaces what was deferred at the registration. Refused while that is being sent. */
export async function cancelDeferred(
  ctx: Ctx & LinkedModulePorts,
  domainId: string,
  which: keyof typeof isDeferred,
): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const locked = await lockSituation(tx, domainId, ctx.clock.wallNow());
    const deferred = (locked?.intents ?? []).filter(isDeferred[which]);
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
