import { invitations } from "@zonepost/db";
import type { Invitation, PageQuery } from "@zonepost/schema";
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { invitationStatusOf } from "../policy.ts";

/** The inviter's current name; null for invitations that the operator created. */
const invitedBy = sql<string>`case ${invitations.invitedBy}->>'kind'
  when 'system' then 'Zonepost'
  when 'user' then coalesce(
    (select name from users where id = (${invitations.invitedBy}->>'id')::uuid), ${invitations.invitedBy}->>'name')
  else ${invitations.invitedBy}->>'name' end`;

export const invitationFields = {
  id: invitations.id,
  workspaceId: invitations.workspaceId,
  email: invitations.email,
  role: invitations.role,
  domainNames: invitations.domainNames,
  tokenHash: invitations.tokenHash,
  invitedBy,
  createdAt: invitations.createdAt,
  sentAt: invitations.sentAt,
  expiresAt: invitations.expiresAt,
  acceptedAt: invitations.acceptedAt,
  cancelledAt: invitations.cancelledAt,
};

export type InvitationRow = Pick<
  typeof invitations.$inferSelect,
  Exclude<keyof typeof invitationFields, "invitedBy">
> & { invitedBy: string };

/** Lifetimes use the wall clock; displayed times use business time, as everywhere. */
export type Times = { now: Date; wallNow: Date };
/** The two clocks are read one after the other, so they differ slightly even if neither was moved. */
const wholeSeconds = (durationMs: number) => Math.round(durationMs / 1000) * 1000;
export const shownExpiry = (row: { expiresAt: Date }, { now, wallNow }: Times): string =>
  new Date(row.expiresAt.getTime() + wholeSeconds(now.getTime() - wallNow.getTime())).toISOString();

export const invitationOfRow = (row: InvitationRow, times: Times): Invitation => ({
  id: publicId("inv", row.id),
  email: row.email,
  role: row.role,
  domainNames: row.domainNames,
  status: invitationStatusOf(row, times.wallNow),
  invitedBy: row.invitedBy,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt.toISOString(),
  expiresAt: shownExpiry(row, times),
});

/** Open and expired invitations, newest first. */
export async function listInvitations(
  ctx: WorkspaceCtx,
  query: PageQuery = {},
): Promise<OperationResult<Invitation[]>> {
  requireRight(ctx.actor, "members:read");
  const before = rowAtPlace("inv", query);
  const times = { now: await ctx.clock.now(), wallNow: ctx.clock.wallNow() };
  return listOrPage(query, {
    read(limit) {
      const rows = ctx.db
        .select(invitationFields)
        .from(invitations)
        .where(
          and(
            eq(invitations.workspaceId, ctx.actor.workspaceId),
            isNull(invitations.acceptedAt),
            isNull(invitations.cancelledAt),
            before ? lt(invitations.id, before) : undefined,
          ),
        )
        .orderBy(desc(invitations.id));
      return limit === undefined ? rows : rows.limit(limit);
    },
    placeOf: (row) => publicId("inv", row.id),
    present: (row) => invitationOfRow(row, times),
  });
}
