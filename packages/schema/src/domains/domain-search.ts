import { z } from "zod";
import { withoutPastedEdges } from "../pasted.ts";
import { cents, warning } from "../primitives.ts";
import { searchWord } from "../vocabulary.ts";
import { availability } from "./domains.ts";

export { searchWord } from "../vocabulary.ts";

export const unavailableReasons = [
  "taken",
  "already_yours",
  "reserved",
  "invalid_label",
  "not_offered",
  "registry_away",
] as const;

export const domainSuggestionsQuery = z.strictObject({
  word: z
    .string()
    .overwrite(withoutPastedEdges)
    .min(1, searchWord.emptyMessage)
    .max(searchWord.maxLength, searchWord.tooLongMessage)
    .meta({ description: "A word or a domain name, in any script", examples: ["bücher"] }),
});

export const domainSuggestion = availability
  .extend({
    name: z
      .string()
      .meta({ description: "The name as A-labels (Punycode)", examples: ["xn--bcher-kva.com"] }),
    unicodeName: z.string().meta({ examples: ["bücher.com"] }),
    tld: z.string(),
    reason: z
      .enum(unavailableReasons)
      .nullable()
      .meta({ description: "Why the name is unavailable. Null if it is available." }),
    registerYearCents: cents.meta({ description: "Price of the first year. 0 if the name is unavailable." }),
    renewYearCents: cents.meta({ description: "Price of each renewal year. 0 if the name is unavailable." }),
    warnings: z.array(warning),
    position: z.int().nonnegative().meta({
      description: "Position in the list. Streamed results arrive in the order in which registries respond.",
    }),
  })
  .meta({ id: "DomainSuggestion" });
export type DomainSuggestion = z.infer<typeof domainSuggestion>;
