import { members } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { PersonCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { cancelInvitationsBeyond } from "../members/cancel-invitations-beyond.ts";
import { endMembership } from "../members/end-membership.ts";
import { lockWorkspace } from "../model/lock-workspace.ts";

export async function leaveWorkspace(ctx: PersonCtx, workspaceId: string): Promise<void> {
  const id = rowId("wsp", workspaceId);
  if (!id) {
    throw notFound();
  }
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx, id);
    const [member] = await tx
      .select()
      .from(members)
      .where(and(eq(members.workspaceId, id), eq(members.userId, ctx.actor.userId)));
    if (!member) {
      throw notFound();
    }
    await endMembership(tx, member);
    await audit(tx, ctx, {
      workspaceId: id,
      action: "member.left",
      target: ctx.actor.email,
      details: { role: member.role },
      occurredAt: now,
    });
    await cancelInvitationsBeyond(tx, ctx, { ...member, role: null }, now);
  });
}
