import { members, users } from "@zonepost/db";
import { and, asc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

export async function listOwners(
  db: Queryable,
  workspaceId: string,
): Promise<{ email: string; name: string }[]> {
  return db
    .select({ email: users.email, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, "owner")))
    .orderBy(asc(users.email));
}
