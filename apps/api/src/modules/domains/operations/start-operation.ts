import { domains } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { operationInProgress } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { readOperation } from "../model/read-operation.ts";
import type { DomainPorts, Send } from "../ports.ts";
import { carryOutIntents } from "../registry-sync/change-at-registry.ts";
import type { IntentChange } from "../registry-sync/intents.ts";
import { insertIntents } from "../registry-sync/record-intent.ts";
import { beginOperation, type NewOperation } from "../registry-sync/settle-operation.ts";

/**
 * An operation on a domain that is ours, from its intent to what the registry makes of it. `decide` judges the row
 * under its lock, throws what forbids the operation, and says what is wanted; `sendOf` then sends it. A refusal of
 * the registry is thrown, with the operation failed; where it did not answer, the operation is still pending.
 */
export async function startOperation<Change extends IntentChange>(
  ctx: Ctx & DomainPorts,
  domainId: string,
  operation: NewOperation,
  decide: (row: DomainRow, now: Date) => Change,
  sendOf: (row: DomainRow, change: Change) => Send,
): Promise<DomainOperation> {
  const now = await ctx.clock.now();
  const begun = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(domains).where(eq(domains.id, domainId)).for("update");
    if (!row) {
      throw notFound();
    }
    const change = decide(row, now);
    const operationId = await beginOperation(
      tx,
      ctx,
      row,
      { ...operation, actor: storedActor(ctx.actor) },
      now,
    );
    if (operationId === undefined) {
      throw operationInProgress();
    }
    const intentIds = await insertIntents(tx, ctx, row, [change], operationId, now);
    return { row, change, operationId, intentIds };
  });
  await carryOutIntents(ctx, begun.row, begun.intentIds, sendOf(begun.row, begun.change));
  return readOperation(ctx.db, begun.operationId);
}
