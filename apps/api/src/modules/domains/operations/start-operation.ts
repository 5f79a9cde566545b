import { domains, type Transaction } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { readOperation } from "../model/operations.ts";
import type { DomainPorts, Send } from "../ports.ts";
import { beginOperation, type NewOperation } from "../registry-sync/begin-operation.ts";
import type { IntentChange } from "../registry-sync/intents/intent-change.ts";
import { sendIntents } from "../registry-sync/send-intents.ts";

/**
 * Runs an operation on one of our domains. `changeOf` checks the row under its lock, throws if the operation isn't
 * allowed, and returns the change that `sendOf` sends. A refusal fails the operation and is thrown; without a response
 * it stays pending.
 */
export async function startOperation<Change extends IntentChange>(
  ctx: Ctx & DomainPorts,
  domainId: string,
  operation: NewOperation,
  changeOf: (row: DomainRow, now: Date, tx: Transaction) => Change | Promise<Change>,
  sendOf: (row: DomainRow, change: Change) => Send,
): Promise<DomainOperation> {
  const now = await ctx.clock.now();
  const begun = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(domains).where(eq(domains.id, domainId)).for("update");
    if (!row) {
      throw notFound();
    }
    const change = await changeOf(row, now, tx);
    return { row, change, ...(await beginOperation(tx, ctx, row, operation, change, now)) };
  });
  await sendIntents(ctx, begun.row, begun.intentIds, sendOf(begun.row, begun.change));
  return readOperation(ctx.db, begun.operationId);
}
