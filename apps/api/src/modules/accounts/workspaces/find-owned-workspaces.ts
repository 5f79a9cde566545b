import { members, users, workspaces } from "@zonepost/db";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

type Named = { id: string; name: string };

/** For the operator: the workspace with this ID, or those that the person with this address owns. */
export const findOwnedWorkspaces = (
  db: Queryable,
  who: { id: string } | { ownerEmail: string },
): Promise<Named[]> =>
  "id" in who
    ? db
        .select({ id: workspaces.id, name: workspaces.name })
        .from(workspaces)
        .where(eq(workspaces.id, who.id))
    : db
        .select({ id: workspaces.id, name: workspaces.name })
        .from(workspaces)
        .innerJoin(members, and(eq(members.workspaceId, workspaces.id), eq(members.role, "owner")))
        .innerJoin(users, eq(users.id, members.userId))
        .where(eq(sql`lower(${users.email})`, who.ownerEmail.toLowerCase()))
        .orderBy(asc(workspaces.id));
