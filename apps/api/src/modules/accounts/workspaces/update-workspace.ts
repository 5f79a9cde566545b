import { isDeepStrictEqual } from "node:util";
import { workspaces } from "@zonepost/db";
import type { Workspace, WorkspacePatch } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { auditAll } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";
import { findWorkspace } from "./read-workspace.ts";

export async function updateWorkspace(ctx: WorkspaceCtx, patch: WorkspacePatch): Promise<Workspace> {
  requireRight(ctx.actor, "workspace:write");
  const { workspaceId } = ctx.actor;
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, ctx.actor, "workspace:write");
    const before = await findWorkspace(tx, workspaceId);
    const name = patch.name ?? before.name;
    const language = patch.language === undefined ? before.language : patch.language;
    const defaultNameservers = patch.defaultNameservers ?? before.defaultNameservers;
    const entry = { workspaceId, target: name, occurredAt: now };
    await tx
      .update(workspaces)
      .set({ name, language, defaultNameservers })
      .where(eq(workspaces.id, workspaceId));
    await auditAll(tx, ctx, [
      ...(name === before.name
        ? []
        : [{ ...entry, action: "workspace.renamed", details: { from: before.name, to: name } }]),
      ...(language === before.language
        ? []
        : [
            {
              ...entry,
              action: "workspace.language_changed",
              details: { from: before.language, to: language },
            },
          ]),
      ...(isDeepStrictEqual(defaultNameservers, before.defaultNameservers)
        ? []
        : [
            {
              ...entry,
              action: "workspace.nameservers_changed",
              details: { from: before.defaultNameservers, to: defaultNameservers },
            },
          ]),
    ]);
    return { ...before, name, language, defaultNameservers };
  });
}
