import { withoutPastedEdges } from "../pasted.ts";

/** Validates domain names in any script and converts them to lower-case A-labels (RFC 5890), the stored form. */
export type DomainNameProblem =
  | "empty"
  | "too_long"
  | "not_a_name"
  | "label_length"
  | "hyphens"
  | "no_top_level"
  | "disallowed_character"
  | "mixed_scripts";

export const domainNameProblemMessages: Record<DomainNameProblem, string> = {
  empty: "Enter a domain name.",
  too_long: "A domain name has at most 253 characters in its ASCII form.",
  not_a_name: "Enter a domain name, such as example.com.",
  label_length: "Each part between the dots has 1 to 63 characters in its ASCII form.",
  hyphens: "No part can start or end with a hyphen, or have hyphens as its third and fourth characters.",
  no_top_level: "Add a top-level domain, such as .com.",
  disallowed_character: "The name contains a character that domain names cannot have.",
  mixed_scripts: "The name mixes scripts in one part. Registries refuse such names.",
};

export type DomainNameResult = { ok: true; name: string } | { ok: false; problem: DomainNameProblem };

// The scripts in current use (UTS 39, table 5 of UAX 31), without those of East Asia, which may be mixed.
const scripts =
  "Latin Cyrillic Greek Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer Thaana".split(
    " ",
  );
const inScript = (script: string) => new RegExp(`\\p{Script=${script}}`, "u");
const scriptPatterns = scripts.map(inScript);
const neverEastAsian = scriptPatterns.slice(1);
// Japanese mixes Han, Hiragana and Katakana, Korean Han and Hangul; both may include Latin letters (UTS 39, "highly
// restrictive").
const eastAsian = ["Han", "Hiragana", "Katakana", "Bopomofo", "Hangul"].map(inScript);
const [, hiragana, katakana, bopomofo, hangul] = eastAsian;
// IDNA 2008 (RFC 5892) allows letters, digits and marks. It excludes symbols and emoji, which UTS 46 would map.
const registrable = /^[\p{L}\p{M}\p{Nd}\-·͵׳״・]+$/u;

function hasMixedScripts(label: string): boolean {
  const has = (pattern: RegExp | undefined) => pattern?.test(label) ?? false;
  if (!eastAsian.some(has)) {
    return scriptPatterns.filter(has).length > 1;
  }
  const kinds = [has(hiragana) || has(katakana), has(bopomofo), has(hangul)].filter(Boolean).length;
  return kinds > 1 || neverEastAsian.some(has);
}

/**
 * Characters that are only valid in some contexts (RFC 5892 appendix A), and those that can't start a label (RFC 5891
 * 4.2.3.2).
 */
function isOutOfPlace(label: string): boolean {
  return (
    /^\p{M}/u.test(label) ||
    /(?<!l)·|·(?!l)/u.test(label) ||
    /͵(?!\p{Script=Greek})/u.test(label) ||
    /(?<!\p{Script=Hebrew})[׳״]/u.test(label) ||
    (label.includes("・") && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label)) ||
    (/[٠-٩]/u.test(label) && /[۰-۹]/u.test(label))
  );
}

const lookLatin = [/^[асԁеһіјӏорԛѕԝхуѵкгпт\d-]+$/u, /^[αγικνορτυωχ\d-]+$/u];

/** Warnings about a confusable name. Takes the Unicode form, not A-labels. */
export function domainNameWarnings(unicodeName: string): { code: string; message: string }[] {
  const labels = unicodeName.toLowerCase().split(".");
  const warnings: { code: string; message: string }[] = [];
  if (labels.some(hasMixedScripts)) {
    warnings.push({
      code: "mixed_scripts",
      message: "This name mixes scripts, a common way to imitate another name. Registries refuse it.",
    });
  } else if (
    labels.some((label) => /[^\d-]/u.test(label) && lookLatin.some((pattern) => pattern.test(label)))
  ) {
    warnings.push({
      code: "looks_latin",
      message: "This name imitates Latin letters. People may mistake it for another name.",
    });
  }
  return warnings;
}

/** RFC 3492 section 6.2; undefined if the text isn't Punycode. */
function decodePunycode(text: string): string | undefined {
  const split = text.lastIndexOf("-");
  const output = Array.from(text.slice(0, Math.max(0, split)), (character) => character.codePointAt(0) ?? 0);
  let [code, index, bias] = [128, 0, 72];
  for (let at = split + 1; at < text.length; ) {
    const before = index;
    for (let weight = 1, base = 36; ; base += 36) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(text.charAt(at) || "-");
      at += 1;
      index += digit * weight;
      if (digit < 0 || index > 0x7fffffff) {
        return undefined;
      }
      const threshold = Math.min(26, Math.max(1, base - bias));
      if (digit < threshold) {
        break;
      }
      weight *= 36 - threshold;
    }
    const count = output.length + 1;
    bias = adaptBias(index - before, count, before === 0);
    code += Math.floor(index / count);
    index %= count;
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      return undefined;
    }
    output.splice(index, 0, code);
    index += 1;
  }
  return String.fromCodePoint(...output);
}

/** RFC 3492 section 6.1. */
function adaptBias(difference: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? 700 : 2));
  delta += Math.floor(delta / count);
  let base = 0;
  for (; delta > 455; base += 36) {
    delta = Math.floor(delta / 35);
  }
  return base + Math.floor((36 * delta) / (delta + 38));
}

/** The labels in Unicode; undefined if an A-label is invalid. */
function readLabels(typed: string): string[] | undefined {
  const labels: string[] = [];
  for (const label of typed.replaceAll("\u00ad", "").normalize("NFKC").toLowerCase().split(".")) {
    if (!label.startsWith("xn--")) {
      labels.push(label);
    } else {
      const decoded = decodePunycode(label.slice(4));
      if (!decoded || /^[\p{ASCII}]*$/u.test(decoded)) {
        return undefined;
      }
      labels.push(decoded);
    }
  }
  return labels;
}

function problemOfLabel(label: string, mixedScripts: "refuse" | "allow"): DomainNameProblem | undefined {
  if (!registrable.test(label) || isOutOfPlace(label)) {
    return "disallowed_character";
  }
  if (mixedScripts === "refuse" && hasMixedScripts(label)) {
    return "mixed_scripts";
  }
  return /^..--/u.test(label) ? "hyphens" : undefined;
}

/**
 * Converts a domain name to its stored form: trimmed, without a final dot, lower case, as A-labels. The URL parser does
 * the UTS 46 mapping (non-transitional). Lengths, hyphens, IDNA 2008 characters and mixed scripts are checked here, in
 * decoded A-labels too. `mixedScripts: "allow"` is for searches, which warn instead.
 */
export function normalizeDomainName(
  input: string,
  { mixedScripts = "refuse" }: { mixedScripts?: "refuse" | "allow" } = {},
): DomainNameResult {
  const typed = withoutPastedEdges(input)
    .normalize("NFC")
    .replace(/[。．｡]/g, ".")
    .replace(/\.$/, "");
  if (typed === "") {
    return { ok: false, problem: "empty" };
  }
  if (/[\s\p{Cc}/\\:@?#%[\]<>^|_]/u.test(typed)) {
    return { ok: false, problem: "not_a_name" };
  }
  if (/[\u200c\u200d]/u.test(typed)) {
    return { ok: false, problem: "disallowed_character" };
  }
  if (typed.split(".").some((label) => label === "")) {
    return { ok: false, problem: "not_a_name" };
  }

  const read = readLabels(typed);
  if (!read) {
    return { ok: false, problem: "not_a_name" };
  }
  for (const label of read) {
    const problem = problemOfLabel(label, mixedScripts);
    if (problem) {
      return { ok: false, problem };
    }
  }

  let name: string;
  try {
    name = new URL(`http://${read.join(".")}/`).hostname;
  } catch {
    return {
      ok: false,
      problem: typed.split(".").some((label) => label.length > 63) ? "label_length" : "not_a_name",
    };
  }
  if (name.length > 253) {
    return { ok: false, problem: "too_long" };
  }
  const labels = name.split(".");
  const typedLabels = typed.toLowerCase().split(".");
  for (const [at, label] of labels.entries()) {
    if (label.length < 1 || label.length > 63) {
      return { ok: false, problem: "label_length" };
    }
    if (!/^[a-z0-9-]+$/.test(label)) {
      return { ok: false, problem: "not_a_name" };
    }
    if (/^-|-$/.test(label) || (/^..--/.test(label) && !label.startsWith("xn--"))) {
      return { ok: false, problem: "hyphens" };
    }
    // An A-label is only valid if it encodes back to itself (RFC 5891 section 5.4).
    if (typedLabels[at]?.startsWith("xn--") && typedLabels[at] !== label) {
      return { ok: false, problem: "not_a_name" };
    }
  }
  const topLevel = labels.at(-1) ?? "";
  if (labels.length < 2 || topLevel.length < 2 || /^\d+$/.test(topLevel)) {
    return { ok: false, problem: "no_top_level" };
  }
  return { ok: true, name };
}
