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
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .max(10 * 366 * 86_400, "must be at most ten years"),
  })
  .meta({ id: "ClockAdvanceInput" });

export const clockState = z
  .object({
    now: timestamp.meta({ description: "What the business clock says" }),
    offsetSeconds: z.number().meta({ description: "How far it is ahead of the wall clock" }),
    busy: z
      .array(z.string())
      .meta({ description: "What was still at work when the answer was due; empty when all is settled" }),
  })
  .meta({ id: "ClockState" });
export type ClockState = z.infer<typeof clockState>;
