import { z } from "zod";
import { mailPlanSlug } from "../mail/index.ts";
import { cents, currency } from "../primitives.ts";

export const pricedActions = ["register", "renew", "transfer", "restore", "activate"] as const;

/** What one action costs: on a standard name under a TLD, or on a mail plan. */
export const listedPrice = z
  .object({
    tld: z
      .string()
      .nullable()
      .meta({ description: "Null for a mail plan", examples: ["com"] }),
    mailPlanSlug: mailPlanSlug.nullable().meta({ description: "Null for a TLD" }),
    action: z.enum(pricedActions).meta({
      description:
        "A domain is registered, renewed, transferred in or restored; a mail plan is activated or renewed.",
    }),
    years: z.int().meta({
      description:
        "The years that the price includes. 0 for a restore: the renewal year that it includes is priced separately.",
      examples: [1],
    }),
    priceCents: cents.nullable().meta({
      description: "Without tax. Null if the registry has not been reached, or has no price.",
      examples: [1188],
    }),
    currency,
    taxPercent: z
      .number()
      .min(0)
      .max(100)
      .meta({
        description: "The tax that is added, in percent: the rate of the country in the billing profile",
        examples: [19],
      }),
  })
  .meta({ id: "ListedPrice" });
export type ListedPrice = z.infer<typeof listedPrice>;
