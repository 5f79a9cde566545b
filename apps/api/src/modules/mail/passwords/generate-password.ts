import { randomInt } from "node:crypto";

// Without i, l, o, I, L, O, 0 and 1, which look alike.
const small = "abcdefghjkmnpqrstuvwxyz23456789";
const alphabet = `${small}ABCDEFGHJKMNPQRSTUVWXYZ`;

/** Four groups of six characters, joined with hyphens: 138 bits, and easy to read out. */
export const generatePassword = (): string => generateGroups(alphabet, 4, 6);

/** Six groups of four, for typing into a device: 118 bits without capitals. */
export const generateAppPassword = (): string => generateGroups(small, 6, 4);

function generateGroups(characters: string, groupCount: number, groupLength: number): string {
  const group = () =>
    Array.from({ length: groupLength }, () => characters[randomInt(characters.length)]).join("");
  return Array.from({ length: groupCount }, group).join("-");
}
