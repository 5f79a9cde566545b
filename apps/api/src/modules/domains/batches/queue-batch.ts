import { domainBatches, domainBatchItems } from "@zonepost/db";
import type { DomainBatch, DomainBatchInput } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { presentBatch } from "./batch-row.ts";

export async function queueBatch(ctx: WorkspaceCtx, input: DomainBatchInput): Promise<DomainBatch> {
  requireRight(ctx.actor, "domains:write");
  const names = [...new Set(input.names)];
  const createdAt = await ctx.clock.now();
  const row = {
    id: newId(),
    workspaceId: ctx.actor.workspaceId,
    change: input.change,
    actor: storedActor(ctx.actor),
    requestId: ctx.requestId,
    total: names.length,
    createdAt,
    finishedAt: null,
  };
  await ctx.db.transaction(async (tx) => {
    await tx.insert(domainBatches).values(row);
    await tx.insert(domainBatchItems).values(
      names.map((domainName, position) => ({
        batchId: row.id,
        position,
        domainName,
        state: "waiting" as const,
      })),
    );
    await audit(tx, ctx, {
      workspaceId: row.workspaceId,
      action: "domain.batch_requested",
      target: publicId("dba", row.id),
      details: { change: input.change, total: names.length },
      occurredAt: createdAt,
    });
    await wakeWorkers(tx, "batches");
  });
  return presentBatch(row, { succeeded: 0, failed: 0 });
}
