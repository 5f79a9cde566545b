import { workspaces } from "@zonepost/db";
import type { Workspace } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";
import { findWorkspace } from "./read-workspace.ts";

export async function renameWorkspace(ctx: WorkspaceCtx, input: { name: string }): Promise<Workspace> {
  requireRight(ctx.actor, "workspace:write");
  const { workspaceId } = ctx.actor;
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { workspace: before } = await lockWorkspaceFor(tx, ctx.actor, "workspace:write");
    if (before.name !== input.name) {
      await tx.update(workspaces).set({ name: input.name }).where(eq(workspaces.id, workspaceId));
      await audit(tx, ctx, {
        workspaceId,
        action: "workspace.renamed",
        target: input.name,
        details: { from: before.name, to: input.name },
        occurredAt: now,
      });
    }
    return findWorkspace(tx, workspaceId);
  });
}
