import { domainToASCII, domainToUnicode } from "node:url";
import type { DomainCreateCommand, IdnData } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import { type TldRules, tldRules } from "./tlds.ts";

/** Special behavior of the sandbox, by the prefix of a label. */
const magicWords = ["taken", "premium", "fail", "refused", "silent"] as const;
type Magic = (typeof magicWords)[number];

export type OfferedName = {
  kind: "offered";
  name: string;
  rules: TldRules;
  magic?: Magic;
};

/** `reason` fits EPP's 32 characters (RFC 5731 section 3.1.1). */
export type RejectedName = {
  kind: "rejected";
  reason: string;
};

// RFC 5890 section 2.3.1: letters, digits, hyphen; neither first nor last is a hyphen.
const ldhLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
// RFC 5891 section 4.2.3.1: two hyphens in the third and fourth place are reserved for A-labels.
const reservedLabel = /^(?!xn--)..--/;

/** Checks the form of a name: one label below a TLD of this registry. */
export function validateName(given: string): OfferedName | RejectedName {
  const name = given.toLowerCase();
  const dot = name.indexOf(".");
  const label = name.slice(0, dot);
  const rules = tldRules.get(name.slice(dot + 1));
  if (dot < 1) {
    return { kind: "rejected", reason: "Not a domain name" };
  }
  if (!rules) {
    return { kind: "rejected", reason: "Not a top-level domain served" };
  }
  if (!ldhLabel.test(label) || reservedLabel.test(label)) {
    return { kind: "rejected", reason: "Not a valid label" };
  }
  if (label.length < rules.minLabelLength) {
    return { kind: "rejected", reason: "Label is too short" };
  }
  const magic = magicWords.find((word) => label.startsWith(`${word}-`));
  if (magic === "premium" && !rules.profile.quotesFees) {
    return { kind: "offered", name, rules };
  }
  return { kind: "offered", name, rules, ...(magic && { magic }) };
}

/** Whether a name is registered without a response. */
export function isSilent(given: string): boolean {
  const validated = validateName(given);
  return validated.kind === "offered" && validated.magic === "silent";
}

/** RFC 5731 section 1.1: a nameserver is a fully qualified host name. */
export function isHostName(name: string): boolean {
  const labels = name.toLowerCase().split(".");
  return name.length <= 253 && labels.length >= 2 && labels.every((label) => ldhLabel.test(label));
}

/** The domain in this registry above a host, whether or not it exists; null for other TLDs. */
export function superordinateOf(host: string): string | null {
  const [tld = "", label = ""] = host.split(".").reverse();
  return tldRules.has(tld) && label !== "" ? `${label}.${tld}` : null;
}

/** Checks the table that a new name comes with, and returns it; null for an ASCII name. */
export function idnTableOf(
  { name, rules }: OfferedName,
  { idn, idnLanguage }: Pick<DomainCreateCommand, "idn" | "idnLanguage">,
): string | null {
  const { tld, profile } = rules;
  const extension = profile.idn?.extension;
  if ((idn && extension !== "idn") || (idnLanguage !== undefined && extension !== "idnLang")) {
    throw new Refusal(2103, `.${tld} has no such IDN extension`);
  }
  const table = idn?.table ?? idnLanguage;
  if (!profile.idn || !name.startsWith("xn--")) {
    if (table !== undefined) {
      throw new Refusal(2306, "an ASCII name has no IDN table");
    }
    return null;
  }
  if (table === undefined) {
    throw new Refusal(2003, `an internationalized name below .${tld} needs its table`);
  }
  const letter = profile.idn.tables.get(table);
  if (!letter) {
    throw new Refusal(2306, `.${tld} has no IDN table ${table}`);
  }
  if (idn?.unicodeName !== undefined && domainToASCII(idn.unicodeName) !== name) {
    throw new Refusal(2306, "the name in Unicode is another one");
  }
  const label = domainToUnicode(name).slice(0, -tld.length - 1);
  const outside = [...label].find((character) => !/^[a-z0-9-]$/.test(character) && !letter.test(character));
  if (outside !== undefined) {
    throw new Refusal(2306, `the IDN table ${table} lacks ${outside}`);
  }
  return table;
}

export const idnDataOf = (name: string, table: string | null): IdnData | undefined =>
  table === null ? undefined : { table, unicodeName: domainToUnicode(name) };
