import { type Transaction, webhookEndpoints } from "@zonepost/db";
import type { WebhookEndpoint } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { rotationEnd } from "./secrets-at.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** The UUID of an endpoint's id; invalid ids count as missing endpoints. */
export function endpointRowId(id: string): string {
  const uuid = rowId("whe", id);
  if (uuid === undefined) {
    throw notFound();
  }
  return uuid;
}

export function ownEndpoint(ctx: WorkspaceCtx, id: string) {
  return and(
    eq(webhookEndpoints.id, endpointRowId(id)),
    eq(webhookEndpoints.workspaceId, ctx.actor.workspaceId),
  );
}

export async function findEndpoint(ctx: WorkspaceCtx, id: string): Promise<EndpointRow> {
  const [row] = await ctx.db.select().from(webhookEndpoints).where(ownEndpoint(ctx, id));
  if (!row) {
    throw notFound();
  }
  return row;
}

export async function lockOwnEndpoint(tx: Transaction, ctx: WorkspaceCtx, id: string): Promise<EndpointRow> {
  const [endpoint] = await tx.select().from(webhookEndpoints).where(ownEndpoint(ctx, id)).for("update");
  if (!endpoint) {
    throw notFound();
  }
  return endpoint;
}

/** Never includes the secret. */
export function presentEndpoint(row: EndpointRow, wallNow: Date): WebhookEndpoint {
  const endsAt = rotationEnd(row, wallNow)?.toISOString();
  return {
    id: publicId("whe", row.id),
    url: row.url,
    events: row.events,
    active: row.active,
    description: row.description,
    tags: row.tags,
    ordered: row.ordered,
    consecutiveFailures: row.consecutiveFailures,
    createdAt: row.createdAt.toISOString(),
    deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
    deactivationReason: row.deactivationReason,
    rotation: endsAt === undefined ? null : { endsAt },
  };
}
