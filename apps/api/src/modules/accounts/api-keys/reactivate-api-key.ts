import { apiKeys } from "@zonepost/db";
import type { ApiKey } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../email/changes/queue-change-notices.ts";
import { apiKeyNotActive } from "../errors.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";
import { apiKeyStatusOf, ownApiKey, presentApiKey } from "./find-api-key.ts";

/**
 * Turns on a key that came from a backup: only a person knows whether it was revoked after that. Repeating it changes
 * nothing.
 */
export async function reactivateApiKey(ctx: WorkspaceCtx, input: { id: string }): Promise<ApiKey> {
  requireRight(ctx.actor, "workspace:own");
  const own = ownApiKey(ctx.actor, input.id);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { actor } = await lockWorkspaceFor(tx, ctx.actor, "workspace:own");
    const [before] = await tx.select().from(apiKeys).where(own).for("update");
    if (!before) {
      throw notFound();
    }
    if (apiKeyStatusOf(before, now) !== "active") {
      throw apiKeyNotActive();
    }
    if (before.heldAt === null) {
      return presentApiKey(before, now);
    }
    await tx.update(apiKeys).set({ heldAt: null }).where(eq(apiKeys.id, before.id));
    await audit(tx, ctx, {
      workspaceId: actor.workspaceId,
      action: "api_key.reactivated",
      target: input.id,
      details: { name: before.name },
      occurredAt: now,
    });
    await queueChangeNotices(tx, ctx, [
      { workspaceId: actor.workspaceId, kind: "api_key_on", target: before.name, occurredAt: now },
    ]);
    return presentApiKey({ ...before, heldAt: null }, now);
  });
}
