import { webhookEndpoints } from "@zonepost/db";
import {
  type WebhookEndpointCreated,
  type WebhookEndpointInput,
  webhookEndpointLimit,
} from "@zonepost/schema";
import { generateSecret } from "@zonepost/webhook-signing";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockWorkspace } from "../../accounts/index.ts";
import { endpointLimitReached } from "../model/errors.ts";
import { presentEndpoint } from "../model/find-endpoint.ts";
import { sendsPaymentsElsewhere } from "../model/payment-events.ts";
import { secretOwner } from "../model/secret-owner.ts";
import type { WebhookPorts } from "../ports.ts";
import { withoutFragment } from "./without-fragment.ts";

/** The only response that contains the endpoint's secret. */
export async function createEndpoint(
  ctx: WorkspaceCtx & Pick<WebhookPorts, "secretBox">,
  input: WebhookEndpointInput,
): Promise<WebhookEndpointCreated> {
  requireRight(ctx.actor, "webhooks:write");
  const { workspaceId } = ctx.actor;
  const url = withoutFragment(input.url);
  if (sendsPaymentsElsewhere(null, { url, events: input.events })) {
    requireRight(ctx.actor, "payments:read");
  }
  const id = newId();
  const secret = generateSecret();
  const createdAt = await ctx.clock.now();
  const row = await ctx.db.transaction(async (tx) => {
    // Locks the workspace, so that concurrent creations can't exceed the limit.
    await lockWorkspace(tx, workspaceId);
    const isOwn = eq(webhookEndpoints.workspaceId, workspaceId);
    if ((await tx.$count(webhookEndpoints, isOwn)) >= webhookEndpointLimit) {
      throw endpointLimitReached();
    }
    const [inserted] = await tx
      .insert(webhookEndpoints)
      .values({
        id,
        workspaceId,
        url,
        events: input.events,
        description: input.description ?? "",
        tags: input.tags ?? [],
        ordered: input.ordered ?? false,
        secretEncrypted: ctx.secretBox.seal(secret, secretOwner(id)),
        createdAt,
      })
      .returning();
    if (!inserted) {
      throw new Error("the endpoint was not inserted");
    }
    await audit(tx, ctx, {
      workspaceId,
      action: "webhook_endpoint.created",
      target: publicId("whe", id),
      details: { url, events: input.events },
      occurredAt: createdAt,
    });
    return inserted;
  });
  return { ...presentEndpoint(row, ctx.clock.wallNow()), secret };
}
