import type { Transaction } from "@zonepost/db";
import { publicId } from "../../../kernel/ids.ts";
import type { SecretBox } from "../../../kernel/secrets.ts";
import { emailContent, enqueueEmail, listOwners } from "../../accounts/index.ts";
import { deactivationFailures } from "../policy.ts";

type FailingEndpoint = {
  id: string;
  workspaceId: string;
  url: string;
  consecutiveFailures: number;
  notice: "failing" | "deactivated";
  at: Date;
};

/** Mails the workspace's owners that an endpoint fails, or that it was deactivated, with the change itself. */
export async function tellOwners(
  tx: Transaction,
  ctx: { secretBox: SecretBox; panelUrl: string },
  endpoint: FailingEndpoint,
): Promise<void> {
  const host = new URL(endpoint.url).host;
  const isDeactivated = endpoint.notice === "deactivated";
  const subject = isDeactivated
    ? `Webhook endpoint at ${host} was deactivated`
    : `Webhook endpoint at ${host} is failing`;
  const paragraphs = isDeactivated
    ? [
        `The last ${endpoint.consecutiveFailures} attempts to deliver events to ${endpoint.url} failed, so the endpoint was deactivated.`,
        "Events of this workspace are no longer sent to it. Once the receiver answers again, reactivate the endpoint in the panel.",
      ]
    : [
        `The last ${endpoint.consecutiveFailures} attempts to deliver events to ${endpoint.url} failed.`,
        `Deliveries are tried again, but after ${deactivationFailures} failures in a row the endpoint is deactivated. The panel shows what it answered.`,
      ];
  const link = {
    label: "Open the endpoint in the panel",
    url: `${ctx.panelUrl}/webhooks/${publicId("whe", endpoint.id)}`,
  };
  for (const owner of await listOwners(tx, endpoint.workspaceId))
    await enqueueEmail(
      tx,
      ctx,
      {
        kind: isDeactivated ? "webhook_deactivated" : "webhook_failing",
        to: owner.email,
        subject,
        ...emailContent(paragraphs, link),
      },
      endpoint.at,
    );
}
