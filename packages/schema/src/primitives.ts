import { z } from "zod";

/** ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const timestamp = z.iso
  .datetime()
  // There is no year 0, and the database takes none.
  .refine((value) => !value.startsWith("0000"), "must be a year of our era")
  .meta({ description: "ISO 8601 UTC timestamp", examples: ["2026-03-01T09:30:00.000Z"] });

/** The text of a TypeID: a prefix that names the kind, an underscore, 26 characters of base32. */
export function typeId(prefix: string, description: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`), `must be an id that starts with ${prefix}_`)
    .meta({ description, examples: [`${prefix}_01k3v2m8q4f7x9b0c1d2e3f4g5`] });
}

/** ISO 4217, upper case. */
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "must be a three-letter currency code")
  .meta({ description: "ISO 4217 currency code", examples: ["EUR"] });

export const cents = z
  .int()
  .nonnegative()
  .meta({ description: "Amount in the currency's minor unit", examples: [108] });

/** What is done all the same, but deserves a look. */
export const warning = z.object({ code: z.string(), message: z.string() });
export type Warning = z.infer<typeof warning>;

/** RFC 5321 4.5.3.1: 64 octets of local part, 254 of address. */
export const emailAddress = z
  .string()
  .trim()
  .max(254, "must be at most 254 characters")
  .pipe(z.email("must be an e-mail address"))
  .meta({ description: "E-mail address", examples: ["info@example.com"] });

/** How a list that can be paged is asked for: whole without `limit`, a page with it. */
export const pageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: "Answer a page of at most this many; without it the whole list" }),
  cursor: z
    .string()
    .max(512)
    .optional()
    .meta({ description: 'Where the page starts: from the answer\'s Link header, rel="next"' }),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** Text that a person typed on one line: no control characters, no halves of characters. */
export const noControlCharacters = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
