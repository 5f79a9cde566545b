import { toUnicode } from "punycode/punycode.js";

/** Converts the A-labels of a name or address to Unicode. Invalid ones stay unchanged. */
export function toUnicodeName(name: string): string {
  try {
    return toUnicode(name);
  } catch {
    return name;
  }
}
