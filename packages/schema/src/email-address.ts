import { z } from "zod";
import {
  type EmailAddressResult,
  foldLocalPart,
  localPartMistake,
  longestEmailAddress,
  normalizeEmailAddress,
} from "./normalize-email-address.ts";
import { withoutPastedEdges } from "./pasted.ts";

/**
 * The part before the @ of a hosted mailbox: RFC 5321 dot-atom, folded to lower case. `%` and `/` are refused because
 * mail servers expand them in paths, a leading hyphen because delivery programs would read it as an option.
 */
export const mailLocalPart = z
  .string()
  .overwrite((text) => foldLocalPart(withoutPastedEdges(text)))
  .superRefine((local, context) => {
    const message = localPartMistake(local);
    if (message !== undefined) {
      context.addIssue({ code: "custom", message });
    }
  })
  .meta({ description: "The part before the @, converted to lowercase", examples: ["info"], maxLength: 64 });

const normalizedBy = (normalize: (text: string) => EmailAddressResult) =>
  z
    .string()
    .max(1024, `Use at most ${longestEmailAddress} characters.`)
    .transform((text, context) => {
      const result = normalize(text);
      if (result.ok) {
        return result.address;
      }
      context.addIssue({ code: "custom", message: result.message });
      return z.NEVER;
    });

/** An email address of anyone, in the form that is stored and compared: see {@link normalizeEmailAddress}. */
export const emailAddress = normalizedBy((text) => normalizeEmailAddress(text)).meta({
  description: "Email address, converted to lowercase. A non-ASCII domain is stored as A-labels (Punycode).",
  examples: ["info@example.com"],
  maxLength: longestEmailAddress,
});

/** An address of a mail domain, or `*@example.com` for a catch-all. */
export const mailAliasAddress = normalizedBy((text) =>
  normalizeEmailAddress(text, { allowsCatchAll: true }),
).meta({ maxLength: longestEmailAddress });
