import { randomInt } from "node:crypto";

// Without i, l, o, I, L, O, 0 and 1, which look alike.
const alphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789";
const groupCount = 4;
const groupLength = 6;

/** Four groups of six characters, joined with hyphens: 138 bits, and easy to read out. */
export function generatePassword(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: groupCount }, group).join("-");
}
