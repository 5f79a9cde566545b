import type { MailDnsSettings } from "../../ports.ts";
import { isSpf, spfMechanismOf } from "../../zone-records/policies/spf-mechanism-policy.ts";
import type { Verdict } from "./text-records-policy.ts";

/** RFC 7208 section 4.6.4: receivers ignore a record above either. */
export const maxLookups = 10;
const maxVoidLookups = 2;

/** What receivers look up to evaluate a record, all included records too. */
export type SpfCount = {
  lookups: number;
  /** By term of the record itself. */
  terms: { term: string; lookups: number }[];
  /** Names without the records that are looked up there. */
  voids: string[];
  /** Included names because of which receivers ignore the whole record. */
  faults: { name: string; kind: SpfFault }[];
  /** Names without an answer, and those that weren't looked up after too many queries. */
  uncounted: string[];
};

/** `loop`: it includes itself, directly or not. `missing`, `several`, `invalid`: its own SPF record. */
export type SpfFault = "loop" | "missing" | "several" | "invalid";

const termsOf = (record: string): string[] => record.trim().split(/ +/).slice(1);

const isAll = (term: string) => /^[+?~-]?all$/i.test(term);
const isRedirect = (term: string) => /^redirect=/i.test(term);
const isModifier = (term: string) => /^[a-z][a-z0-9._-]*=/i.test(term);
const isTerm = (term: string) =>
  isModifier(term) ||
  isAll(term) ||
  /^[+?~-]?(?:(?:include|exists):\S+|(?:a|mx|ptr)(?:[:/]\S+)?|ip[46]:\S+)$/i.test(term);

export const findInvalidTerm = (record: string): string | undefined =>
  termsOf(record).find((term) => !isTerm(term));

/** The terms that a receiver evaluates: those after `all` are ignored, and `redirect` next to it. */
export function evaluatedTerms(record: string): string[] {
  const terms = termsOf(record);
  const end = terms.findIndex(isAll);
  return end < 0 ? terms : terms.slice(0, end).filter((term) => !isRedirect(term));
}

/** With `+`, which is the default, the mechanism authorizes. */
const plain = (term: string) => term.toLowerCase().replace(/^\+/, "").replace(/\.$/, "");

/**
 * One record that allows everything that the given records allow, and the mechanism. The mechanism is first, because a
 * record is read from the left and may end early.
 */
export function mergeSpf(records: readonly string[], mechanism: string): string {
  const terms = records.flatMap(termsOf);
  const alls = [...new Set(terms.filter(isAll).map((term) => plain(term)))];
  const redirects = terms.filter(isRedirect);
  // Next to `all` a redirect is ignored (RFC 7208 section 6.1), and two of them are an error.
  const isRedirected = alls.length === 0 && redirects.length === 1;
  const end = isRedirected ? (redirects[0] ?? "") : alls.length === 1 ? alls[0] : "~all";
  const others = terms.filter(
    (term) => !isAll(term) && !isRedirect(term) && plain(term) !== plain(mechanism),
  );
  const included =
    isRedirected || alls.length > 0 ? [] : redirects.map((term) => term.replace(/^redirect=/i, "include:"));
  return ["v=spf1", mechanism, ...new Set([...others, ...included]), end === "all" ? "~all" : end].join(" ");
}

export function judgeSpf(
  values: readonly string[],
  {
    settings,
    expected,
    areMxHostsOurs,
    counts,
  }: {
    settings: MailDnsSettings;
    expected: string;
    areMxHostsOurs: boolean;
    counts: ReadonlyMap<string, SpfCount>;
  },
): Verdict {
  const records = values.filter(isSpf);
  const mechanism = spfMechanismOf(settings);
  const merged = mergeSpf(records, mechanism);
  const [record] = records;
  if (record === undefined) {
    return {
      status: "missing",
      severity: "warning",
      hint: `Publish this TXT record. Without it, receivers can't tell that these servers may send your mail: ${expected}`,
    };
  }
  if (records.length > 1) {
    return {
      status: "wrong",
      severity: "error",
      hint: `There are ${records.length} SPF records, and receivers then ignore all of them. Replace them with one: ${merged}`,
      expected: merged,
    };
  }
  const unknown = findInvalidTerm(record);
  if (unknown !== undefined) {
    return {
      status: "wrong",
      severity: "error",
      hint: `“${unknown}” isn't valid in an SPF record, so receivers ignore the record. Correct or remove it.`,
    };
  }
  if (!allows(record, mechanism, areMxHostsOurs)) {
    return {
      status: "wrong",
      severity: "error",
      hint: `The SPF record doesn't allow these servers to send your mail. Don't add a second one; replace it with: ${merged}`,
      expected: merged,
    };
  }
  const count = counts.get(record);
  return {
    ...(judgeCount(count) ?? { status: "ok", ...spfHint(record, count) }),
    lookups: presentCount(count),
  };
}

const presentCount = (count: SpfCount | undefined): Verdict["lookups"] =>
  count && { total: count.lookups, limit: maxLookups, terms: count.terms };

const faultHints: Record<SpfFault, (name: string) => string> = {
  missing: (name) =>
    `The SPF record includes ${name}, which has no SPF record. Receivers then ignore the whole record. Remove the include, or get the current name from that service.`,
  several: (name) =>
    `The SPF record includes ${name}, which has several SPF records. Receivers then ignore the whole record. Remove the include, or ask that service to correct it.`,
  invalid: (name) =>
    `The SPF record includes ${name}, whose SPF record isn't valid. Receivers then ignore the whole record. Remove the include, or ask that service to correct it.`,
  loop: (name) =>
    `The SPF record of ${name} includes itself, directly or through others. Receivers then ignore the whole record. Remove the include that leads back.`,
};

/** What receivers ignore the record for; undefined if nothing. */
function judgeCount(count: SpfCount | undefined): Omit<Verdict, "lookups"> | undefined {
  const [fault] = count?.faults ?? [];
  if (fault) {
    return { status: "wrong", severity: "error", hint: faultHints[fault.kind](fault.name) };
  }
  const tooMany = count && tooManyLookups(count);
  if (tooMany) {
    return { status: "wrong", severity: "error", hint: tooMany };
  }
  if (count && count.voids.length > maxVoidLookups) {
    return {
      status: "wrong",
      severity: "warning",
      hint: `The SPF record refers to names without records: ${count.voids.join(", ")}. Many receivers allow ${maxVoidLookups} of them and ignore the record otherwise. Remove them.`,
    };
  }
  return undefined;
}

/** Undefined if receivers make that many. */
export function tooManyLookups(count: SpfCount): string | undefined {
  if (count.lookups <= maxLookups) {
    return undefined;
  }
  const atLeast = count.uncounted.length > 0 ? "at least " : "";
  return `The SPF record needs ${atLeast}${count.lookups} DNS lookups: ${describeTerms(count)}. Receivers stop at ${maxLookups} and ignore the record. Remove services that no longer send mail for this domain.`;
}

const describeTerms = ({ terms }: SpfCount): string =>
  terms.map(({ term, lookups }) => `${lookups} for ${term}`).join(", ");

function allows(record: string, mechanism: string, areMxHostsOurs: boolean): boolean {
  const terms = termsOf(record).map(plain);
  const end = terms.findIndex((term) => isAll(term));
  const read = end < 0 ? terms : terms.slice(0, end);
  const redirect = end < 0 ? `redirect=${mechanism.replace(/^include:/, "")}` : undefined;
  return (
    read.includes(plain(mechanism)) ||
    (redirect !== undefined && read.includes(redirect)) ||
    (areMxHostsOurs && mechanism.startsWith("a:") && read.includes("mx")) ||
    terms[end] === "all"
  );
}

function spfHint(record: string, count: SpfCount | undefined): Pick<Verdict, "severity" | "hint"> {
  const terms = termsOf(record).map(plain);
  const end = terms.find(isAll);
  if (end === "all" || end === "?all") {
    return {
      severity: "warning",
      hint: `The record ends in “${end === "all" ? "+all" : end}”, so it lets anyone send as this domain. End it with “~all”.`,
    };
  }
  if (end === undefined && !terms.some(isRedirect)) {
    return {
      severity: "warning",
      hint: "The record has no “all” at its end, so it excludes no one. End it with “~all”.",
    };
  }
  if (count && count.lookups > maxLookups - 2) {
    return {
      severity: "warning",
      hint: `The SPF record needs ${count.lookups} of the ${maxLookups} DNS lookups that receivers make, so there is little room for another service.`,
    };
  }
  if (count && count.uncounted.length > 0) {
    return {
      severity: "note",
      hint: `${count.uncounted.join(", ")} couldn't be looked up, so not all DNS lookups of the SPF record are counted.`,
    };
  }
  return { severity: "note", hint: "" };
}
