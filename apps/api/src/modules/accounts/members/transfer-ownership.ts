import { members } from "@zonepost/db";
import type { Member } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { sessionRequired } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { listOwners } from "../email/list-owners.ts";
import { alreadyOwner } from "../errors.ts";
import { lockMember } from "../model/lock-workspace.ts";
import type { AccountPorts } from "../ports.ts";
import { cancelInvitationsBeyond } from "./cancel-invitations-beyond.ts";
import { readMember } from "./list-members.ts";
import { ownershipTransferredEmail } from "./membership-email.ts";

/**
 * Makes another member an owner and the current owner an admin. Only a person with a recent confirmation can do this.
 */
export async function transferOwnership(
  ctx: WorkspaceCtx & AccountPorts,
  input: { memberId: string },
): Promise<Member> {
  requireRight(ctx.actor, "workspace:own");
  const giver = ctx.actor;
  if (giver.kind !== "user") {
    throw sessionRequired();
  }
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const memberId = rowId("mbr", input.memberId);
    const { workspace, member } = await lockMember(tx, giver, memberId, "workspace:own");
    if (member.role === "owner") {
      throw alreadyOwner();
    }
    await tx.update(members).set({ role: "owner", domainNames: null }).where(eq(members.id, member.id));
    await tx
      .update(members)
      .set({ role: "admin" })
      .where(and(eq(members.workspaceId, workspace.id), eq(members.userId, giver.userId)));
    const taker = await readMember(tx, member.id);
    await audit(tx, ctx, {
      workspaceId: workspace.id,
      action: "workspace.ownership_transferred",
      target: taker.email,
      details: { from: giver.email, to: taker.email },
      occurredAt: now,
    });
    await cancelInvitationsBeyond(tx, ctx, { ...giver, role: "admin" }, now);
    const words = { workspaceName: workspace.name, from: giver.email, to: taker.email, at: now };
    const owners = await listOwners(tx, workspace.id);
    for (const to of new Set([giver.email, ...owners.map(({ email }) => email)])) {
      await enqueueEmail(tx, ctx, { ...ownershipTransferredEmail(words), to }, now);
    }
    return taker;
  });
}
