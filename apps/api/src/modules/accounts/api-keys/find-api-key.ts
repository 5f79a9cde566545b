import { apiKeys } from "@zonepost/db";
import type { ApiKey } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

export function ownApiKey(actor: WorkspaceActor, id: string) {
  const uuid = rowId("key", id);
  if (uuid === undefined) {
    throw notFound();
  }
  return and(eq(apiKeys.id, uuid), eq(apiKeys.workspaceId, actor.workspaceId));
}

/** `now` is business time, which key expiry uses. */
export function apiKeyStatusOf(row: Pick<ApiKeyRow, "revokedAt" | "expiresAt">, now: Date): ApiKey["status"] {
  if (row.revokedAt) {
    return "revoked";
  }
  return row.expiresAt && row.expiresAt <= now ? "expired" : "active";
}

/** Leaves out the key itself. */
export function presentApiKey(row: ApiKeyRow, now: Date): ApiKey {
  return {
    id: publicId("key", row.id),
    name: row.name,
    start: row.start,
    status: apiKeyStatusOf(row, now),
    scopes: row.scopes,
    domainNames: row.domainNames,
    ipRanges: row.ipRanges,
    monthlyLimitCents: row.monthlyLimitCents,
    createdBy: row.createdBy.name,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedIpAddress: row.lastUsedIpAddress,
    rolledToId: row.rolledToId && publicId("key", row.rolledToId),
    heldAt: row.heldAt?.toISOString() ?? null,
  };
}
