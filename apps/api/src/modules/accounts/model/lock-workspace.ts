import { members, type Transaction, workspaces } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import { notFound } from "../../../kernel/errors.ts";
import { type Right, requireRight } from "../../../kernel/rights.ts";
import { lastOwner } from "../errors.ts";

/** Serializes membership changes of a workspace, so that counts and comparisons under the lock stay true. */
export async function lockWorkspace(
  tx: Transaction,
  workspaceId: string,
): Promise<{ id: string; name: string }> {
  const [workspace] = await tx
    .select({ id: workspaces.id, name: workspaces.name })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for("no key update");
  if (!workspace) {
    throw notFound();
  }
  return workspace;
}

/** The same for a change by an actor, whose role may have been removed since the request started. */
export async function lockWorkspaceFor<Actor extends WorkspaceActor>(
  tx: Transaction,
  requested: Actor,
  right: Right,
): Promise<{ workspace: { id: string; name: string }; actor: Actor }> {
  const workspace = await lockWorkspace(tx, requested.workspaceId);
  const actor = await withCurrentRole(tx, requested);
  requireRight(actor, right);
  return { workspace, actor };
}

async function withCurrentRole<Actor extends WorkspaceActor>(tx: Transaction, actor: Actor): Promise<Actor> {
  if (actor.kind !== "user") {
    return actor;
  }
  const [seat] = await tx
    .select({ role: members.role, domainNames: members.domainNames })
    .from(members)
    .where(and(eq(members.workspaceId, actor.workspaceId), eq(members.userId, actor.userId)));
  if (!seat) {
    throw notFound();
  }
  return { ...actor, ...seat };
}

export async function lockMember<Actor extends WorkspaceActor>(
  tx: Transaction,
  actor: Actor,
  memberId: string | undefined,
  right: "members:write" | "workspace:own",
) {
  const locked = await lockWorkspaceFor(tx, actor, right);
  const [member] = memberId
    ? await tx
        .select()
        .from(members)
        .where(and(eq(members.id, memberId), eq(members.workspaceId, actor.workspaceId)))
    : [];
  if (!member) {
    throw notFound();
  }
  return { ...locked, member };
}

/** Called after a change, in its transaction. */
export async function requireAnOwner(tx: Transaction, workspaceId: string): Promise<void> {
  const isOwner = and(eq(members.workspaceId, workspaceId), eq(members.role, "owner"));
  if ((await tx.$count(members, isOwner)) === 0) {
    throw lastOwner();
  }
}
