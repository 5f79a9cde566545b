import { invitations } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockOpenInvitation } from "./lock-open-invitation.ts";

/** Invalidates the emailed link. */
export async function cancelInvitation(ctx: WorkspaceCtx, invitationId: string): Promise<void> {
  requireRight(ctx.actor, "members:write");
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { workspace, invitation } = await lockOpenInvitation(tx, ctx.actor, rowId("inv", invitationId));
    await tx.update(invitations).set({ cancelledAt: now }).where(eq(invitations.id, invitation.id));
    await audit(tx, ctx, {
      workspaceId: workspace.id,
      action: "invitation.cancelled",
      target: invitation.email,
      details: { role: invitation.role },
      occurredAt: now,
    });
  });
}
