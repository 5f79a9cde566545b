import type { SecretBox } from "@zonepost/secret-box";
import { signSync } from "@zonepost/webhook-signing/node";
import type { Ctx } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { publicId } from "../../../kernel/ids.ts";
import { secretOwner } from "../model/secret-owner.ts";
import { type EndpointSecrets, secretsAt } from "../model/secrets-at.ts";
import type { WebhookAnswer, WebhookTransport } from "../ports.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import { failureOfStatus, retryAfterMs } from "./policy.ts";

/** What is recorded of one attempt. It contains no secret: signatures can't be used to make others. */
export type AttemptResult = {
  statusCode: number | null;
  /** Undefined means delivered. */
  error: string | undefined;
  /** Where it failed: a stage of the transport, `redirect`, or `http_` and the status. */
  errorStage: string | undefined;
  durationMs: number;
  /** JSON text: the URL and the headers that were sent. */
  request: string;
  /** JSON text. */
  responseHeaders: string | null;
  /** As received, up to 16 KiB. */
  responseBody: Uint8Array | null;
  /** From the end of the attempt; 0 if the receiver didn't ask for a delay. */
  retryAfterMs: number;
  /** True if the receiver answered that it won't come back. */
  isGone: boolean;
};

export type SendDelivery = (
  claim: Pick<ClaimedDelivery, "endpointId" | "eventId" | "attemptsMade"> & {
    event: NonNullable<ClaimedDelivery["event"]>;
    endpoint: Pick<NonNullable<ClaimedDelivery["endpoint"]>, "url" | keyof EndpointSecrets>;
  },
  /** Wall clock. */
  sentAt: Date,
) => Promise<AttemptResult>;

const maxSecretsKept = 1_000;

/** Signs and sends one attempt, outside any transaction. */
export function createSendDelivery(ports: {
  log: Ctx["log"];
  transport: WebhookTransport;
  secretBox: SecretBox;
  timeoutMs: number;
}): SendDelivery {
  const reportUnreadable = createUnreadableReport(ports.log);
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
    const owner = secretOwner(claim.endpointId);
    const { service, standard } = secretsAt(endpoint, sentAt);
    const next = standard.find((sealed) => sealed !== service);
    const { url } = endpoint;
    let secret: string;
    let nextSecret: string | undefined;
    try {
      secret = openSecret(service, owner);
      nextSecret = next === undefined ? undefined : openSecret(next, owner);
    } catch (error) {
      reportUnreadable(publicId("whe", claim.endpointId), error, sentAt);
      return unsent(url, "secret", "the signing secret couldn't be decrypted");
    }
    const signedHeaders = signSync({
      secret,
      nextSecret,
      id: publicId("evt", claim.eventId),
      event: event.type,
      webhookId: publicId("whe", claim.endpointId),
      attempt: claim.attemptsMade + 1,
      timestamp: Math.floor(sentAt.getTime() / 1000),
      body: event.body,
    });
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": "Zonepost-Webhooks/1",
      ...signedHeaders,
    };
    const { timeoutMs } = ports;
    const answer = await ports.transport.send({ url, headers, body: event.body, timeoutMs });
    return resultOf(answer, JSON.stringify({ url, headers }), sentAt);
  };
}

/** An attempt that failed before it was sent, through no fault of the receiver. */
export const unsent = (
  url: string | undefined,
  errorStage: "internal" | "secret",
  error: string,
): AttemptResult => ({
  statusCode: null,
  error,
  errorStage,
  durationMs: 0,
  request: JSON.stringify({ url, headers: {} }),
  responseHeaders: null,
  responseBody: null,
  retryAfterMs: 0,
  isGone: false,
});

const maxIdsLogged = 10;

/** One line a minute, however many endpoints and attempts: after a key is lost, all of them fail. */
function createUnreadableReport(log: Ctx["log"]) {
  const endpointIds = new Set<string>();
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  return (endpointId: string, error: unknown, at: Date) => {
    endpointIds.add(endpointId);
    if (at.getTime() - loggedAtMs < minuteMs) {
      return;
    }
    log.error(
      {
        stage: "secret",
        endpoints: endpointIds.size,
        endpointIds: [...endpointIds].slice(0, maxIdsLogged),
        reason: error instanceof Error ? error.message : String(error),
      },
      "couldn't decrypt the signing secrets of webhook endpoints; is their encryption key configured?",
    );
    endpointIds.clear();
    loggedAtMs = at.getTime();
  };
}

function resultOf(answer: WebhookAnswer, request: string, sentAt: Date): AttemptResult {
  const { durationMs } = answer;
  if (!("statusCode" in answer)) {
    const { stage: errorStage, error } = answer;
    const nothing = { statusCode: null, responseHeaders: null, responseBody: null };
    return { ...nothing, error, errorStage, durationMs, request, retryAfterMs: 0, isGone: false };
  }
  const { statusCode, headers, body } = answer;
  const failure = failureOfStatus(statusCode);
  const endedAt = new Date(sentAt.getTime() + durationMs);
  return {
    statusCode,
    error: failure?.error,
    errorStage: failure?.stage,
    durationMs,
    request,
    responseHeaders: JSON.stringify(headers),
    responseBody: body,
    retryAfterMs: retryAfterMs(statusCode, headers["retry-after"], endedAt),
    isGone: statusCode === 410,
  };
}
