import { apiKeys } from "@zonepost/db";
import type { ApiKeyCreated, ApiKeyRollInput } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { apiKeyIsHeld, apiKeyNotActive } from "../errors.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";
import type { AccountPorts } from "../ports.ts";
import { futureOrNull } from "./create-api-key.ts";
import { apiKeyStatusOf, ownApiKey, presentApiKey } from "./find-api-key.ts";
import { insertApiKey, notifyOwnersOfKey, requireRoomForApiKey } from "./insert-api-key.ts";
import { requireNotWider, requireStillThere, requireUnlimitedSpending } from "./require-not-wider.ts";

/**
 * Creates a key with the same rights. The old key keeps working during the overlap, so that programs can switch. As for
 * creating, the caller needs all scopes of the new key.
 */
export async function rollApiKey(
  ctx: WorkspaceCtx & AccountPorts,
  input: { id: string; roll: ApiKeyRollInput },
): Promise<ApiKeyCreated> {
  requireRight(ctx.actor, "api_keys:write");
  const own = ownApiKey(ctx.actor, input.id);
  const { overlapSeconds } = input.roll;
  const now = await ctx.clock.now();
  const newExpiry = input.roll.expiresAt === undefined ? undefined : futureOrNull(input.roll.expiresAt, now);
  const rolled = await ctx.db.transaction(async (tx) => {
    const { workspace, actor } = await lockWorkspaceFor(tx, ctx.actor, "api_keys:write");
    await requireStillThere(tx, actor);
    const [old] = await tx.select().from(apiKeys).where(own).for("update");
    if (!old) {
      throw notFound();
    }
    const scopes = old.scopes;
    const { name, domainNames, ipRanges, monthlyLimitCents } = old;
    const expiresAt = newExpiry === undefined ? old.expiresAt : newExpiry;
    requireNotWider(actor, { scopes, domainNames, ipRanges, expiresAt });
    if (actor.kind !== "api_key" || actor.keyId !== old.id) {
      await requireUnlimitedSpending(tx, actor, scopes);
    }
    if (apiKeyStatusOf(old, now) !== "active" || old.rolledToId !== null) {
      throw apiKeyNotActive();
    }
    if (old.heldAt !== null) {
      throw apiKeyIsHeld();
    }
    await requireRoomForApiKey(tx, actor.workspaceId, now, "roll");
    const key = { name, scopes, domainNames, ipRanges, monthlyLimitCents, expiresAt };
    const inserted = await insertApiKey(tx, ctx, key, now);
    const overlapEnd = new Date(now.getTime() + overlapSeconds * 1000);
    const oldExpiry = old.expiresAt && old.expiresAt < overlapEnd ? old.expiresAt : overlapEnd;
    await tx
      .update(apiKeys)
      .set({ expiresAt: oldExpiry, rolledToId: inserted.row.id })
      .where(eq(apiKeys.id, old.id));
    await audit(tx, ctx, {
      workspaceId: actor.workspaceId,
      action: "api_key.rolled",
      target: input.id,
      details: {
        name,
        rolledToId: publicId("key", inserted.row.id),
        worksUntil: oldExpiry.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
      },
      occurredAt: now,
    });
    await notifyOwnersOfKey(tx, ctx, { name, workspaceName: workspace.name }, now);
    return inserted;
  });
  return { ...presentApiKey(rolled.row, now), key: rolled.key };
}
