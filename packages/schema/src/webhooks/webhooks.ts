import { z } from "zod";
import { line, lineOrEmpty } from "../lines.ts";
import { withoutPastedEdges } from "../pasted.ts";
import { pageQuery, timestamp, typeId } from "../primitives.ts";
import { eventTypes, knownEventType } from "./events.ts";
import { webhookUrlMistake } from "./webhook-url.ts";

export { webhookCatchUpCountLimit, webhookMissedLimit, webhookWaitingLimit } from "../vocabulary.ts";
export * from "./webhook-deliveries.ts";
export * from "./webhook-errors.ts";
export { webhookUrlMistake } from "./webhook-url.ts";

export const webhookEndpointId = typeId("whe", "ID of the webhook endpoint");

const eventSelection = z
  .array(
    z.enum([...eventTypes, "*"] as const, 'Use event types that GET /webhooks/event-types lists, or "*".'),
  )
  .min(1, "Choose at least one event.")
  .max(eventTypes.length + 1)
  .transform((events) => (events.includes("*") ? (["*"] as typeof events) : [...new Set(events)]))
  .meta({
    description: 'Event types, or ["*"] for all events',
    examples: [["domain.dnssec_enabled"], ["*"]],
  });

const endpointUrl = z
  .string()
  .overwrite(withoutPastedEdges)
  .min(1, "Enter a URL.")
  .max(2048, "Use at most 2,048 characters.")
  .refine((url) => url === "" || webhookUrlMistake(url) === undefined, {
    error: ({ input }) => webhookUrlMistake(String(input)),
  })
  .meta({
    description: "HTTPS URL that receives deliveries",
    examples: ["https://hooks.example.com/zonepost"],
  });

const endpointDescription = lineOrEmpty(200);

const endpointTag = z
  .string()
  .normalize()
  .toLowerCase()
  .pipe(line(30, "Enter a tag.").regex(/^[^,]*$/, "Remove the comma."));

/** The maximum number of tags of an endpoint. */
export const webhookTagLimit = 10;

const endpointTags = z
  .array(endpointTag)
  .max(webhookTagLimit, {
    error: ({ input }) =>
      `Use at most ${webhookTagLimit} tags${Array.isArray(input) ? `, not ${input.length}` : ""}.`,
  })
  .transform((tags) => [...new Set(tags)])
  .meta({
    description: "Your own labels, for filtering the list. They are stored in lowercase.",
    examples: [["production", "billing"]],
  });

const endpointOrdered = z.boolean().meta({
  description:
    "Deliver the events of a domain or payment one at a time, in the order of `sequence`. The next one waits until the previous one has been delivered or has failed for the last time. Other domains and payments don't wait.",
});

export const webhookEndpointInput = z
  .strictObject({
    url: endpointUrl,
    events: eventSelection,
    description: endpointDescription.optional(),
    tags: endpointTags.optional(),
    ordered: endpointOrdered.optional(),
  })
  .meta({ id: "WebhookEndpointInput" });
export type WebhookEndpointInput = z.infer<typeof webhookEndpointInput>;

export const webhookEndpointPatch = z
  .strictObject({
    url: endpointUrl.optional(),
    events: eventSelection.optional(),
    description: endpointDescription.optional(),
    tags: endpointTags.optional(),
    ordered: endpointOrdered.optional(),
    active: z
      .literal(
        false,
        "Only `false` is allowed. To reactivate the endpoint, use `POST /webhooks/outbound/{id}/reactivate`.",
      )
      .optional()
      .meta({ description: "Set to false to pause the endpoint" }),
  })
  .refine((patch) => Object.keys(patch).length > 0, "Change at least one field.")
  .meta({ id: "WebhookEndpointPatch" });
export type WebhookEndpointPatch = z.infer<typeof webhookEndpointPatch>;

export const webhookEndpointQuery = pageQuery.extend({
  tag: endpointTag.optional().meta({ description: "Only endpoints with this tag" }),
});
export type WebhookEndpointQuery = z.infer<typeof webhookEndpointQuery>;

export const webhookDeactivationReasons = ["paused", "failures", "gone"] as const;

export const webhookEndpoint = z
  .object({
    id: webhookEndpointId,
    url: z.string(),
    events: z.array(z.string()),
    active: z.boolean(),
    description: z.string(),
    tags: z.array(z.string()),
    ordered: z.boolean(),
    consecutiveFailures: z
      .int()
      .meta({ description: "Failed attempts in a row. After 10, the endpoint is deactivated." }),
    createdAt: timestamp,
    deactivatedAt: timestamp.nullable(),
    deactivationReason: z.enum(webhookDeactivationReasons).nullable().meta({
      description:
        "Why the endpoint is inactive: a person or API key paused it, 10 attempts in a row failed, or the receiver responded with 410. Null while it is active.",
    }),
    rotation: z
      .object({
        endsAt: timestamp.meta({
          description: "From this time on, deliveries are signed only with the new secret",
        }),
      })
      .nullable()
      .meta({ description: "The rotation of the signing secret in progress" }),
  })
  .meta({ id: "WebhookEndpoint" });
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookEndpointCreated = webhookEndpoint
  .extend({
    secret: z.string().startsWith("whsec_").optional().meta({
      description: "Signing secret. Returned only once, when the endpoint is created or a rotation starts.",
    }),
  })
  .meta({ id: "WebhookEndpointCreated" });
export type WebhookEndpointCreated = z.infer<typeof webhookEndpointCreated>;

const daySeconds = 86_400;

export const webhookSecretInput = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(60, "Choose at least a minute.")
      .max(7 * daySeconds, "Choose at most 7 days.")
      .default(daySeconds)
      .meta({ description: "How long both secrets sign if you don't switch earlier, in seconds" }),
  })
  .meta({ id: "WebhookSecretInput" });
export type WebhookSecretInput = z.infer<typeof webhookSecretInput>;

export const webhookTestInput = z
  .strictObject({
    type: knownEventType.meta({ description: "Event type to send a sample of" }),
  })
  .meta({ id: "WebhookTestInput" });
export type WebhookTestInput = z.infer<typeof webhookTestInput>;

/** The maximum number of endpoints in a workspace. */
export const webhookEndpointLimit = 50;

export const webhookEndpointParameters = z.strictObject({ id: z.string().max(64) });
