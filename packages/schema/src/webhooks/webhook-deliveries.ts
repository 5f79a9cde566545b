import { z } from "zod";
import { withoutPastedEdges } from "../pasted.ts";
import { noControlCharacters, pageQuery, timestamp, timestampInput, typeId } from "../primitives.ts";
import { knownEventType } from "./events.ts";

export { webhookDeliveryLimit } from "../vocabulary.ts";

export const webhookDeliveryStatuses = ["pending", "succeeded", "failed", "skipped"] as const;

export const webhookDelivery = z
  .object({
    id: typeId("whd", "ID of the delivery"),
    eventId: typeId("evt", "ID of the event. Use it to ignore duplicates."),
    eventType: z.string(),
    subject: z.string().meta({
      description: "What the event is about: the name of the domain, or the ID of the payment",
      examples: ["example.com"],
    }),
    sequence: z
      .int()
      .meta({ description: "Position of the event among those of the same subject, as in its body" }),
    test: z.literal(true).optional().meta({ description: "Only on the delivery of a test event" }),
    status: z.enum(webhookDeliveryStatuses).meta({
      description: "`succeeded` once an attempt has succeeded, even if a replay fails afterward",
    }),
    statusCode: z
      .int()
      .nullable()
      .meta({ description: "HTTP status of the latest attempt. Null if there was no response." }),
    error: z.string().optional().meta({ description: "Why the latest attempt failed" }),
    attempt: z.int().meta({ description: "Number of attempts made so far" }),
    createdAt: timestamp,
    lastAttemptAt: timestamp.nullable(),
    nextAttemptAt: timestamp.nullable().meta({
      description:
        "When the next attempt is due. Null if none is scheduled, the endpoint is inactive, or the delivery waits for another.",
    }),
    waitsFor: typeId(
      "whd",
      "The delivery of an earlier event of the same subject, which has to be made first. Only while the endpoint is `ordered` or is catching up.",
    ).optional(),
    durationMs: z.int().nullable().meta({ description: "Duration of the latest attempt" }),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookDeliveryQuery = z.strictObject({
  status: z
    .enum(webhookDeliveryStatuses, "Use pending, succeeded, failed or skipped.")
    .optional()
    .meta({ description: "Only deliveries with this status" }),
  type: knownEventType
    .optional()
    .meta({ description: "Only deliveries of events of this type", examples: ["domain.dnssec_enabled"] }),
  subject: z
    .string()
    .overwrite(withoutPastedEdges)
    .max(1024, "Use at most 1,024 characters.")
    .regex(noControlCharacters, "Remove control characters.")
    .optional()
    .meta({
      description:
        "Only deliveries of events about this domain or payment: its full name, in any script, or its ID",
      examples: ["example.com"],
    }),
  eventId: typeId("evt", "Only deliveries of this event").optional(),
  since: timestampInput.optional().meta({ description: "Only deliveries of events at or after this time" }),
  until: timestampInput.optional().meta({ description: "Only deliveries of events before this time" }),
  ...pageQuery.shape,
  limit: pageQuery.shape.limit.meta({
    description: "Page size. Without it, the latest 100 that match are returned.",
  }),
});
export type WebhookDeliveryQuery = z.infer<typeof webhookDeliveryQuery>;

const headers = z.record(z.string(), z.string());

export const webhookAttempt = z
  .object({
    number: z.int().meta({ description: "As in its `X-Service-Attempt` header, from 1" }),
    sentAt: timestamp,
    durationMs: z.int().nullable(),
    request: z.object({ url: z.string(), headers, body: z.string() }).nullable().meta({
      description:
        "The request as it was sent, or would have been sent if no connection was made. Null if it isn't stored.",
    }),
    response: z
      .object({
        statusCode: z.int(),
        headers,
        body: z.string(),
        bodyEncoding: z.enum(["utf-8", "base64"]).meta({
          description: "`base64` if the body isn't valid UTF-8: decode it to get the bytes as received",
        }),
        bodyTruncated: z
          .boolean()
          .meta({ description: "True if only the first 16 KiB of the body are kept" }),
      })
      .nullable()
      .meta({ description: "Null if there was no response" }),
    error: z
      .object({
        stage: z.string().meta({
          description:
            "Where it failed: `dns`, `blocked`, `connect`, `tls`, `timeout`, `response`, `redirect`, `http_<status>`, `secret` or `internal`",
          examples: ["http_500"],
        }),
        message: z.string().meta({ description: "What happened" }),
        hint: z.string().meta({ description: "What the receiver's developer can do about it" }),
      })
      .nullable()
      .meta({ description: "Null if the attempt succeeded" }),
  })
  .meta({ id: "WebhookAttempt" });
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

export const webhookDeliveryDetails = webhookDelivery
  .extend({
    endpointId: typeId("whe", "ID of the webhook endpoint"),
    body: z.string().meta({ description: "The event's body, byte for byte as in every attempt" }),
    attempts: z.array(webhookAttempt).meta({ description: "Oldest first" }),
  })
  .meta({ id: "WebhookDeliveryDetails" });
export type WebhookDeliveryDetails = z.infer<typeof webhookDeliveryDetails>;

export const webhookDeliveryParameters = z.strictObject({
  id: z.string().max(64),
  deliveryId: z.string().max(64),
});
