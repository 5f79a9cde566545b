import { invitations, type Transaction } from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireMayGive } from "../members/require-may-give.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";
import { invitationFields } from "./list-invitations.ts";

/** An invitation to a role that the actor may give, neither accepted nor canceled. Its lock prevents accepting it. */
export async function lockOpenInvitation<Actor extends WorkspaceActor>(
  tx: Transaction,
  requested: Actor,
  id: string | undefined,
) {
  const locked = await lockWorkspaceFor(tx, requested, "members:write");
  const [invitation] = id
    ? await tx
        .select(invitationFields)
        .from(invitations)
        .where(
          and(
            eq(invitations.id, id),
            eq(invitations.workspaceId, requested.workspaceId),
            isNull(invitations.acceptedAt),
            isNull(invitations.cancelledAt),
          ),
        )
        .for("update", { of: invitations })
    : [];
  if (!invitation) {
    throw notFound();
  }
  requireMayGive(locked.actor, invitation.role);
  return { ...locked, invitation };
}
