import { members, type Transaction, workspaces } from "@zonepost/db";
import { and, count, eq } from "drizzle-orm";
import type { UserActor, WorkspaceActor } from "../../../kernel/actor.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lastOwner } from "../errors.ts";

/** Serialises membership changes of a workspace, so that counts and comparisons under the lock stay true. */
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
  actor: Actor,
): Promise<{ workspace: { id: string; name: string }; actor: Actor }> {
  const workspace = await lockWorkspace(tx, actor.workspaceId);
  if (actor.kind !== "user") {
    return { workspace, actor };
  }
  const seat = await findSeat(tx, actor);
  if (!seat) {
    throw notFound();
  }
  return { workspace, actor: { ...actor, role: seat.role, domainNames: seat.domainNames } };
}

async function findSeat(tx: Transaction, actor: UserActor) {
  const [seat] = await tx
    .select({ role: members.role, domainNames: members.domainNames })
    .from(members)
    .where(and(eq(members.workspaceId, actor.workspaceId), eq(members.userId, actor.userId)));
  return seat;
}

export async function lockMember<Actor extends WorkspaceActor>(
  tx: Transaction,
  actor: Actor,
  memberId: string | undefined,
  right: "members:write" | "workspace:own",
) {
  const locked = await lockWorkspaceFor(tx, actor);
  requireRight(locked.actor, right);
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
  const [left] = await tx
    .select({ owners: count() })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, "owner")));
  if (!left?.owners) {
    throw lastOwner();
  }
}
