import { z } from "zod";
import { availability } from "./domains.ts";
import { cents, warning } from "./primitives.ts";

export const unavailableReasons = [
  "taken",
  "already_yours",
  "reserved",
  "invalid_label",
  "not_offered",
  "registry_away",
] as const;

export const domainSuggestionsQuery = z.strictObject({
  word: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(253, "must be at most 253 characters")
    .meta({ description: "A word or a name, in its own script", examples: ["bücher"] }),
});

/** What a name costs and whether it can be had. */
export const domainSuggestion = availability
  .extend({
    name: z.string().meta({ description: "As A-labels", examples: ["xn--bcher-kva.com"] }),
    unicodeName: z.string().meta({ examples: ["bücher.com"] }),
    tld: z.string(),
    reason: z
      .enum(unavailableReasons)
      .nullable()
      .meta({ description: "Why it cannot be had; null where it can" }),
    registerYearCents: cents.meta({ description: "The first year; 0 for what cannot be had" }),
    renewYearCents: cents.meta({ description: "The price of a renewal year; 0 for what cannot be had" }),
    warnings: z.array(warning),
    position: z.int().nonnegative().meta({
      description: "Its place in the list; where results come one by one, they come as registries answer",
    }),
  })
  .meta({ id: "DomainSuggestion" });
export type DomainSuggestion = z.infer<typeof domainSuggestion>;
