import { apiKeys, type Transaction } from "@zonepost/db";
import { type ApiKeyScope, apiKeyLimit } from "@zonepost/schema";
import { and, eq, sql } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { emailMembers } from "../email/email-members.ts";
import { apiKeyLimitReached } from "../errors.ts";
import type { AccountPorts } from "../ports.ts";
import { apiKeyCreatedEmail } from "./api-key-created-email.ts";
import { generateApiKey, hashApiKey, startOfApiKey } from "./api-key-text.ts";
import type { ApiKeyRow } from "./find-api-key.ts";

type NewKey = {
  name: string;
  scopes: readonly ApiKeyScope[];
  domainNames: string[] | null;
  ipRanges: string[] | null;
  monthlyLimitCents: number | null;
  expiresAt: Date | null;
};

/** Stores only the hash and the first characters of the key. */
export async function insertApiKey(
  tx: Transaction,
  ctx: WorkspaceCtx,
  key: NewKey,
  createdAt: Date,
): Promise<{ row: ApiKeyRow; key: string }> {
  const text = generateApiKey();
  const [row] = await tx
    .insert(apiKeys)
    .values({
      ...key,
      id: newId(),
      workspaceId: ctx.actor.workspaceId,
      scopes: [...key.scopes],
      keyHash: hashApiKey(text),
      start: startOfApiKey(text),
      createdBy: storedActor(ctx.actor),
      createdAt,
    })
    .returning();
  if (!row) {
    throw new Error("the API key was not inserted");
  }
  return { row, key: text };
}

/**
 * Throws if the workspace has the maximum number of keys. Rolling adds at most one extra key per key, and only during
 * the overlap.
 */
export async function requireRoomForApiKey(
  tx: Transaction,
  workspaceId: string,
  now: Date,
  what: "create" | "roll",
): Promise<void> {
  const isActive = sql`${apiKeys.revokedAt} is null
    and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > ${now.toISOString()}::timestamptz)`;
  const [active] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      unrolled: sql<number>`count(*) filter (where ${apiKeys.rolledToId} is null)::int`,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), isActive));
  const isFull =
    what === "create" ? (active?.unrolled ?? 0) >= apiKeyLimit : (active?.all ?? 0) >= 2 * apiKeyLimit;
  if (isFull) {
    throw apiKeyLimitReached(apiKeyLimit);
  }
}

/** Owners are notified of every new key, including those created by an API key. */
export async function notifyOwnersOfKey(
  tx: Transaction,
  ctx: WorkspaceCtx & AccountPorts,
  key: { name: string; workspaceName: string },
  at: Date,
): Promise<void> {
  const email = apiKeyCreatedEmail({
    keyName: key.name,
    workspaceName: key.workspaceName,
    createdBy: storedActor(ctx.actor).name,
    at,
    keysUrl: `${ctx.settings.panelUrl}/settings/api-keys`,
  });
  await emailMembers(tx, ctx, { workspaceId: ctx.actor.workspaceId }, email, at);
}
