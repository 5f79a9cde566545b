import { z } from "zod";

/** ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const timestamp = z.iso
  .datetime()
  // ISO 8601 has a year 0, which the database rejects.
  .refine((value) => !value.startsWith("0000"), "Enter a year, 1 or later.")
  .meta({ description: "ISO 8601 UTC timestamp", examples: ["2026-03-01T09:30:00.000Z"] });

/** A time in a request, with any offset from UTC (RFC 3339). It is stored and returned in UTC. */
export const timestampInput = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value).toISOString())
  // Years beyond these have a sign, which the database rejects, as it does a year 0.
  .refine((value) => /^(?!0000)\d/.test(value), "Enter a year from 1 to 9999.")
  .meta({
    description: "ISO 8601 timestamp, in UTC or with an offset",
    examples: ["2026-03-01T09:30:00.000Z"],
  });

/** The kinds of IDs: what comes before the underscore. */
export const idPrefixes = [
  "aud",
  "con",
  "cpg",
  "dba",
  "dhe",
  "dnf",
  "dom",
  "dop",
  "evt",
  "inv",
  "key",
  "ltx",
  "mac",
  "mal",
  "map",
  "mbr",
  "mcn",
  "mms",
  "ord",
  "orl",
  "pay",
  "pmt",
  "rfd",
  "ses",
  "usr",
  "whd",
  "whe",
  "wsp",
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

/** A TypeID: a prefix for the kind of object, an underscore, and 26 characters of base32. */
export function typeId(prefix: IdPrefix, description: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`), `Enter an ID that starts with ${prefix}_.`)
    .meta({ description, examples: [`${prefix}_01k3v2m8q4f7x9b0c1d2e3f4g5`] });
}

export const orderId = typeId("ord", "ID of the order");
export const paymentId = typeId("pay", "ID of the payment");

/** Only the length is checked (NIST SP 800-63B-4, 3.1.1.2). The API also rejects common passwords. */
export const newPasswordOf = (maxLength: number) =>
  z
    .string()
    .min(12, "Use at least 12 characters.")
    .max(maxLength, `Use at most ${maxLength.toLocaleString("en")} characters.`)
    .meta({ description: "At least 12 characters. Common passwords are refused." });

/** ISO 4217, upper case. */
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "Enter a three-letter currency code.")
  .meta({ description: "ISO 4217 currency code", examples: ["EUR"] });

export const cents = z
  .int()
  .nonnegative()
  .meta({ description: "Amount in the currency's minor unit, such as cents", examples: [108] });

/** Returned when a change was made despite a concern. */
export const warning = z.object({ code: z.string(), message: z.string() });
export type Warning = z.infer<typeof warning>;

/** The query of a paginated list: complete without `limit`, one page with it. */
export const pageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: "Page size. Without it, the whole list is returned." }),
  cursor: z
    .string()
    .max(512)
    .optional()
    .meta({ description: 'Start of the page, from the `rel="next"` Link header of the previous response' }),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** One line of text: no control characters, no lone surrogates. */
export const noControlCharacters = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;
