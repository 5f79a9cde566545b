import type { ApiKeyCreated, ApiKeyInput } from "@zonepost/schema";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { requireOwnDomains } from "../members/require-own-domains.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";
import type { AccountPorts } from "../ports.ts";
import { presentApiKey } from "./find-api-key.ts";
import { insertApiKey, notifyOwnersOfKey, requireRoomForApiKey } from "./insert-api-key.ts";
import { requireNotWider, requireStillThere, requireUnlimitedSpending } from "./require-not-wider.ts";

/** The only response that contains the key. */
export async function createApiKey(
  ctx: WorkspaceCtx & AccountPorts,
  input: ApiKeyInput,
): Promise<ApiKeyCreated> {
  requireRight(ctx.actor, "api_keys:write");
  const { workspaceId } = ctx.actor;
  const { name, scopes, domainNames = null, ipRanges = null, monthlyLimitCents = null } = input;
  const now = await ctx.clock.now();
  const expiresAt = futureOrNull(input.expiresAt, now);
  const created = await ctx.db.transaction(async (tx) => {
    const { workspace, actor } = await lockWorkspaceFor(tx, ctx.actor, "api_keys:write");
    await requireStillThere(tx, actor);
    requireNotWider(actor, { scopes, domainNames, ipRanges, expiresAt });
    await requireUnlimitedSpending(tx, actor, scopes);
    await requireOwnDomains(tx, ctx.workspaceDomains, workspaceId, domainNames);
    await requireRoomForApiKey(tx, workspaceId, now, "create");
    const key = { name, scopes, domainNames, ipRanges, monthlyLimitCents, expiresAt };
    const inserted = await insertApiKey(tx, ctx, key, now);
    await audit(tx, ctx, {
      workspaceId,
      action: "api_key.created",
      target: presentApiKey(inserted.row, now).id,
      details: { ...key, expiresAt: expiresAt?.toISOString() ?? null },
      occurredAt: now,
    });
    await notifyOwnersOfKey(tx, ctx, { name, workspaceName: workspace.name }, now);
    return inserted;
  });
  return { ...presentApiKey(created.row, now), key: created.key };
}

export function futureOrNull(expiresAt: string | null | undefined, now: Date): Date | null {
  if (expiresAt == null) {
    return null;
  }
  const at = new Date(expiresAt);
  if (at <= now) {
    throw invalid([
      { pointer: "/expiresAt", message: `Enter a time in the future. It is now ${now.toISOString()}.` },
    ]);
  }
  return at;
}
