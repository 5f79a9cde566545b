import { z } from "zod";
import { withoutSpaces } from "./pasted.ts";

/** ITU-T E.164, annex D: all other country codes have three digits. */
const countryCode = /^\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Country codes whose numbers can start with 0. Elsewhere it is only dialed within the country. */
const zeroBelongsToNumber = new Set(
  ["39", "225", "226", "227", "229", "241", "242", "247", "250", "378", "379", "992"].map(
    (code) => `+${code}`,
  ),
);

const countryOf = (number: string): string | undefined => countryCode.exec(number)?.[0];

/**
 * Spaces, dots, hyphens, slashes, parentheses and invisible characters are dropped, and so is the "(0)" of E.123 after the
 * country code, except where the zero belongs to the number.
 */
function digitsOf(typed: string): string {
  const shown = withoutSpaces(typed.normalize("NFKC"));
  const plain = (text: string) => text.replace(/[().\p{Pd}\u2212/]/gu, "");
  const [, country, rest] = /^(\(?\+\(?\d{1,3}\)?[.\p{Pd}/]?)\(0\)(.*)$/u.exec(shown) ?? [];
  if (country === undefined || zeroBelongsToNumber.has(plain(country))) {
    return plain(shown);
  }
  return plain(`${country}${rest}`);
}

function hasTrunkPrefix(number: string): boolean {
  const country = countryOf(number);
  return country !== undefined && number[country.length] === "0" && !zeroBelongsToNumber.has(country);
}

/** E.164 with its plus sign. */
export const phoneNumber = z
  .string()
  .max(40, "Enter a shorter phone number.")
  .transform(digitsOf)
  .pipe(
    z
      .string()
      .regex(
        /^\+[1-9]\d{6,14}$/,
        "Start the phone number with + and the country code, such as +49 30 123456.",
      )
      .refine(
        (number) => !hasTrunkPrefix(number),
        "Leave out the 0 after the country code, as in +49 30 123456.",
      ),
  )
  .meta({ description: "Phone number in E.164 format", examples: ["+4930123456"] });
