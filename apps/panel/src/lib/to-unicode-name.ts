import { toUnicode } from "punycode/punycode.js";

/** A name or address as people write it: A-labels become letters. What cannot be decoded is left as it is. */
export function toUnicodeName(name: string): string {
  try {
    return toUnicode(name);
  } catch {
    return name;
  }
}
