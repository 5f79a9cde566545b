import type { OwnWorkspace } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import type { PersonCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { listOwnWorkspaces } from "./list-own-workspaces.ts";

/** Affects only this session; the person's other sessions stay in their workspaces. */
export async function switchWorkspace(ctx: PersonCtx, workspaceId: string): Promise<OwnWorkspace> {
  const id = rowId("wsp", workspaceId);
  if (!id) {
    throw notFound();
  }
  await ctx.db.execute(sql`
    update sessions set active_workspace_id = ${id}::uuid
    where id = ${ctx.actor.sessionId} and exists (
      select 1 from members where user_id = ${ctx.actor.userId} and workspace_id = ${id}::uuid)`);
  const own = await listOwnWorkspaces(ctx);
  const current = own.find((workspace) => workspace.id === workspaceId && workspace.isCurrent);
  if (!current) {
    throw notFound();
  }
  return current;
}
