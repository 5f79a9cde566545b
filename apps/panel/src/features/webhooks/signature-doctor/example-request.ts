import type { ZonepostEvent } from "@zonepost/schema";
import { generateSecret, sign } from "@zonepost/webhook-signing";

/** A delivery with a new secret, as a receiver sees it that parses the body and serializes it again. */
export async function exampleRequest(timestamp: number) {
  const at = new Date(timestamp * 1000).toISOString();
  const event: ZonepostEvent = {
    id: "evt_01k3v2m8q4f7x9b0c1d2e3f4g5",
    type: "domain.registered",
    createdAt: at,
    workspaceId: "wsp_01k3v2m8q4f7x9b0c1d2e3f4g6",
    sequence: 1,
    data: { name: "example.com", registeredAt: at, expiresAt: "2031-03-01T09:30:00.000Z" },
  };
  const secret = generateSecret();
  const headers = await sign({
    secret,
    id: event.id,
    event: event.type,
    webhookId: "whe_01k3v2m8q4f7x9b0c1d2e3f4g7",
    attempt: 1,
    timestamp,
    body: JSON.stringify(event),
  });
  return {
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
    body: JSON.stringify(event, undefined, 2),
    secrets: secret,
    time: "",
    computed: "",
  };
}
