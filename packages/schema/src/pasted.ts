// Kept apart from zod, as the rules for domain names are, so that pages that only need these don't load it.

/** Zero-width spaces, soft hyphens and byte order marks, which come along with copied text and have no meaning in a line. */
const zeroWidth = /[\u00ad\u200b\u2060\ufeff]/;
const allZeroWidth = new RegExp(zeroWidth, "g");
/** Marks that set the direction of text. Address books put them around phone numbers. */
const directionMark = /[\u061c\u200c-\u200f\u202a-\u202e\u2066-\u2069]/;

// Both ends in one pass, since an expression for trailing characters takes quadratic time.
function withoutEdges(text: string, isEdge: (character: string) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isEdge(text.charAt(start))) {
    start += 1;
  }
  while (end > start && isEdge(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}

const isSpace = (character: string) => /\s/.test(character);

/** Removes spaces (also those that don't break) and invisible characters around a copied address, number or code. */
export const withoutPastedEdges = (text: string): string =>
  withoutEdges(
    text,
    (character) => isSpace(character) || zeroWidth.test(character) || directionMark.test(character),
  );

/** Removes the spaces around a text for people, and the zero-width characters in it, except those that join letters. */
export const withoutPastedSpaces = (text: string): string =>
  withoutEdges(text.replace(allZeroWidth, ""), isSpace);

/** Removes all spaces and invisible characters, for digits and encoded keys that are written in groups. */
export const withoutSpaces = (text: string): string => text.replace(/[\s\u00ad\p{Cf}]/gu, "");

/** The characters of a text as JSON Schema and PostgreSQL count them: those beyond U+FFFF once. */
export const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
};
