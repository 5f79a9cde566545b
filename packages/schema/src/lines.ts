import { z } from "zod";
import { noControlCharacters } from "./primitives.ts";

// Characters that reverse the text direction, and those that XML 1.0 can't contain (section 2.2).
export const noStrangeCharacters = /^[^\u202a-\u202e\u2066-\u2069\ufffe\uffff]*$/;
export const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;

export const line = (maxLength: number, missing = "Enter a value.") =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .regex(noControlCharacters, "Use a single line.")
    .regex(noStrangeCharacters, "Remove the invisible formatting characters.")
    .regex(visibleCharacter, "Use at least one letter, digit or symbol.");

export const optionalLine = (maxLength: number) =>
  z
    .union([line(maxLength), z.literal("").transform(() => null), z.null()])
    .default(null)
    .meta({ description: "Null if there is none" });
