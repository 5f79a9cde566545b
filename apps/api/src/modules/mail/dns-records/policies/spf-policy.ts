import type { MailDnsSettings } from "../../ports.ts";
import type { Verdict } from "./text-records-policy.ts";

/** RFC 7208 section 4.6.4 */
const maxLookups = 10;

export const spfMechanismOf = ({
  spfInclude,
  hostName,
}: Pick<MailDnsSettings, "spfInclude" | "hostName">): string =>
  spfInclude === null ? `a:${hostName}` : `include:${spfInclude}`;

const isSpf = (value: string): boolean => /^v=spf1(?: |$)/i.test(value);

const termsOf = (record: string): string[] => record.trim().split(/ +/).slice(1);

const isAll = (term: string) => /^[+?~-]?all$/i.test(term);
const isRedirect = (term: string) => /^redirect=/i.test(term);
const isModifier = (term: string) => /^[a-z][a-z0-9._-]*=/i.test(term);
const isTerm = (term: string) =>
  isModifier(term) ||
  isAll(term) ||
  /^[+?~-]?(?:(?:include|exists):\S+|(?:a|mx|ptr)(?:[:/]\S+)?|ip[46]:\S+)$/i.test(term);

/** With `+`, which is the default, the mechanism authorizes. */
const plain = (term: string) => term.toLowerCase().replace(/^\+/, "").replace(/\.$/, "");

/** The lookups of the record itself; those of included records come on top. */
export const countLookups = (record: string): number =>
  termsOf(record).filter((term) =>
    /^[+?~-]?(?:include:|exists:|(?:a|mx|ptr)(?:[:/]|$)|redirect=)/i.test(term),
  ).length;

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
  }: { settings: MailDnsSettings; expected: string; areMxHostsOurs: boolean },
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
  const unknown = termsOf(record).find((term) => !isTerm(term));
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
  const lookups = countLookups(record);
  if (lookups > maxLookups) {
    return {
      status: "wrong",
      severity: "error",
      hint: `The SPF record needs ${lookups} DNS lookups. Receivers stop at ${maxLookups} and ignore the record. Remove services that no longer send mail for this domain.`,
    };
  }
  return { status: "ok", ...spfHint(record, lookups) };
}

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

function spfHint(record: string, lookups: number): Pick<Verdict, "severity" | "hint"> {
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
  if (lookups > maxLookups - 2) {
    return {
      severity: "warning",
      hint: `The record itself needs ${lookups} DNS lookups, and the records that it includes need more. Receivers stop at ${maxLookups}.`,
    };
  }
  return { severity: "note", hint: "" };
}
