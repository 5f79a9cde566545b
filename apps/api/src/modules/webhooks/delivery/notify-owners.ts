import type { Transaction } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { publicId } from "../../../kernel/ids.ts";
import { enqueueEmail, listOwners } from "../../accounts/index.ts";
import { webhookDeactivatedEmail, webhookFailingEmail } from "./endpoint-email.ts";

type FailingEndpoint = {
  id: string;
  workspaceId: string;
  url: string;
  consecutiveFailures: number;
  notice: "failing" | "deactivated";
  at: Date;
};

/** Enqueued in the transaction of the change. */
export async function notifyOwners(
  tx: Transaction,
  ctx: { secretBox: SecretBox; panelUrl: string },
  endpoint: FailingEndpoint,
): Promise<void> {
  const write = endpoint.notice === "deactivated" ? webhookDeactivatedEmail : webhookFailingEmail;
  const email = write({
    endpointUrl: endpoint.url,
    consecutiveFailures: endpoint.consecutiveFailures,
    panelUrl: `${ctx.panelUrl}/webhooks/${publicId("whe", endpoint.id)}`,
  });
  for (const owner of await listOwners(tx, endpoint.workspaceId)) {
    await enqueueEmail(tx, ctx, { ...email, to: owner.email }, endpoint.at);
  }
}
