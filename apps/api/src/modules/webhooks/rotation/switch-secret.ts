import type { WebhookEndpoint } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { noRotation } from "../model/errors.ts";
import { lockOwnEndpoint, presentEndpoint } from "../model/find-endpoint.ts";
import { rotationEnd } from "../model/secrets-at.ts";
import { switchToNext } from "./switch-to-next.ts";

/** Ends the rotation early: from now on, only the new secret signs. */
export async function switchSecret(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookEndpoint> {
  requireRight(ctx.actor, "webhooks:write");
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, ctx, input.id);
    if (!rotationEnd(endpoint, wallNow)) {
      throw noRotation();
    }
    return presentEndpoint(await switchToNext(tx, ctx, endpoint, now), wallNow);
  });
}
