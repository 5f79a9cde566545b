import { createSecretBox } from "@zonepost/secret-box";
import { generateSecret, verify } from "@zonepost/webhook-signing";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { newId, publicId } from "../../../kernel/ids.ts";
import { secretOwner } from "../model/secret-owner.ts";
import type { WebhookAnswer, WebhookTransport } from "../ports.ts";
import { createSendDelivery } from "./send-delivery.ts";

const secretBox = createSecretBox([Buffer.alloc(32, 7).toString("base64")]);
const sentAt = new Date("2026-11-23T06:00:00.900Z");
const [endpointId, eventId] = [newId(), newId()];
const secrets = { current: generateSecret(), next: generateSecret() };
const sealed = (secret: string) => secretBox.seal(secret, secretOwner(endpointId));
const body = JSON.stringify({ id: publicId("evt", eventId), data: { name: "zürich.com" } });

const answered = (over: Partial<Extract<WebhookAnswer, { statusCode: number }>> = {}): WebhookAnswer => ({
  statusCode: 204,
  headers: {},
  body: new Uint8Array(0),
  durationMs: 12,
  ...over,
});

/** Sends one attempt through a transport with a given answer. */
async function attempt(answer: WebhookAnswer, rotation: { endsInMs: number } | undefined = undefined) {
  const requests: Parameters<WebhookTransport["send"]>[0][] = [];
  const send = createSendDelivery({
    log: pino({ level: "silent" }),
    secretBox,
    timeoutMs: 15_000,
    transport: {
      checkUrl: () => ({ ok: true }),
      send: async (request) => {
        requests.push(request);
        return answer;
      },
    },
  });
  const result = await send(
    {
      endpointId,
      eventId,
      attemptsMade: 2,
      event: { type: "domain.transferred", body },
      endpoint: {
        url: "https://hooks.example.com/zonepost?key=1",
        secretEncrypted: sealed(secrets.current),
        nextSecretEncrypted: rotation ? sealed(secrets.next) : null,
        rotationEndsAt: rotation ? new Date(sentAt.getTime() + rotation.endsInMs) : null,
      },
    },
    sentAt,
  );
  const [request] = requests;
  if (!request) {
    throw new Error("nothing was sent");
  }
  return { request, result };
}

describe("an attempt", () => {
  it("records its URL and headers as sent, without a secret, and the response as received", async () => {
    const bytes = new Uint8Array([0xff, 0x00]);
    const { request, result } = await attempt(answered({ headers: { server: "café" }, body: bytes }));
    expect(result).toEqual({
      statusCode: 204,
      error: undefined,
      errorStage: undefined,
      durationMs: 12,
      request: JSON.stringify({ url: request.url, headers: request.headers }),
      responseHeaders: '{"server":"café"}',
      responseBody: bytes,
      retryAfterMs: 0,
      isGone: false,
    });
    expect(request).toMatchObject({
      body,
      timeoutMs: 15_000,
      headers: {
        "Content-Type": "application/json",
        "X-Service-Attempt": "3",
        "X-Service-Timestamp": "1795413600",
        "webhook-id": publicId("evt", eventId),
      },
    });
    expect(result.request).not.toContain(secrets.current.slice("whsec_".length, -1));
  });

  it.each<[string, { endsInMs: number } | undefined, string[], string[]]>([
    ["outside a rotation, with the current secret", undefined, [secrets.current], [secrets.current]],
    ["during a rotation, with both", { endsInMs: 1 }, [secrets.current], [secrets.current, secrets.next]],
    ["from its end, with the next one", { endsInMs: 0 }, [secrets.next], [secrets.next]],
  ])("is signed %s", async (_, rotation, service, standard) => {
    const { headers } = (await attempt(answered(), rotation)).request;
    const now = sentAt.getTime() / 1_000;
    const accepts = async (secret: string, prefix: string) => {
      const own = Object.entries(headers).filter(([name]) => name.toLowerCase().startsWith(prefix));
      const verification = verify({ headers: Object.fromEntries(own), body, secret, now });
      return verification.then(
        () => true,
        () => false,
      );
    };
    for (const secret of [secrets.current, secrets.next]) {
      expect(await accepts(secret, "x-service-")).toBe(service.includes(secret));
      expect(await accepts(secret, "webhook-")).toBe(standard.includes(secret));
    }
  });

  it.each<[string, WebhookAnswer, object]>([
    [
      "no response",
      { stage: "dns", error: "name does not resolve", durationMs: 3 },
      { statusCode: null, errorStage: "dns", error: "name does not resolve", responseHeaders: null },
    ],
    [
      "a redirect",
      answered({ statusCode: 301, headers: { location: "/" } }),
      { statusCode: 301, errorStage: "redirect", responseHeaders: '{"location":"/"}' },
    ],
    ["an error", answered({ statusCode: 500 }), { errorStage: "http_500", isGone: false, retryAfterMs: 0 }],
    ["410", answered({ statusCode: 410 }), { errorStage: "http_410", isGone: true }],
    [
      "a date to retry after, from the end of the attempt",
      answered({
        statusCode: 503,
        headers: { "retry-after": "Mon, 23 Nov 2026 06:01:00 GMT" },
        durationMs: 100,
      }),
      { errorStage: "http_503", retryAfterMs: 59_000 },
    ],
  ])("has the result of %s", async (_, answer, expected) => {
    expect((await attempt(answer)).result).toMatchObject(expected);
  });
});
