import { members, sessions, workspaces } from "@zonepost/db";
import type { OwnWorkspace } from "@zonepost/schema";
import { and, asc, eq } from "drizzle-orm";
import type { PersonCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";

export async function listOwnWorkspaces(ctx: PersonCtx): Promise<OwnWorkspace[]> {
  const rows = await ctx.db
    .select({
      id: workspaces.id,
      name: workspaces.name,
      role: members.role,
      activeWorkspaceId: sessions.activeWorkspaceId,
    })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .innerJoin(sessions, eq(sessions.userId, members.userId))
    .where(and(eq(members.userId, ctx.actor.userId), eq(sessions.id, ctx.actor.sessionId)))
    .orderBy(asc(workspaces.name), asc(workspaces.id));
  return rows.map((row) => ({
    id: publicId("wsp", row.id),
    name: row.name,
    role: row.role,
    isCurrent: row.id === row.activeWorkspaceId,
  }));
}
