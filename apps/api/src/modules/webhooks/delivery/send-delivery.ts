import type { SecretBox } from "@zonepost/secret-box";
import { sign } from "@zonepost/webhook-signing";
import { publicId } from "../../../kernel/ids.ts";
import { secretOwner } from "../model/secret-owner.ts";
import type { WebhookTransport } from "../ports.ts";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { failureOfStatus } from "./policy.ts";

type AttemptAnswer = { statusCode: number | null; error: string | undefined; durationMs: number };

export type SendDelivery = (
  claim: ClaimedDelivery & {
    event: NonNullable<ClaimedDelivery["event"]>;
    endpoint: NonNullable<ClaimedDelivery["endpoint"]>;
  },
  /** Wall clock. */
  sentAt: Date,
) => Promise<AttemptAnswer>;

const maxSecretsKept = 1_000;

/** Signs and sends one attempt, outside any transaction. */
export function createSendDelivery(ports: {
  transport: WebhookTransport;
  secretBox: SecretBox;
  timeoutMs: number;
}): SendDelivery {
  // Keyed by the sealed text, which changes with the secret.
  const secrets = new Map<string, string>();
  const openSecret = (sealed: string, owner: string) => {
    const known = secrets.get(sealed);
    if (known !== undefined) {
      return known;
    }
    const secret = ports.secretBox.open(sealed, owner);
    const [oldest] = secrets.size >= maxSecretsKept ? secrets.keys() : [];
    if (oldest !== undefined) {
      secrets.delete(oldest);
    }
    secrets.set(sealed, secret);
    return secret;
  };

  return async (claim, sentAt) => {
    const { event, endpoint } = claim;
    const signedHeaders = await sign({
      secret: openSecret(endpoint.secretEncrypted, secretOwner(claim.endpointId)),
      id: publicId("evt", claim.eventId),
      event: event.type,
      webhookId: publicId("whe", claim.endpointId),
      attempt: claim.attemptsMade + 1,
      timestamp: Math.floor(sentAt.getTime() / 1000),
      body: event.body,
    });
    const answer = await ports.transport.send({
      url: endpoint.url,
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Zonepost-Webhooks/1",
        ...signedHeaders,
      },
      body: event.body,
      timeoutMs: ports.timeoutMs,
    });
    return "statusCode" in answer
      ? { ...answer, error: failureOfStatus(answer.statusCode) }
      : { ...answer, statusCode: null };
  };
}
