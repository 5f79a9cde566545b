import { apiKeys } from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";
import { ownApiKey } from "./find-api-key.ts";

/** Takes effect at once and permanently. Revoking again changes nothing. */
export async function revokeApiKey(ctx: WorkspaceCtx, input: { id: string }): Promise<void> {
  requireRight(ctx.actor, "api_keys:write");
  const own = ownApiKey(ctx.actor, input.id);
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { actor } = await lockWorkspaceFor(tx, ctx.actor, "api_keys:write");
    const [row] = await tx.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys).where(own);
    if (!row) {
      throw notFound();
    }
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(and(eq(apiKeys.id, row.id), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    if (revoked.length === 0) {
      return;
    }
    await audit(tx, ctx, {
      workspaceId: actor.workspaceId,
      action: "api_key.revoked",
      target: input.id,
      details: { name: row.name },
      occurredAt: now,
    });
  });
}
