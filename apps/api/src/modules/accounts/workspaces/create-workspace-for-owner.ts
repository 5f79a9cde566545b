import { storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { invitationEnd, writeInvitation } from "../invitations/write-invitation.ts";
import { createWorkspace } from "../people/create-person.ts";
import { slugOf } from "../policy.ts";

/**
 * Creates a workspace and invites its owner, for the operator. The operator passes the link on; no mail is sent,
 * because mail may not be set up yet.
 */
export async function createWorkspaceForOwner(
  deps: Omit<Ctx, "actor"> & { panelUrl: string },
  input: { name: string; ownerEmail: string },
): Promise<{ url: string; expiresAt: Date }> {
  const { panelUrl, ...shared } = deps;
  const { name, ownerEmail: email } = input;
  const ctx: Ctx = { ...shared, actor: { kind: "system", job: "workspace:create" } };
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  return ctx.db.transaction(async (tx) => {
    const workspaceId = await createWorkspace(tx, { name, slug: slugOf(name), createdAt: now });
    const seat = { workspaceId, email, role: "owner", domainNames: null } as const;
    const invitedBy = storedActor(ctx.actor);
    const { url } = await writeInvitation(tx, { ...seat, invitedBy, panelUrl, now, wallNow });
    const entry = { workspaceId, occurredAt: now };
    await audit(tx, ctx, { ...entry, action: "workspace.created", target: name });
    const details = { role: seat.role, domainNames: null };
    await audit(tx, ctx, { ...entry, action: "invitation.created", target: email, details });
    return { url, expiresAt: invitationEnd(now) };
  });
}
