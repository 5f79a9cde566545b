import { cardPages } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../../kernel/ctx.ts";
import { notFound } from "../../../../kernel/errors.ts";
import { rowId } from "../../../../kernel/ids.ts";
import type { IdAtProcessor } from "../../ports.ts";

export type CardPageRow = typeof cardPages.$inferSelect;

export async function getOwnCardPage(ctx: WorkspaceCtx, id: string): Promise<CardPageRow> {
  const uuid = rowId("cpg", id);
  const [row] = uuid
    ? await ctx.db
        .select()
        .from(cardPages)
        .where(and(eq(cardPages.id, uuid), eq(cardPages.workspaceId, ctx.actor.workspaceId)))
    : [];
  if (!row) {
    throw notFound();
  }
  return row;
}

/** Undefined for a page that another program opened in the same account at the processor. */
export async function findCardPage(
  db: Queryable,
  { processor, id }: IdAtProcessor,
): Promise<CardPageRow | undefined> {
  const [row] = await db
    .select()
    .from(cardPages)
    .where(and(eq(cardPages.processorId, id), eq(cardPages.processor, processor)));
  return row;
}
