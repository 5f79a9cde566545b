import { z } from "zod";
import { eventTypes } from "./events.ts";
import { noControlCharacters, timestamp, typeId } from "./primitives.ts";

export { webhookDeliveryLimit } from "./vocabulary.ts";

export const webhookEndpointId = typeId("whe", "ID of the webhook endpoint");

const eventSelection = z
  .array(z.enum([...eventTypes, "*"] as const, "Choose an event from the list."))
  .min(1, "Choose at least one event.")
  .max(eventTypes.length + 1)
  .transform((events) => (events.includes("*") ? (["*"] as typeof events) : [...new Set(events)]))
  .meta({
    description: 'Event types, or ["*"] for all events',
    examples: [["domain.dnssec_enabled"], ["*"]],
  });

const endpointUrl = z
  .string()
  .trim()
  .min(1, "Enter a URL.")
  .max(2048, "Use at most 2,048 characters.")
  .meta({
    description: "HTTPS URL that receives deliveries",
    examples: ["https://hooks.example.com/zonepost"],
  });

const endpointDescription = z
  .string()
  .trim()
  .max(200, "Use at most 200 characters.")
  .regex(noControlCharacters, "Remove line breaks and other control characters.");

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
      .literal(
        false,
        "Only false is allowed here. To turn the endpoint on again, use the reactivate operation.",
      )
      .optional()
      .meta({ description: "Set to false to pause the endpoint" }),
  })
  .refine((patch) => Object.keys(patch).length > 0, "Change at least one field.")
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
      .meta({ description: "Failed attempts in a row. After 10, the endpoint is deactivated." }),
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
      .meta({ description: "Signing secret. Returned only when the endpoint is created." }),
  })
  .meta({ id: "WebhookEndpointCreated" });
export type WebhookEndpointCreated = z.infer<typeof webhookEndpointCreated>;

export const webhookDeliveryStatuses = ["pending", "succeeded", "failed", "skipped"] as const;

export const webhookDelivery = z
  .object({
    id: typeId("whd", "ID of the delivery"),
    eventId: typeId("evt", "ID of the event. Use it to ignore duplicates."),
    eventType: z.string(),
    status: z.enum(webhookDeliveryStatuses),
    statusCode: z
      .int()
      .nullable()
      .meta({ description: "HTTP status of the latest attempt. Null if there was no response." }),
    error: z.string().optional().meta({ description: "Why the latest attempt failed" }),
    attempt: z.int().meta({ description: "Number of attempts made so far" }),
    createdAt: timestamp,
    lastAttemptAt: timestamp.nullable(),
    nextAttemptAt: timestamp
      .nullable()
      .meta({ description: "When the next attempt is due. Null if none is scheduled." }),
    durationMs: z.int().nullable().meta({ description: "Duration of the latest attempt" }),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** The maximum number of endpoints in a workspace. */
export const webhookEndpointLimit = 50;

export const webhookEndpointParameters = z.strictObject({ id: z.string().max(64) });
