import { invitations } from "@zonepost/db";
import type { Invitation } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { BeforeOf } from "../../../kernel/fresh-proof.ts";
import { rowId } from "../../../kernel/ids.ts";
import { rateLimited } from "../../../kernel/limits/rate-limit.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { generateToken, hashToken } from "../model/link-token.ts";
import type { AccountPorts } from "../ports.ts";
import { limitInvitationMails, limitInvitationsToAddress } from "./limit-invitation-mails.ts";
import { type InvitationRow, invitationFields, invitationOfRow } from "./list-invitations.ts";
import { lockOpenInvitation } from "./lock-open-invitation.ts";
import { invitationEnd, invitationUrl, mailInvitation } from "./write-invitation.ts";

const resendAfterMs = minuteMs;

export async function readInvitationBefore(
  { db, actor }: WorkspaceCtx,
  invitationId: string,
): Promise<BeforeOf<"resendInvitation">> {
  const id = rowId("inv", invitationId);
  const [row] = id
    ? await db
        .select({ role: invitations.role })
        .from(invitations)
        .where(and(eq(invitations.id, id), eq(invitations.workspaceId, actor.workspaceId)))
    : [];
  if (!row) {
    throw notFound();
  }
  return row;
}

/** Mails an open or expired invitation again, with a new link and lifetime. The previous link stops working. */
export async function resendInvitation(
  ctx: WorkspaceCtx & AccountPorts,
  invitationId: string,
): Promise<Invitation> {
  requireRight(ctx.actor, "members:write");
  const id = rowId("inv", invitationId);
  if (!id) {
    throw notFound();
  }
  await limitInvitationMails(ctx);
  const times = { now: await ctx.clock.now(), wallNow: ctx.clock.wallNow() };
  const { now, wallNow } = times;
  return ctx.db.transaction(async (tx) => {
    const { workspace, actor, invitation: row } = await lockOpenInvitation(tx, ctx.actor, id);
    const sinceResentMs = now.getTime() - row.sentAt.getTime();
    if (row.sentAt > row.createdAt && sinceResentMs < resendAfterMs) {
      throw rateLimited(Math.ceil((resendAfterMs - sinceResentMs) / 1000));
    }
    await limitInvitationsToAddress(tx, { workspaceId: actor.workspaceId, email: row.email, now });
    const token = generateToken();
    const invitedBy = storedActor(ctx.actor);
    await tx
      .update(invitations)
      .set({ tokenHash: hashToken(token), invitedBy, sentAt: now, expiresAt: invitationEnd(wallNow) })
      .where(eq(invitations.id, id));
    const words = { workspaceName: workspace.name, role: row.role, invitedBy };
    const url = invitationUrl(ctx.settings.panelUrl, id, token);
    await mailInvitation(tx, ctx, { to: row.email, ...words, url, now });
    await audit(tx, ctx, {
      workspaceId: actor.workspaceId,
      action: "invitation.resent",
      target: row.email,
      details: { role: row.role },
      occurredAt: now,
    });
    const [sent] = await tx.select(invitationFields).from(invitations).where(eq(invitations.id, id));
    return invitationOfRow(sent as InvitationRow, times);
  });
}
