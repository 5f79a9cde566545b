import { workspaces } from "@zonepost/db";
import type { Workspace } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";

/** Every member may read it. */
export async function readWorkspace(ctx: WorkspaceCtx): Promise<Workspace> {
  requireRight(ctx.actor, "domains:read");
  return findWorkspace(ctx.db, ctx.actor.workspaceId);
}

export async function findWorkspace(db: Queryable, id: string): Promise<Workspace> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.id, id));
  if (!row) {
    throw notFound();
  }
  const { name, language, defaultNameservers, createdAt } = row;
  return {
    id: publicId("wsp", row.id),
    name,
    language,
    defaultNameservers,
    createdAt: createdAt.toISOString(),
  };
}
