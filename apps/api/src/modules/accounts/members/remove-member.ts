import { users } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { lockMember } from "../model/lock-workspace.ts";
import type { AccountPorts } from "../ports.ts";
import { cancelInvitationsBeyond } from "./cancel-invitations-beyond.ts";
import { endMembership } from "./end-membership.ts";
import { removedFromWorkspaceEmail } from "./membership-email.ts";
import { requireMayGive } from "./require-may-give.ts";

/** Removes a member. Their account and their other memberships remain. */
export async function removeMember(ctx: WorkspaceCtx & AccountPorts, memberId: string): Promise<void> {
  requireRight(ctx.actor, "members:write");
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const locked = await lockMember(tx, ctx.actor, rowId("mbr", memberId), "members:write");
    const { workspace, actor, member } = locked;
    requireMayGive(actor, member.role);
    await endMembership(tx, member);
    const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, member.userId));
    if (!person) {
      throw new Error("the member has no user");
    }
    await audit(tx, ctx, {
      workspaceId: workspace.id,
      action: "member.removed",
      target: person.email,
      details: { role: member.role },
      occurredAt: now,
    });
    await cancelInvitationsBeyond(tx, ctx, { ...member, role: null }, now);
    const email = removedFromWorkspaceEmail({ workspaceName: workspace.name });
    await enqueueEmail(tx, ctx, { ...email, to: person.email }, now);
  });
}
