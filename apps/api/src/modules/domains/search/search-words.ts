import { domainToUnicode } from "node:url";
import {
  type DomainNameProblem,
  domainNameWarnings,
  normalizeDomainName,
  type Warning,
} from "@zonepost/schema";
import { isInIdnTables, type TldRules } from "../tlds/tld-rules.ts";

export type NameToSearch = {
  name: string;
  unicodeName: string;
  tld: string;
  /** Null if the registry has to be asked. */
  reason: "invalid_label" | "not_offered" | null;
  warnings: Warning[];
};

export type SearchedWord = { ok: true; names: NameToSearch[] } | { ok: false; problem: DomainNameProblem };

/**
 * The names to check for a typed word under each offered TLD: a complete typed name first, the others in the order of
 * the offer.
 */
export function namesOfWord(
  word: string,
  offeredTlds: readonly string[],
  rulesOf: (tld: string) => NameRules,
): SearchedWord {
  const typed = word
    .replace(/\s+/gu, "")
    .replace(/[。．｡]/gu, ".")
    .replace(/^\.+|\.+$/gu, "");
  const isName = typed.includes(".");
  const read = normalizeDomainName(isName ? typed : `${typed}.com`, { mixedScripts: "allow" });
  if (!read.ok) {
    return read;
  }
  const labels = read.name.split(".");
  const typedTld = isName ? labels.at(-1) : undefined;
  const isOffered = typedTld !== undefined && offeredTlds.includes(typedTld);
  // Of a host name such as www.example.com, only the domain itself can be registered.
  const label = (isOffered ? labels.at(-2) : labels.find((each) => each !== "www")) ?? "";
  const tlds = offeredTlds.filter((tld) => tld !== typedTld);
  const names = [
    ...(isOffered ? [toSearch(`${label}.${typedTld}`, typedTld, rulesOf(typedTld))] : []),
    ...(typedTld !== undefined && !isOffered ? [notOffered(read.name, typedTld)] : []),
    ...tlds.map((tld) => toSearch(`${label}.${tld}`, tld, rulesOf(tld))),
  ];
  return { ok: true, names };
}

type NameRules = Pick<TldRules, "minLabelLength" | "idnTables">;

function toSearch(name: string, tld: string, rules: NameRules): NameToSearch {
  const unicodeName = domainToUnicode(name);
  const warnings = domainNameWarnings(unicodeName);
  const label = name.slice(0, -tld.length - 1);
  const isRefused =
    label.length < rules.minLabelLength ||
    !isInIdnTables(domainToUnicode(label), rules.idnTables) ||
    warnings.some(({ code }) => code === "mixed_scripts");
  return { name, unicodeName, tld, reason: isRefused ? "invalid_label" : null, warnings };
}

function notOffered(name: string, tld: string): NameToSearch {
  const unicodeName = domainToUnicode(name);
  return { name, unicodeName, tld, reason: "not_offered", warnings: domainNameWarnings(unicodeName) };
}
