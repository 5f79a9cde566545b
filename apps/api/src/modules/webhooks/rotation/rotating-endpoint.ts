import { type Transaction, webhookEndpoints } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { noRotation } from "../model/errors.ts";
import { type EndpointRow, lockOwnEndpoint } from "../model/find-endpoint.ts";
import { rotationEnd } from "../model/secrets-at.ts";

/** Locks the caller's endpoint, which must have a rotation in progress. */
export async function lockRotating(
  tx: Transaction,
  ctx: WorkspaceCtx,
  id: string,
  wallNow: Date,
): Promise<EndpointRow> {
  const endpoint = await lockOwnEndpoint(tx, ctx, id);
  if (!rotationEnd(endpoint, wallNow)) {
    throw noRotation();
  }
  return endpoint;
}

/** Makes the next secret of a locked endpoint its only one. */
export async function switchToNext(
  tx: Transaction,
  ctx: Ctx,
  endpoint: EndpointRow,
  now: Date,
): Promise<EndpointRow> {
  const [switched] = await tx
    .update(webhookEndpoints)
    .set({
      secretEncrypted: endpoint.nextSecretEncrypted ?? endpoint.secretEncrypted,
      nextSecretEncrypted: null,
      rotationEndsAt: null,
    })
    .where(eq(webhookEndpoints.id, endpoint.id))
    .returning();
  await audit(tx, ctx, {
    workspaceId: endpoint.workspaceId,
    action: "webhook_endpoint.secret_switched",
    target: publicId("whe", endpoint.id),
    details: { url: endpoint.url },
    occurredAt: now,
  });
  return switched ?? endpoint;
}

export const rotationJob = "webhook secrets";

/** For a switch at the end of the overlap, which isn't the caller's. */
export const asRotationJob = (ctx: Pick<Ctx, "db" | "clock" | "log">): Ctx => ({
  db: ctx.db,
  clock: ctx.clock,
  log: ctx.log,
  actor: { kind: "system", job: rotationJob },
  requestId: null,
  ipAddress: null,
});
