import { webhookEndpoints } from "@zonepost/db";
import type { WebhookEndpoint } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** The UUID behind an endpoint's id; text that is no such id is a missing endpoint. */
export function endpointRowId(id: string): string {
  const uuid = rowId("whe", id);
  if (uuid === undefined) {
    throw notFound();
  }
  return uuid;
}

/** The condition that keeps every query within the caller's workspace. */
export function ownEndpoint(ctx: WorkspaceCtx, id: string) {
  return and(
    eq(webhookEndpoints.id, endpointRowId(id)),
    eq(webhookEndpoints.workspaceId, ctx.actor.workspaceId),
  );
}

/** The workspace's own endpoint, or the answer for a missing one. */
export async function findEndpoint(ctx: WorkspaceCtx, id: string): Promise<EndpointRow> {
  const [row] = await ctx.db.select().from(webhookEndpoints).where(ownEndpoint(ctx, id));
  if (!row) {
    throw notFound();
  }
  return row;
}

/** The endpoint as callers see it: never with its secret. */
export function presentEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    id: publicId("whe", row.id),
    url: row.url,
    events: row.events,
    active: row.active,
    description: row.description,
    consecutiveFailures: row.consecutiveFailures,
    createdAt: row.createdAt.toISOString(),
    deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
  };
}
