import { apiKeys, members, type StoredActor, users } from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Queryable } from "../../../kernel/ctx.ts";

/**
 * The actor of deferred work, with current rights. Undefined if the person has left the workspace, or the key was
 * revoked or has expired. Never counts as freshly confirmed.
 */
export async function readWorkspaceActor(
  ctx: { db: Queryable; clock: Clock },
  workspaceId: string,
  { kind, id }: StoredActor,
): Promise<WorkspaceActor | undefined> {
  if (id === null) {
    return undefined;
  }
  if (kind === "user") {
    return readMember(ctx, workspaceId, id);
  }
  return kind === "api_key" ? readKey(ctx, workspaceId, id) : undefined;
}

async function readMember(
  { db }: { db: Queryable },
  workspaceId: string,
  userId: string,
): Promise<WorkspaceActor | undefined> {
  const [row] = await db
    .select({ email: users.email, role: members.role, domainNames: members.domainNames })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  if (!row) {
    return undefined;
  }
  const { email, domainNames } = row;
  const role = row.role;
  return { kind: "user", userId, sessionId: "", email, workspaceId, role, domainNames, confirmedAt: never };
}

const never = new Date(0);

async function readKey(
  { db, clock }: { db: Queryable; clock: Clock },
  workspaceId: string,
  keyId: string,
): Promise<WorkspaceActor | undefined> {
  const now = await clock.now();
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)));
  if (!row || (row.expiresAt && row.expiresAt <= now)) {
    return undefined;
  }
  const { name, domainNames, ipRanges, expiresAt } = row;
  const scopes = new Set(row.scopes);
  return { kind: "api_key", keyId, name, workspaceId, scopes, domainNames, ipRanges, expiresAt };
}
