import { z } from "zod";
import { timestamp } from "./primitives.ts";

export const sandboxEmail = z
  .object({
    kind: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    sentAt: timestamp,
  })
  .meta({ id: "SandboxEmail" });
export type SandboxEmail = z.infer<typeof sandboxEmail>;

export const clockAdvanceInput = z
  .strictObject({
    seconds: z
      .int("Enter a whole number.")
      .min(1, "Enter 1 or more.")
      .max(10 * 366 * 86_400, "Enter at most ten years."),
  })
  .meta({ id: "ClockAdvanceInput" });

export const clockState = z
  .object({
    now: timestamp.meta({ description: "The time on the business clock" }),
    offsetSeconds: z.number().meta({ description: "How far the business clock is ahead of the wall clock" }),
    busy: z.array(z.string()).meta({
      description: "Work still running when the response was sent. Empty when everything has finished.",
    }),
  })
  .meta({ id: "ClockState" });
export type ClockState = z.infer<typeof clockState>;

/** The test numbers that Stripe publishes and the sandbox's card processor knows (docs.stripe.com/testing). */
export const testCardNumbers = [
  "4242424242424242",
  "5555555555554444",
  "378282246310005",
  "4000000000000002",
  "4000000000009995",
  "4000000000000069",
  "4000000000000341",
  "4000002500003155",
  "4000002760003184",
  "4000000000000259",
  "4000000000005423",
  "4000000000007726",
  "4000000000005126",
] as const;

export const testCardInput = z
  .strictObject({
    number: z
      .string()
      .max(40)
      .transform((value) => value.replace(/[\s-]/g, ""))
      .pipe(
        z.enum(
          testCardNumbers,
          "Only Stripe's published test numbers work here, such as 4242 4242 4242 4242.",
        ),
      ),
    default: z.boolean().optional(),
  })
  .meta({ id: "TestCardInput" });
export type TestCardInput = z.infer<typeof testCardInput>;

export const cardTroubleInput = z
  .strictObject({
    kind: z.enum([
      "slow",
      "error_before",
      "error_after_charge",
      "notices_delayed",
      "notices_doubled",
      "notices_shuffled",
      "notices_lost",
    ]),
    times: z.int().min(1).max(10_000).optional(),
  })
  .meta({ id: "CardTroubleInput" });

export const disputeCloseInput = z
  .strictObject({ won: z.boolean().meta({ description: "Whether the bank decides for the seller" }) })
  .meta({ id: "DisputeCloseInput" });
