import { domainBatches, domainBatchItems } from "@zonepost/db";
import type { DomainBatch, DomainBatchDetails, PageQuery } from "@zonepost/schema";
import { and, asc, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { storedActor, type WorkspaceActor } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type BatchCounts, presentBatch, presentBatchItem } from "./batch-row.ts";

const listedAtMost = 50;
const noResults: BatchCounts = { succeeded: 0, failed: 0 };

export async function listBatches(
  ctx: WorkspaceCtx,
  query: PageQuery = {},
): Promise<OperationResult<DomainBatch[]>> {
  requireRight(ctx.actor, "domains:read");
  const before = rowAtPlace("dba", query);
  return listOrPage(query, {
    async read(limit) {
      const rows = await ctx.db
        .select()
        .from(domainBatches)
        .where(and(isVisibleTo(ctx.actor), before === undefined ? undefined : lt(domainBatches.id, before)))
        .orderBy(desc(domainBatches.id))
        .limit(limit ?? listedAtMost);
      const counts = await countsOf(
        ctx,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({ row, counts: counts.get(row.id) ?? noResults }));
    },
    placeOf: ({ row }) => publicId("dba", row.id),
    present: ({ row, counts }) => presentBatch(row, counts),
  });
}

export async function getBatch(ctx: WorkspaceCtx, id: string): Promise<DomainBatchDetails> {
  requireRight(ctx.actor, "domains:read");
  const uuid = rowId("dba", id);
  const [row] = uuid
    ? await ctx.db
        .select()
        .from(domainBatches)
        .where(and(eq(domainBatches.id, uuid), isVisibleTo(ctx.actor)))
    : [];
  if (!row) {
    throw notFound();
  }
  const items = await ctx.db
    .select()
    .from(domainBatchItems)
    .where(eq(domainBatchItems.batchId, row.id))
    .orderBy(asc(domainBatchItems.position));
  const count = (state: string) => items.filter((item) => item.state === state).length;
  return {
    ...presentBatch(row, { succeeded: count("succeeded"), failed: count("failed") }),
    items: items.map(presentBatchItem),
  };
}

/** Callers limited to some domains only see their own batches, because others may name other domains. */
export function isVisibleTo(actor: WorkspaceActor): SQL | undefined {
  return and(
    eq(domainBatches.workspaceId, actor.workspaceId),
    actor.domainNames === null ? undefined : sql`${domainBatches.actor} ->> 'id' = ${storedActor(actor).id}`,
  );
}

async function countsOf(ctx: WorkspaceCtx, batchIds: string[]): Promise<Map<string, BatchCounts>> {
  if (batchIds.length === 0) {
    return new Map();
  }
  const rows = await ctx.db
    .select({
      batchId: domainBatchItems.batchId,
      succeeded: sql<number>`count(*) filter (where ${domainBatchItems.state} = 'succeeded')::int`,
      failed: sql<number>`count(*) filter (where ${domainBatchItems.state} = 'failed')::int`,
    })
    .from(domainBatchItems)
    .where(inArray(domainBatchItems.batchId, batchIds))
    .groupBy(domainBatchItems.batchId);
  return new Map(rows.map(({ batchId, ...counts }) => [batchId, counts]));
}
