import { invitations, type Transaction } from "@zonepost/db";
import type { WorkspaceRole } from "@zonepost/schema";
import { and, eq, isNull, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { mayInvite } from "../policy.ts";

/**
 * Cancels a person's open invitations to roles that they may no longer give: all of them if they have left. Under the
 * workspace's lock; otherwise someone who was removed could come back with an invitation of their own.
 */
export async function cancelInvitationsBeyond(
  tx: Transaction,
  ctx: Ctx,
  seat: {
    workspaceId: string;
    userId: string;
    /** Null for someone who is no longer a member. */
    role: WorkspaceRole | null;
    domainNames?: readonly string[] | null;
  },
  now: Date,
): Promise<void> {
  const { workspaceId, userId, role, domainNames = null } = seat;
  const open = await tx
    .select({ id: invitations.id, email: invitations.email, role: invitations.role })
    .from(invitations)
    .where(
      and(
        eq(invitations.workspaceId, workspaceId),
        isNull(invitations.acceptedAt),
        isNull(invitations.cancelledAt),
        sql`${invitations.invitedBy}->>'kind' = 'user' and ${invitations.invitedBy}->>'id' = ${userId}`,
      ),
    )
    .for("update");
  for (const invitation of open.filter((each) => !mayInvite({ role, domainNames }, each.role))) {
    await tx.update(invitations).set({ cancelledAt: now }).where(eq(invitations.id, invitation.id));
    await audit(tx, ctx, {
      workspaceId,
      action: "invitation.cancelled",
      target: invitation.email,
      details: { role: invitation.role, reason: "inviter_lost_rights" },
      occurredAt: now,
    });
  }
}
