import { deliveries, deliveryQueue, type Transaction, webhookEndpoints } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { and, eq } from "drizzle-orm";
import { publicId } from "../../../../kernel/ids.ts";
import { emailMembers } from "../../../accounts/index.ts";
import type { EndpointHealth } from "../policy.ts";
import { webhookDeactivatedEmail, webhookFailingEmail, webhookGoneEmail } from "./endpoint-email.ts";

type FailingEndpoint = {
  id: string;
  workspaceId: string;
  url: string;
  consecutiveFailures: number;
  notice: "failing" | "deactivated";
  reason: EndpointHealth["deactivationReason"];
  /** The delivery whose attempt failed last; its result has been recorded. */
  deliveryId: string;
  at: Date;
};

function emailFor({ notice, reason }: FailingEndpoint) {
  if (notice === "failing") {
    return webhookFailingEmail;
  }
  return reason === "gone" ? webhookGoneEmail : webhookDeactivatedEmail;
}

/** Enqueued in the transaction of the change. */
export async function notifyMembers(
  tx: Transaction,
  ctx: { secretBox: SecretBox; panelUrl: string },
  endpoint: FailingEndpoint,
): Promise<void> {
  const { workspaceId, deliveryId } = endpoint;
  const [latest] = await tx
    .select({
      error: deliveries.error,
      stage: deliveries.errorStage,
      eventType: deliveries.eventType,
      subject: deliveries.subject,
      description: webhookEndpoints.description,
    })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
    .where(and(eq(deliveries.workspaceId, workspaceId), eq(deliveries.id, deliveryId)));
  if (!latest) {
    throw new Error("the delivery of a failed attempt is missing");
  }
  const email = emailFor(endpoint)({
    endpointUrl: endpoint.url,
    description: latest.description,
    consecutiveFailures: endpoint.consecutiveFailures,
    latest: { ...latest, error: latest.error ?? "" },
    waitingCount: await tx.$count(deliveryQueue, eq(deliveryQueue.endpointId, endpoint.id)),
    panelUrl: `${ctx.panelUrl}/webhooks/${publicId("whe", endpoint.id)}`,
  });
  await emailMembers(tx, ctx, endpoint, email, endpoint.at);
}
