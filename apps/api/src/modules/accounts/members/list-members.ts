import { members, sessions, users } from "@zonepost/db";
import type { Member, PageQuery } from "@zonepost/schema";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";

// Hourly precision, like session renewal. Sessions without their second factor don't count: they may not be the
// person's.
const lastSeenAt = sql<Date | null>`(
  select date_trunc('hour', max(${sessions.updatedAt})) from ${sessions}
  where ${sessions.userId} = ${users.id}
    and (not ${users.twoFactorEnabled} or ${sessions.secondFactorAt} is not null))`.mapWith(
  sessions.updatedAt,
);

const memberFields = {
  id: members.id,
  userId: members.userId,
  email: users.email,
  name: users.name,
  role: members.role,
  domainNames: members.domainNames,
  twoFactorEnabled: users.twoFactorEnabled,
  lastSeenAt,
  createdAt: members.createdAt,
};

const selectMembers = (db: Queryable) =>
  db.select(memberFields).from(members).innerJoin(users, eq(users.id, members.userId)).$dynamic();

type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

const memberOfRow = (row: MemberRow): Member => ({
  ...row,
  id: publicId("mbr", row.id),
  userId: publicId("usr", row.userId),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export async function listMembers(
  ctx: WorkspaceCtx,
  query: PageQuery = {},
): Promise<OperationResult<Member[]>> {
  requireRight(ctx.actor, "members:read");
  const after = rowAtPlace("mbr", query);
  return listOrPage(query, {
    read(limit) {
      const rows = selectMembers(ctx.db)
        .where(and(eq(members.workspaceId, ctx.actor.workspaceId), after ? gt(members.id, after) : undefined))
        .orderBy(asc(members.id));
      return limit === undefined ? rows : rows.limit(limit);
    },
    placeOf: (row) => publicId("mbr", row.id),
    present: memberOfRow,
  });
}

export async function readMember(db: Queryable, id: string): Promise<Member> {
  const [row] = await selectMembers(db).where(eq(members.id, id));
  if (!row) {
    throw new Error(`there is no member ${id}`);
  }
  return memberOfRow(row);
}
