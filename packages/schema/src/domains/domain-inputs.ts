import { z } from "zod";
import { ipAddress } from "../network.ts";
import { withoutPastedEdges } from "../pasted.ts";
import { cents, timestampInput } from "../primitives.ts";
import { domainContactsInput } from "./contacts.ts";
import { domainName } from "./domain-name.ts";

/** A nameserver, with addresses (glue) only if it is below the domain itself. */
export const nameserverInput = z
  .strictObject({
    host: domainName,
    addresses: z.array(ipAddress).max(13, "Enter at most 13 addresses.").default([]),
  })
  .meta({ id: "NameserverInput" });
export type NameserverInput = z.infer<typeof nameserverInput>;

/** @internal */
export const nameserverList = z.array(nameserverInput).max(13, "Enter at most 13 nameservers.");

export const nameserversInput = z
  .strictObject({ nameservers: nameserverList })
  .meta({ id: "NameserversInput" });
export type NameserversInput = z.infer<typeof nameserversInput>;

const years = z
  .int("Enter a whole number.")
  .min(1, "Enter a number from 1 to 10.")
  .max(10, "Enter a number from 1 to 10.");
const dryRun = z
  .boolean()
  .default(false)
  .meta({ description: "Returns the outcome and the price without making the change" });
const expectedPriceCents = cents.optional().meta({
  description:
    "The price you expect to pay. The request fails if the price differs. Required for premium names.",
});

export const registrationInput = z
  .strictObject({
    name: domainName,
    years: years.default(1),
    contacts: domainContactsInput,
    nameservers: nameserverList.default([]),
    autoRenew: z.boolean().default(true),
    whoisPrivacy: z.boolean().default(true),
    locked: z.boolean().optional().meta({
      description:
        "Whether the domain is locked against transfers once it is registered. True if omitted, where the TLD has a lock (`transferLock`).",
    }),
    expectedPriceCents,
    dryRun,
  })
  .meta({ id: "RegistrationInput" });
export type RegistrationInput = z.infer<typeof registrationInput>;

export const renewalInput = z
  .strictObject({
    years: years.default(1),
    currentExpiresAt: timestampInput.meta({
      description: "The domain's current `expiresAt`, so that a repeated request never renews twice",
    }),
    expectedPriceCents,
    dryRun,
  })
  .meta({ id: "RenewalInput" });
export type RenewalInput = z.infer<typeof renewalInput>;

export const restoreInput = z.strictObject({ expectedPriceCents, dryRun }).meta({ id: "RestoreInput" });
export type RestoreInput = z.infer<typeof restoreInput>;

export const deletionInput = z
  .strictObject({
    confirmName: domainName.meta({ description: "The domain name again, as confirmation" }),
    dryRun,
  })
  .meta({ id: "DeletionInput" });
export type DeletionInput = z.infer<typeof deletionInput>;

const authCode = z
  .string()
  .overwrite(withoutPastedEdges)
  .min(6, "Use at least 6 characters.")
  .max(255, "Use at most 255 characters.")
  .regex(/^[\x20-\x7e]+$/, "Use printable ASCII characters only.");

export const transferInInput = z
  .strictObject({
    name: domainName,
    authCode: authCode.meta({ description: "The auth code from the current registrar" }),
    contacts: domainContactsInput,
    autoRenew: z.boolean().default(true),
    whoisPrivacy: z.boolean().default(true),
    expectedPriceCents,
    dryRun,
  })
  .meta({ id: "TransferInInput" });
export type TransferInInput = z.infer<typeof transferInInput>;
