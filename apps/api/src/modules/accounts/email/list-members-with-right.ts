import { members, users } from "@zonepost/db";
import { type Right, rightsOfRole, workspaceRoles } from "@zonepost/schema";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** The people whose role has the right over the whole workspace. */
export const listMembersWithRight = (
  db: Queryable,
  workspaceId: string,
  right: Right,
): PromiseLike<{ email: string }[]> =>
  db
    .select({ email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.workspaceId, workspaceId),
        inArray(
          members.role,
          workspaceRoles.filter((role) => rightsOfRole[role].has(right)),
        ),
        isNull(members.domainNames),
      ),
    )
    .orderBy(asc(users.email));
