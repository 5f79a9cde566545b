import { apiKeys } from "@zonepost/db";
import type { ApiKey, ApiKeyPatch } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { BeforeOf } from "../../../kernel/fresh-proof.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../email/changes/queue-change-notices.ts";
import { apiKeyNotActive, scopeTooWide } from "../errors.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";
import { scopesBeyond } from "../policy.ts";
import { apiKeyStatusOf, ownApiKey, presentApiKey } from "./find-api-key.ts";
import { areRangesWithin } from "./ip-ranges.ts";
import { requireRangesWithin, requireStillThere } from "./require-not-wider.ts";

export async function readAddressesBefore(
  { db, actor }: WorkspaceCtx,
  { id, patch: { ipRanges } }: { id: string; patch: ApiKeyPatch },
): Promise<BeforeOf<"updateApiKey">> {
  const [before] = await db.select({ ipRanges: apiKeys.ipRanges }).from(apiKeys).where(ownApiKey(actor, id));
  if (!before) {
    throw notFound();
  }
  return { addsAddresses: ipRanges !== undefined && !areRangesWithin(before.ipRanges, ipRanges) };
}

/** Changes a key's name or addresses. Its rights never change: that takes a new key. */
export async function changeApiKey(
  ctx: WorkspaceCtx,
  input: { id: string; patch: ApiKeyPatch },
): Promise<ApiKey> {
  requireRight(ctx.actor, "api_keys:write");
  const own = ownApiKey(ctx.actor, input.id);
  const { patch } = input;
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { actor } = await lockWorkspaceFor(tx, ctx.actor, "api_keys:write");
    await requireStillThere(tx, actor);
    const [before] = await tx.select().from(apiKeys).where(own).for("update");
    if (!before) {
      throw notFound();
    }
    if (patch.ipRanges !== undefined) {
      const beyond = scopesBeyond(actor, before.scopes);
      if (beyond.length > 0) {
        throw scopeTooWide(beyond);
      }
      requireRangesWithin(actor, patch.ipRanges);
    }
    if (apiKeyStatusOf(before, now) !== "active") {
      throw apiKeyNotActive();
    }
    const { name = before.name, ipRanges = before.ipRanges } = patch;
    const [after] = await tx
      .update(apiKeys)
      .set({ name, ipRanges })
      .where(eq(apiKeys.id, before.id))
      .returning();
    if (!after) {
      throw notFound();
    }
    await audit(tx, ctx, {
      workspaceId: actor.workspaceId,
      action: "api_key.changed",
      target: input.id,
      details: { ...patch, name: after.name },
      occurredAt: now,
    });
    if (patch.ipRanges !== undefined && !areRangesWithin(before.ipRanges, patch.ipRanges)) {
      await queueChangeNotices(tx, ctx, [
        {
          workspaceId: actor.workspaceId,
          kind: "api_key_addresses",
          target: after.name,
          detail: patch.ipRanges?.join(", ") ?? "*",
          occurredAt: now,
        },
      ]);
    }
    return presentApiKey(after, now);
  });
}
