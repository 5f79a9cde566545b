import anyAscii from "any-ascii";

/** German and Scandinavian spellings, where any-ascii only drops the mark. */
const spellings: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", Ä: "Ae", Ö: "Oe", Ü: "Ue" };

/**
 * Converts any script to printable ASCII for the `int` form. At most `maxLength` characters (RFC 5733 section 4),
 * because one letter may become several.
 */
export function toAscii(text: string, maxLength = 255): string {
  const spelled = text.normalize("NFC").replace(/[äöüÄÖÜ]/g, (letter) => spellings[letter] ?? letter);
  const ascii = Array.from(spelled, wordOf).join("").replace(/\s+/g, " ");
  return ascii.trim().slice(0, maxLength).trim() || "?";
}

/** Scripts without spaces: each character becomes a syllable, so separate them to keep the text readable. */
const wordOf = (character: string): string =>
  /\p{Script=Han}/u.test(character) ? `${anyAscii(character)} ` : anyAscii(character);
