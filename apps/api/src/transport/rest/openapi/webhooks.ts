import { eventBodies, eventCatalog, eventTypes } from "@zonepost/schema";
import { type Json, requestBody, type SchemaOf } from "./schemas.ts";

export const webhooksOf = (schemaOf: SchemaOf): Json =>
  Object.fromEntries(
    eventTypes.map((type) => [type, webhookOf(type, schemaOf(eventBodies[type], "output"))]),
  );

function webhookOf(type: (typeof eventTypes)[number], schema: Json): Json {
  const signed = (description: string, example: string) => ({
    description,
    required: true,
    schema: { type: "string" },
    example,
  });
  const headers: [string, string, string][] = [
    ["X-Service-Event", "Event name", type],
    [
      "X-Service-Signature",
      "`sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the secret",
      "sha256=0f…",
    ],
    ["X-Service-Timestamp", "Unix time in seconds", "1772357400"],
    ["X-Service-Webhook-Id", "ID of the webhook endpoint", "whe_01k3v2m8q4f7x9b0c1d2e3f4g5"],
    ["X-Service-Attempt", "Attempt number", "1"],
    ["webhook-id", "ID of the event (Standard Webhooks)", "evt_01k3v2m8q4f7x9b0c1d2e3f4g5"],
    ["webhook-timestamp", "Unix time in seconds (Standard Webhooks)", "1772357400"],
    ["webhook-signature", "`v1,` and the base64 HMAC-SHA256 (Standard Webhooks)", "v1,K5oZ…"],
  ];
  return {
    post: {
      operationId: `receive.${type}`,
      tags: ["Webhooks"],
      summary: type,
      description: eventCatalog[type].description,
      security: [],
      parameters: headers.map(([name, description, example]) => ({
        name,
        in: "header",
        ...signed(description, example),
      })),
      requestBody: requestBody(schema),
      responses: {
        "2XX": { description: "A 2xx response within 15 seconds counts as delivered" },
        default: {
          description:
            "Any other response is a failure, which is retried up to four times; 410 also deactivates the endpoint",
        },
      },
    },
  };
}
