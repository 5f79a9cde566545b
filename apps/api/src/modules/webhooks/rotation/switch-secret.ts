import type { WebhookEndpoint } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { presentEndpoint } from "../model/find-endpoint.ts";
import { lockRotating, switchToNext } from "./rotating-endpoint.ts";

/** Ends the rotation early: from now on, only the new secret signs. */
export async function switchSecret(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookEndpoint> {
  requireRight(ctx.actor, "webhooks:write");
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockRotating(tx, ctx, input.id, wallNow);
    return presentEndpoint(await switchToNext(tx, ctx, endpoint, now), wallNow);
  });
}
