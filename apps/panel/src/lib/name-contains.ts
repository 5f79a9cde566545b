import { toUnicodeName } from "./to-unicode-name.ts";

/** True if a domain name contains the words of a filter, in ASCII or in Unicode. */
export const nameContains = (name: string, words: string): boolean =>
  `${name} ${toUnicodeName(name)}`.includes(words.trim().toLowerCase());
