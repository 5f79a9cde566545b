import { z } from "zod";

/** Names as people type them are judged here and stored as lower-case A-labels (RFC 5890). */
export type DomainNameProblem =
  | "empty"
  | "too_long"
  | "not_a_name"
  | "label_length"
  | "hyphens"
  | "no_top_level"
  | "disallowed_character"
  | "mixed_scripts";

const problemMessages: Record<DomainNameProblem, string> = {
  empty: "must not be empty",
  too_long: "must be at most 253 characters in its ASCII form",
  not_a_name: "must be a domain name such as example.com",
  label_length: "each part between the dots must have 1 to 63 characters in its ASCII form",
  hyphens: "no part may start or end with a hyphen, or have hyphens in third and fourth place",
  no_top_level: "must end in a top-level domain such as .com",
  disallowed_character: "has a character that may not be registered",
  mixed_scripts: "mixes letters of different scripts in one part, which registries refuse",
};

export type DomainNameResult = { ok: true; name: string } | { ok: false; problem: DomainNameProblem };

const scripts = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Devanagari",
  "Thai",
  "Georgian",
  "Hangul",
];
const scriptPatterns = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, "u"));
// Japanese text mixes Han, Hiragana and Katakana, and takes Latin letters along (UTS 39, "highly restrictive").
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u;
// IDNA 2008 (RFC 5892) keeps letters, digits and marks; symbols and emoji, which UTS 46 would map, are out.
const registrable = /^[\p{L}\p{M}\p{Nd}\-·ʹ͵׳״・]+$/u;

function hasMixedScripts(label: string): boolean {
  const found = scriptPatterns.filter((pattern) => pattern.test(label)).length;
  return eastAsian.test(label) ? scriptPatterns.slice(1, -1).some((p) => p.test(label)) : found > 1;
}

/**
 * Brings a domain name to the form in which it is stored and sent: trimmed, without a final dot, lower case,
 * each label as an A-label. UTS 46 mapping (non-transitional) comes from the platform's URL parser; the rules
 * that a URL parser does not have (lengths, hyphens, IDNA 2008 characters, mixed scripts) are applied here.
 */
export function normalizeDomainName(input: string): DomainNameResult {
  const typed = input
    .trim()
    .normalize("NFC")
    .replace(/[。．｡]/g, ".")
    .replace(/\.$/, "");
  if (typed === "") return { ok: false, problem: "empty" };
  if (/[\s\p{Cc}/\\:@?#%[\]<>^|_]/u.test(typed)) return { ok: false, problem: "not_a_name" };
  if (/[\u200c\u200d]/u.test(typed)) return { ok: false, problem: "disallowed_character" };
  if (typed.split(".").some((label) => label === "")) return { ok: false, problem: "not_a_name" };

  for (const label of typed.replaceAll("\u00ad", "").normalize("NFKC").toLowerCase().split(".")) {
    if (label.startsWith("xn--")) continue;
    if (!registrable.test(label)) return { ok: false, problem: "disallowed_character" };
    if (hasMixedScripts(label)) return { ok: false, problem: "mixed_scripts" };
    if (/^..--/u.test(label)) return { ok: false, problem: "hyphens" };
  }

  let name: string;
  try {
    name = new URL(`http://${typed}/`).hostname;
  } catch {
    return {
      ok: false,
      problem: typed.split(".").some((label) => label.length > 63) ? "label_length" : "not_a_name",
    };
  }
  if (name.length > 253) return { ok: false, problem: "too_long" };
  const labels = name.split(".");
  for (const label of labels) {
    if (label.length < 1 || label.length > 63) return { ok: false, problem: "label_length" };
    if (!/^[a-z0-9-]+$/.test(label)) return { ok: false, problem: "not_a_name" };
    if (/^-|-$/.test(label) || (/^..--/.test(label) && !label.startsWith("xn--")))
      return { ok: false, problem: "hyphens" };
    if (label === "xn--") return { ok: false, problem: "not_a_name" };
  }
  const topLevel = labels.at(-1) ?? "";
  if (labels.length < 2 || topLevel.length < 2 || /^\d+$/.test(topLevel))
    return { ok: false, problem: "no_top_level" };
  return { ok: true, name };
}

/** A domain name as input: whatever people type becomes the stored form, or a message says what is wrong. */
export const domainName = z
  .string()
  .max(1024, problemMessages.too_long)
  .transform((value, context) => {
    const result = normalizeDomainName(value);
    if (result.ok) return result.name;
    context.addIssue({ code: "custom", message: problemMessages[result.problem] });
    return z.NEVER;
  })
  .meta({
    description: "Domain name; letters of other scripts are stored as A-labels",
    examples: ["example.com"],
  });
