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
