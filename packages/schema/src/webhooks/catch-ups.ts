import { z } from "zod";
import { timestamp, timestampInput } from "../primitives.ts";

export const webhookCatchUpStates = ["preparing", "sending", "done", "stopped"] as const;

export const webhookCatchUpInput = z
  .strictObject({
    since: timestampInput.meta({ description: "Delivers events created at or after this time" }),
    until: timestampInput.optional().meta({
      description:
        "Leaves out events created after this time. Without it, everything missed so far is delivered.",
    }),
    ratePerSecond: z
      .int("Enter a whole number.")
      .min(1, "Enter a number from 1 to 1,000.")
      .max(1_000, "Enter a number from 1 to 1,000.")
      .optional()
      .meta({
        description: "The maximum number of deliveries per second. Without it, only the usual limits apply.",
      }),
    dryRun: z.boolean().default(false).meta({
      description: "Returns the count without delivering anything. `100000` then means this many or more.",
    }),
  })
  .refine(({ since, until }) => until === undefined || Date.parse(until) >= Date.parse(since), {
    path: ["until"],
    message: "Choose a time after `since`.",
  })
  .meta({ id: "WebhookCatchUpInput" });
export type WebhookCatchUpInput = z.infer<typeof webhookCatchUpInput>;

export const webhookCatchUpCount = z
  .object({
    count: z
      .int()
      .meta({ description: "The number of deliveries: skipped ones, and failed ones, which are replayed" }),
  })
  .meta({ id: "WebhookCatchUpCount" });
export type WebhookCatchUpCount = z.infer<typeof webhookCatchUpCount>;

/** How many retries one request makes due. */
export const webhookRetryLimit = 10_000;

export const webhookRetry = z
  .object({
    count: z.int().meta({
      description: `The number of retries that became due, at most ${webhookRetryLimit.toLocaleString("en")}`,
    }),
  })
  .meta({ id: "WebhookRetry" });
export type WebhookRetry = z.infer<typeof webhookRetry>;

export const webhookCatchUp = z
  .object({
    state: z.enum(webhookCatchUpStates).meta({
      description:
        "While it is `preparing`, the endpoint receives nothing. A stopped one has ended once `finishedAt` is set.",
    }),
    since: timestamp,
    until: timestamp.nullable(),
    ratePerSecond: z.int().nullable(),
    total: z.int(),
    delivered: z.int(),
    failed: z.int().meta({ description: "Replays that failed, and deliveries whose last attempt failed" }),
    waiting: z.int().meta({ description: "Not sent yet, or waiting for a retry" }),
    skipped: z
      .int()
      .meta({ description: "Not sent, because the catch-up was stopped or the endpoint deactivated" }),
    startedAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: "WebhookCatchUp" });
export type WebhookCatchUp = z.infer<typeof webhookCatchUp>;

export const webhookReactivation = z
  .strictObject({
    catchUp: z.boolean().default(false).meta({
      description:
        "Also delivers the events that the endpoint has missed since it was deactivated, and attempts deliveries on hold at once",
    }),
  })
  .meta({ id: "WebhookReactivation" });
export type WebhookReactivation = z.infer<typeof webhookReactivation>;
