import { domainIntents, domainOperations } from "@zonepost/db";
import type { DomainOperationKind } from "@zonepost/schema";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DomainPorts, Send } from "../ports.ts";
import { carryOutIntents } from "../registry-sync/change-at-registry.ts";
import type { IntentChange } from "../registry-sync/intents.ts";
import { takeOverIntent } from "../registry-sync/record-intent.ts";

/**
 * Goes on with an operation whose process died between its intent and the registry's answer. False where there is
 * none. One that is in somebody's hands, or that the registry has, is left to them.
 */
export async function resumeOperation(
  ctx: Ctx & DomainPorts,
  row: DomainRow,
  kind: DomainOperationKind,
  sendOf: (change: IntentChange) => Send | undefined,
): Promise<boolean> {
  const open = await ctx.db
    .select({ id: domainIntents.id, change: domainIntents.change, outcome: domainIntents.outcome })
    .from(domainIntents)
    .innerJoin(domainOperations, eq(domainOperations.id, domainIntents.operationId))
    .where(
      and(
        eq(domainIntents.domainId, row.id),
        isNull(domainIntents.settledAt),
        eq(domainOperations.kind, kind),
        isNull(domainOperations.finishedAt),
      ),
    )
    .orderBy(asc(domainIntents.id));
  const [intent] = open;
  if (!intent) {
    return false;
  }
  const send = sendOf(intent.change);
  const isOurs =
    send &&
    intent.outcome !== "taken" &&
    intent.outcome !== "refused" &&
    (await takeOverIntent(ctx, intent.id));
  if (isOurs) {
    await carryOutIntents(ctx, row, [intent.id], send);
  }
  return true;
}
