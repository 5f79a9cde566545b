import { webhookEndpoints } from "@zonepost/db";
import type { WebhookEndpointCreated, WebhookSecretInput } from "@zonepost/schema";
import { generateSecret } from "@zonepost/webhook-signing";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import { rotationInProgress } from "../model/errors.ts";
import { lockOwnEndpoint, presentEndpoint } from "../model/find-endpoint.ts";
import { secretOwner } from "../model/secret-owner.ts";
import { rotationEnd } from "../model/secrets-at.ts";
import type { WebhookPorts } from "../ports.ts";
import { asRotationJob, switchToNext } from "./rotating-endpoint.ts";

/** Creates the next secret, which only this response contains. Both secrets sign until the switch. */
export async function startRotation(
  ctx: WorkspaceCtx & Pick<WebhookPorts, "secretBox">,
  input: { id: string; overlapSeconds: WebhookSecretInput["overlapSeconds"] },
): Promise<WebhookEndpointCreated> {
  requireRight(ctx.actor, "webhooks:write");
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  const secret = generateSecret();
  const rotationEndsAt = new Date(wallNow.getTime() + input.overlapSeconds * 1000);
  const row = await ctx.db.transaction(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, ctx, input.id);
    if (rotationEnd(endpoint, wallNow)) {
      throw rotationInProgress();
    }
    if (endpoint.nextSecretEncrypted !== null) {
      await switchToNext(tx, asRotationJob(ctx), endpoint, now);
    }
    const [rotating] = await tx
      .update(webhookEndpoints)
      .set({ nextSecretEncrypted: ctx.secretBox.seal(secret, secretOwner(endpoint.id)), rotationEndsAt })
      .where(eq(webhookEndpoints.id, endpoint.id))
      .returning();
    await audit(tx, ctx, {
      workspaceId: endpoint.workspaceId,
      action: "webhook_endpoint.rotation_started",
      target: input.id,
      details: { url: endpoint.url, endsAt: rotationEndsAt.toISOString() },
      occurredAt: now,
    });
    await queueChangeNotices(tx, ctx, [
      { workspaceId: endpoint.workspaceId, kind: "webhook_secret", target: endpoint.url, occurredAt: now },
    ]);
    return rotating ?? endpoint;
  });
  return { ...presentEndpoint(row, wallNow), secret };
}
