import { searchWord } from "@zonepost/schema";
import type { FormSchema } from "@/ui/form/use-form.ts";

/** The message for a word that cannot be searched for, or undefined. */
export function problemOfSearchWord(typed: string): string | undefined {
  const { length } = typed.trim();
  if (length === 0) {
    return searchWord.emptyMessage;
  }
  return length > searchWord.maxLength ? searchWord.tooLongMessage : undefined;
}

/** Validates the search form without zod, which the rest of the page doesn't need. */
export const searchSchema: FormSchema<{ q: string }> = {
  safeParse: (input) => {
    const { q } = input as { q: string };
    const message = problemOfSearchWord(q);
    return message === undefined
      ? { success: true, data: { q: q.trim() } }
      : { success: false, error: { issues: [{ path: ["q"], message }] } };
  },
};

const mostNames = 20;

/** The host of a pasted URL or email address. */
const hostOf = (word: string) =>
  word
    .replace(/^[a-z][a-z+.-]*:\/\//iu, "")
    .replace(/[/?#].*$/su, "")
    .replace(/^.*@/su, "")
    .replace(/:\d*$/u, "");

/** The names of a pasted list or URL. Anything else is one name or word; the API removes its spaces. */
export function namesOfSearch(typed: string): string[] {
  const words = typed.split(/[\s,;]+/u).flatMap((word) => hostOf(word) || []);
  return words.length > 1 && words.every((word) => word.includes("."))
    ? [...new Set(words)].slice(0, mostNames)
    : [words.join(" ") || typed.trim()];
}

/** Names like one that is taken, under the same TLD. */
export function similarNames(name: string): string[] {
  const dot = name.indexOf(".");
  const [label, ending] = [name.slice(0, dot), name.slice(dot)];
  const joiner = label.includes("-") ? "-" : "";
  const unhyphenated = label.replaceAll("-", "");
  return [
    ...(unhyphenated === label ? [] : [unhyphenated]),
    ...["online", "shop", "hq"].map((word) => `${label}${joiner}${word}`),
    ...["get", "my", "the"].map((word) => `${word}${joiner}${label}`),
  ].map((each) => `${each}${ending}`);
}
