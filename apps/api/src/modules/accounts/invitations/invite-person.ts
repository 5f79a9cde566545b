import { invitations } from "@zonepost/db";
import type { Invitation, InvitationInput } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { givesProvenRights } from "../../../kernel/fresh-proof.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../email/changes/queue-change-notices.ts";
import { requireMayGive } from "../members/require-may-give.ts";
import { requireOwnDomains } from "../members/require-own-domains.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";
import type { AccountPorts } from "../ports.ts";
import { limitInvitationMails, limitInvitationsToAddress } from "./limit-invitation-mails.ts";
import { type InvitationRow, invitationFields, invitationOfRow } from "./list-invitations.ts";
import { mailInvitation, writeInvitation } from "./write-invitation.ts";

/** Invites an address. The response does not reveal whether it has an account. */
export async function invitePerson(
  ctx: WorkspaceCtx & AccountPorts,
  input: InvitationInput,
): Promise<Invitation> {
  requireRight(ctx.actor, "members:write");
  requireMayGive(ctx.actor, input.role);
  const { workspaceId } = ctx.actor;
  const { email, role, domainNames = null } = input;
  await requireOwnDomains(ctx.db, ctx.workspaceDomains, workspaceId, domainNames);
  await limitInvitationMails(ctx);
  const times = { now: await ctx.clock.now(), wallNow: ctx.clock.wallNow() };
  const invitedBy = storedActor(ctx.actor);
  return ctx.db.transaction(async (tx) => {
    const { workspace, actor } = await lockWorkspaceFor(tx, ctx.actor, "members:write");
    requireMayGive(actor, role);
    await limitInvitationsToAddress(tx, { workspaceId, email, now: times.now });
    const { panelUrl } = ctx.settings;
    const seat = { workspaceId, email, role, domainNames };
    const { id, url } = await writeInvitation(tx, { ...seat, invitedBy, panelUrl, ...times });
    const words = { workspaceName: workspace.name, role, invitedBy, url };
    await mailInvitation(tx, ctx, { to: email, ...words, now: times.now });
    await audit(tx, ctx, {
      workspaceId,
      action: "invitation.created",
      target: email,
      details: { role, domainNames },
      occurredAt: times.now,
    });
    if (givesProvenRights(role)) {
      const about = { workspaceId, target: email, detail: role, occurredAt: times.now };
      await queueChangeNotices(tx, ctx, [{ ...about, kind: "invitation" }]);
    }
    const [row] = await tx.select(invitationFields).from(invitations).where(eq(invitations.id, id));
    return invitationOfRow(row as InvitationRow, times);
  });
}
