import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { applyDecision } from "./apply-decision.ts";
import { emptyDecision, mergeDecisions, type OperationReason } from "./decisions/decision.ts";
import { decideRefusal } from "./decisions/refusal.ts";
import { lockSituation } from "./lock-situation.ts";

export async function recordRefusal(
  ctx: Ctx,
  domain: Pick<DomainRow, "id">,
  intentIds: readonly string[],
  reason: OperationReason,
): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const locked = await lockSituation(tx, domain.id, ctx.clock.wallNow());
    if (locked) {
      const intents = locked.intents.filter(({ id }) => intentIds.includes(id));
      const decision = mergeDecisions(emptyDecision, decideRefusal({ row: locked.row, intents }, reason));
      await applyDecision(tx, ctx, locked.row, decision, now);
    }
  });
}
