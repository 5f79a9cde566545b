import { z } from "zod";
import { domainName } from "../domains/domain-name.ts";

/**
 * The part before the @ of a hosted mailbox: RFC 5321 dot-atom, folded to lower case. `%` and `/` are refused because
 * mail servers expand them in paths, a leading hyphen because delivery programs would read it as an option.
 */
export const mailLocalPart = z
  .string()
  // ASCII only: the Kelvin sign would fold to a k.
  .transform((value) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
  .pipe(
    z
      .string()
      .min(1, "Enter the part before the @.")
      .max(64, "Use at most 64 characters.")
      .regex(
        /^(?!-)[a-z0-9!#$&'*+=?^_`{|}~-]+(?:\.[a-z0-9!#$&'*+=?^_`{|}~-]+)*$/,
        "Use letters, digits and .!#$&'*+-=?^_`{|}~. A dot cannot be first, last or doubled.",
      )
      .refine((value) => value !== "*", "Only an alias can have * before the @, as a catch-all."),
  )
  .meta({ description: "The part before the @, converted to lowercase", examples: ["info"] });

const catchAllOrLocalPart = z.string().transform((value, context) => {
  const parsed = value === "*" ? ({ success: true, data: value } as const) : mailLocalPart.safeParse(value);
  if (parsed.success) {
    return parsed.data;
  }
  context.addIssue({ code: "custom", message: parsed.error.issues[0]?.message ?? "" });
  return z.NEVER;
});

const typedAddress = z.string().trim().max(1024, "Use at most 254 characters.");

const normalizeWith =
  (localPart: typeof mailLocalPart | typeof catchAllOrLocalPart) =>
  (value: string, context: z.RefinementCtx<string>): string => {
    const at = value.lastIndexOf("@");
    const local = localPart.safeParse(value.slice(0, Math.max(at, 0)));
    const domain = domainName.safeParse(value.slice(at + 1));
    if (at < 0) {
      context.addIssue({ code: "custom", message: "Enter an address, such as info@example.com." });
    } else if (!local.success) {
      context.addIssue({
        code: "custom",
        message: `Check the part before the @. ${local.error.issues[0]?.message}`,
      });
    } else if (!domain.success) {
      context.addIssue({
        code: "custom",
        message: `Check the part after the @. ${domain.error.issues[0]?.message}`,
      });
    } else if (local.data.length + 1 + domain.data.length > 254) {
      context.addIssue({
        code: "custom",
        message: "An address has at most 254 characters in its ASCII form.",
      });
    } else {
      return `${local.data}@${domain.data}`;
    }
    return z.NEVER;
  };

/**
 * An address as mail servers look it up: local part folded as in {@link mailLocalPart}, domain as lower-case A-labels
 * without a final dot, at most 254 octets in total (RFC 5321 4.5.3.1.3, without the angle brackets).
 */
export const mailAddress = typedAddress
  .transform(normalizeWith(mailLocalPart))
  .meta({ description: "Email address", examples: ["info@example.com"] });

/** The same, or `*@example.com` for a catch-all. */
export const mailAliasAddress = typedAddress.transform(normalizeWith(catchAllOrLocalPart));
