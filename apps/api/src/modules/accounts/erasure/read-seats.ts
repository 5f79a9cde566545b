import { members, workspaces } from "@zonepost/db";
import { asc, eq, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** A person's memberships, with the number of other owners. */
export const readSeats = (db: Queryable, userId: string) =>
  db
    .select({
      id: members.id,
      userId: members.userId,
      workspaceId: members.workspaceId,
      name: workspaces.name,
      role: members.role,
      domainNames: members.domainNames,
      notificationChoices: members.notificationChoices,
      createdAt: members.createdAt,
      otherOwners: sql<number>`(select count(*)::int from members other
        where other.workspace_id = ${members.workspaceId} and other.role = 'owner' and other.user_id <> ${userId})`,
    })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.workspaceId));
