import { apiKeys } from "@zonepost/db";
import type { ApiKey } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { ownApiKey, presentApiKey } from "./find-api-key.ts";

export async function getApiKey(ctx: WorkspaceCtx, input: { id: string }): Promise<ApiKey> {
  requireRight(ctx.actor, "api_keys:read");
  const [row] = await ctx.db.select().from(apiKeys).where(ownApiKey(ctx.actor, input.id));
  if (!row) {
    throw notFound();
  }
  return presentApiKey(row, await ctx.clock.now());
}
