import { z } from "zod";
import { contactRoles } from "./contacts.ts";
import { cents, currency } from "./primitives.ts";

/** A top-level domain on offer, with what its registry asks. */
export const tldOffer = z
  .object({
    tld: z.string().meta({ examples: ["com"] }),
    minYears: z.int(),
    maxYears: z.int().meta({ description: "The furthest that the expiry date may lie ahead, in years" }),
    minLabelLength: z.int(),
    currency,
    prices: z
      .object({
        registerYearCents: cents,
        renewYearCents: cents,
        transferCents: cents,
        restoreCents: cents.meta({
          description: "A restore, the year of renewal that it includes beside it",
        }),
      })
      .nullable()
      .meta({ description: "Of an ordinary name; null where the registry could not be asked yet" }),
    minNameservers: z.int(),
    maxNameservers: z.int(),
    /** Which digest types the registry publishes. */
    digestTypes: z.array(z.int()),
    contactRoles: z.array(z.enum(contactRoles)),
    registrantCountryCodes: z
      .array(z.string())
      .nullable()
      .meta({ description: "Where a registrant has to be; null where anywhere will do" }),
    whoisPrivacy: z
      .boolean()
      .meta({ description: "Whether the registrant can be kept out of public answers" }),
    transferLock: z.boolean(),
    transferAddsYears: z.int(),
    graceDays: z.int().meta({ description: "After expiry, before the name is deleted" }),
    redemptionDays: z.int().meta({ description: "After that, during which it can be restored" }),
    pendingDeleteDays: z.int(),
  })
  .meta({ id: "TldOffer" });
export type TldOffer = z.infer<typeof tldOffer>;
