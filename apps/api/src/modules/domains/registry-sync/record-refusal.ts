import { domainIntents, domains, type Transaction } from "@zonepost/db";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { clTridOf } from "../model/cl-trid.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { IntentChange } from "./intents.ts";
import { breakPromise } from "./promised-delegation.ts";
import { type OperationReason, settleOperation } from "./settle-operation.ts";

/**
 * What the registry refused: its intents are closed and their operations have failed. A name that was to come, by
 * registration or transfer, has not, and its row goes with the same transaction.
 */
export async function recordRefusal(
  ctx: Ctx,
  domain: Pick<DomainRow, "id">,
  intentIds: readonly string[],
  reason: OperationReason,
): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(domains).where(eq(domains.id, domain.id)).for("update");
    const refused = await tx
      .update(domainIntents)
      .set({ settledAt: now, outcome: "refused" })
      .where(and(inArray(domainIntents.id, [...intentIds]), isNull(domainIntents.settledAt)))
      .returning();
    for (const intent of refused) {
      await settleOperation(tx, intent.operationId, { state: "failed", reason }, now);
      await breakPromise(tx, intent, now);
      const { kind } = intent.change as IntentChange;
      const isComing = row?.status === "pending" || row?.status === "pending_transfer";
      if (row && isComing && (kind === "register" || kind === "transfer_in")) {
        await endArrival(tx, ctx, row, { kind, intentId: intent.id, reason, now });
      }
    }
  });
}

async function endArrival(
  tx: Transaction,
  ctx: Ctx,
  row: DomainRow,
  end: { kind: "register" | "transfer_in"; intentId: string; reason: OperationReason; now: Date },
): Promise<void> {
  await tx
    .update(domains)
    .set({ status: "deleted", statusEndsAt: null, nextLookAt: null, version: row.version + 1 })
    .where(eq(domains.id, row.id));
  await audit(tx, ctx, {
    workspaceId: row.workspaceId,
    action: end.kind === "register" ? "domain.registration_failed" : "domain.transfer_failed",
    target: row.name,
    details: { code: end.reason.code, clTRID: clTridOf(end.intentId) },
    occurredAt: end.now,
  });
}
