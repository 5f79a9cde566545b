import type { Ctx } from "../../../kernel/ctx.ts";
import type { LinkedModulePorts } from "../ports.ts";
import { applyDecision } from "./apply-decision.ts";
import { emptyDecision, mergeDecisions } from "./decisions/decision.ts";
import { abandon } from "./decisions/differences/lapse.ts";
import { lockSituation } from "./lock-situation.ts";

/** Closes an intent that won't be retried, unless another process has taken it over. */
export async function abandonIntent(
  ctx: Ctx & LinkedModulePorts,
  intent: { id: string; domainId: string },
): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const locked = await lockSituation(tx, intent.domainId, ctx.clock.wallNow());
    const open = locked?.intents.find(({ id, isInFlight }) => id === intent.id && !isInFlight);
    if (locked && open) {
      await applyDecision(tx, ctx, locked.row, mergeDecisions(emptyDecision, abandon(open)), now);
    }
  });
}
