import { invitations } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { requireMayGive } from "../members/require-may-give.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";
import { lockOpenInvitation } from "./resend-invitation.ts";

/** Invalidates the emailed link. */
export async function cancelInvitation(ctx: WorkspaceCtx, invitationId: string): Promise<void> {
  requireRight(ctx.actor, "members:write");
  const id = rowId("inv", invitationId);
  if (!id) {
    throw notFound();
  }
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { actor } = await lockWorkspaceFor(tx, ctx.actor);
    requireRight(actor, "members:write");
    const row = await lockOpenInvitation(tx, actor.workspaceId, id);
    requireMayGive(actor, row.role);
    await tx.update(invitations).set({ cancelledAt: now }).where(eq(invitations.id, id));
    await audit(tx, ctx, {
      workspaceId: actor.workspaceId,
      action: "invitation.cancelled",
      target: row.email,
      details: { role: row.role },
      occurredAt: now,
    });
  });
}
