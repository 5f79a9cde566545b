import { members } from "@zonepost/db";
import type { Member, MemberPatch } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { addsDomains, type BeforeOf, givesProvenRights } from "../../../kernel/fresh-proof.ts";
import { rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../email/changes/queue-change-notices.ts";
import { lockMember, requireAnOwner } from "../model/lock-workspace.ts";
import { canBeLimited } from "../policy.ts";
import type { AccountPorts } from "../ports.ts";
import { cancelInvitationsBeyond } from "./cancel-invitations-beyond.ts";
import { readMember } from "./list-members.ts";
import { requireMayGive } from "./require-may-give.ts";
import { requireOwnDomains } from "./require-own-domains.ts";

export async function readSeatBefore(
  { db, actor }: WorkspaceCtx,
  memberId: string,
): Promise<BeforeOf<"updateMember">> {
  const id = rowId("mbr", memberId);
  const [row] = id
    ? await db
        .select({ role: members.role, domainNames: members.domainNames })
        .from(members)
        .where(and(eq(members.id, id), eq(members.workspaceId, actor.workspaceId)))
    : [];
  if (!row) {
    throw notFound();
  }
  return row;
}

/** Changes a member's role or domain limit. A role that covers all domains removes the limit. */
export async function updateMember(
  ctx: WorkspaceCtx & Pick<AccountPorts, "workspaceDomains">,
  input: { id: string; patch: MemberPatch },
): Promise<Member> {
  requireRight(ctx.actor, "members:write");
  const { workspaceId } = ctx.actor;
  const { patch } = input;
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { actor, member } = await lockMember(tx, ctx.actor, rowId("mbr", input.id), "members:write");
    const role = patch.role ?? member.role;
    requireMayGive(actor, member.role);
    requireMayGive(actor, role);
    if (patch.domainNames && !canBeLimited(role)) {
      throw invalid([
        {
          pointer: "/domainNames",
          message: "Only the roles member and read_only can be limited to domains.",
        },
      ]);
    }
    await requireOwnDomains(tx, ctx.workspaceDomains, workspaceId, patch.domainNames);
    const kept = canBeLimited(role) ? member.domainNames : null;
    const domainNames = patch.domainNames === undefined ? kept : patch.domainNames;
    const before = { role: member.role, domainNames: member.domainNames };
    const after = { role, domainNames };
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await tx.update(members).set(after).where(eq(members.id, member.id));
      await requireAnOwner(tx, workspaceId);
    }
    const changed = await readMember(tx, member.id);
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await audit(tx, ctx, {
        workspaceId,
        action: "member.role_changed",
        target: changed.email,
        details: { from: before, to: after },
        occurredAt: now,
      });
      if (before.role !== after.role) {
        await queueChangeNotices(tx, ctx, [
          {
            workspaceId,
            kind: "member_role",
            target: changed.email,
            detail: `${before.role} → ${after.role}`,
            concerned: [changed.email],
            occurredAt: now,
          },
        ]);
      }
      if (givesProvenRights(role) && addsDomains(before.domainNames, domainNames)) {
        await queueChangeNotices(tx, ctx, [
          {
            workspaceId,
            kind: "member_domains",
            target: changed.email,
            detail: domainNames?.join(", ") ?? "*",
            concerned: [changed.email],
            occurredAt: now,
          },
        ]);
      }
      await cancelInvitationsBeyond(tx, ctx, { ...member, ...after }, now);
    }
    return changed;
  });
}
