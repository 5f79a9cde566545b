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
