import { z } from "zod";
import { countCharacters, withoutPastedSpaces } from "./pasted.ts";
import { noControlCharacters } from "./primitives.ts";

// Characters that reverse the text direction, and those that XML 1.0 can't contain (section 2.2).
export const noStrangeCharacters = /^[^\u202a-\u202e\u2066-\u2069\ufffe\uffff]*$/;
/** An empty text has a message of its own. Fillers of Hangul and the blank of Braille count as letter and symbol. */
export const visibleCharacter = /^$|(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Zod's own `max` counts UTF-16 units, but the description of the API promises characters. */
export const atMost = (maxLength: number) => (text: string) => countCharacters(text) <= maxLength;

function lineMistake(text: string, maxLength: number, missing: string | undefined): string | undefined {
  if (text === "") {
    return missing;
  }
  if (!atMost(maxLength)(text)) {
    return `Use at most ${maxLength.toLocaleString("en")} characters.`;
  }
  if (!noControlCharacters.test(text)) {
    return "Remove line breaks and other control characters.";
  }
  if (!noStrangeCharacters.test(text)) {
    return "Remove the invisible formatting characters.";
  }
  return visibleCharacter.test(text) ? undefined : "Use at least one letter, digit or symbol.";
}

const lineWith = (maxLength: number, missing: string | undefined) =>
  z
    .string()
    .overwrite(withoutPastedSpaces)
    .superRefine((text, context) => {
      const message = lineMistake(text, maxLength, missing);
      if (message !== undefined) {
        context.addIssue({ code: "custom", message });
      }
    })
    .meta({ minLength: missing === undefined ? undefined : 1, maxLength });

/** One line of text for people, such as a name: at least one visible character, and nothing that reverses the text around it. */
export const line = (maxLength: number, missing = "Enter a value.") => lineWith(maxLength, missing);

/** The same, or nothing. */
export const lineOrEmpty = (maxLength: number) => lineWith(maxLength, undefined);

/** The name of a person, workspace, mailbox or key. */
export const displayName = line(100, "Enter a name.");

export const optionalLine = (maxLength: number) =>
  z
    .union([line(maxLength), z.literal("").transform(() => null), z.null()])
    .default(null)
    .meta({ description: "Null if there is none" });
