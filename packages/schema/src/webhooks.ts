import { z } from "zod";
import { eventTypes } from "./events.ts";
import { noControlCharacters, timestamp, typeId } from "./primitives.ts";

export const webhookEndpointId = typeId("whe", "Id of the webhook endpoint");

const eventSelection = z
  .array(z.enum([...eventTypes, "*"] as const, "is not an event of the catalogue"))
  .min(1, "must name at least one event, or *")
  .max(eventTypes.length + 1)
  .transform((events) => (events.includes("*") ? (["*"] as typeof events) : [...new Set(events)]))
  .meta({
    description: 'Event names, or ["*"] for all of them',
    examples: [["domain.dnssec_enabled"], ["*"]],
  });

const endpointUrl = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(2048, "must be at most 2048 characters")
  .meta({
    description: "HTTPS address that receives the deliveries",
    examples: ["https://hooks.example.com/zonepost"],
  });

const endpointDescription = z
  .string()
  .trim()
  .max(200, "must be at most 200 characters")
  .regex(noControlCharacters, "must not contain control characters");

export const webhookEndpointInput = z
  .strictObject({ url: endpointUrl, events: eventSelection, description: endpointDescription.optional() })
  .meta({ id: "WebhookEndpointInput" });
export type WebhookEndpointInput = z.infer<typeof webhookEndpointInput>;

export const webhookEndpointPatch = z
  .strictObject({
    url: endpointUrl.optional(),
    events: eventSelection.optional(),
    description: endpointDescription.optional(),
    active: z
      .literal(false, "can only be set to false here; reactivate has its own operation")
      .optional()
      .meta({ description: "false pauses the endpoint" }),
  })
  .refine((patch) => Object.keys(patch).length > 0, "must change at least one field")
  .meta({ id: "WebhookEndpointPatch" });
export type WebhookEndpointPatch = z.infer<typeof webhookEndpointPatch>;

export const webhookEndpoint = z
  .object({
    id: webhookEndpointId,
    url: z.string(),
    events: z.array(z.string()),
    active: z.boolean(),
    description: z.string(),
    consecutiveFailures: z
      .int()
      .meta({ description: "Failed attempts in a row; 10 deactivate the endpoint" }),
    createdAt: timestamp,
    deactivatedAt: timestamp.nullable(),
  })
  .meta({ id: "WebhookEndpoint" });
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookEndpointCreated = webhookEndpoint
  .extend({
    secret: z
      .string()
      .startsWith("whsec_")
      .optional()
      .meta({ description: "Signing secret; only in the answer to the creation, never again" }),
  })
  .meta({ id: "WebhookEndpointCreated" });
export type WebhookEndpointCreated = z.infer<typeof webhookEndpointCreated>;

export const webhookDeliveryStatuses = ["pending", "succeeded", "failed", "skipped"] as const;

export const webhookDelivery = z
  .object({
    id: typeId("whd", "Id of the delivery"),
    eventId: typeId("evt", "Id of the event; the receiver's key against doubles"),
    eventType: z.string(),
    status: z.enum(webhookDeliveryStatuses),
    statusCode: z
      .int()
      .nullable()
      .meta({ description: "HTTP status of the latest attempt, null where none came" }),
    error: z.string().optional().meta({ description: "Why the latest attempt failed" }),
    attempt: z.int().meta({ description: "Attempts made so far" }),
    createdAt: timestamp,
    lastAttemptAt: timestamp.nullable(),
    nextAttemptAt: timestamp.nullable().meta({ description: "When it is tried next, where it waits" }),
    durationMs: z.int().nullable().meta({ description: "How long the latest attempt took" }),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** The most deliveries that the log answers. */
export const webhookDeliveryLimit = 100;
/** The most endpoints that a workspace can have. */
export const webhookEndpointLimit = 50;

export const webhookEndpointParameters = z.strictObject({ id: z.string().max(64) });
