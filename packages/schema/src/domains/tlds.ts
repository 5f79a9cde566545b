import { z } from "zod";
import { cents, currency } from "../primitives.ts";
import { contactRoles } from "./contacts.ts";

/** A top-level domain on offer, with its registry's rules. */
export const tldOffer = z
  .object({
    tld: z.string().meta({ examples: ["com"] }),
    minYears: z.int(),
    maxYears: z.int().meta({ description: "The longest term, in years from now" }),
    minLabelLength: z.int(),
    currency,
    prices: z
      .object({
        registerYearCents: cents,
        renewYearCents: cents,
        transferCents: cents,
        restoreCents: cents.meta({
          description: "Price of a restore, without the renewal year that it includes",
        }),
      })
      .nullable()
      .meta({
        description:
          "Prices of a standard name. Null if the registry has not been reached, or has no prices.",
      }),
    minNameservers: z.int(),
    maxNameservers: z.int(),
    /** The digest types that the registry publishes. */
    digestTypes: z.array(z.int()),
    dnssecInterface: z.enum(["ds", "keys"]).meta({
      description: "Whether the registry takes DS records, or keys from which it computes them",
    }),
    contactRoles: z.array(z.enum(contactRoles)),
    registrantCountryCodes: z.array(z.string()).nullable().meta({
      description: "Countries where the registrant must be located. Null if there is no restriction.",
    }),
    whoisPrivacy: z.boolean().meta({ description: "Whether WHOIS privacy is available" }),
    transferLock: z.boolean(),
    transferAddsYears: z.int(),
    graceDays: z.int().meta({ description: "Days after expiry before the domain is deleted" }),
    redemptionDays: z
      .int()
      .meta({ description: "Days after deletion during which the domain can be restored" }),
    pendingDeleteDays: z.int(),
  })
  .meta({ id: "TldOffer" });
export type TldOffer = z.infer<typeof tldOffer>;
