import { decodedPath } from "../../../ui/values/decoded-path.ts";
import { fold, tokensOf } from "./rank.ts";

type Subject = { name: string; unicodeName: string; expiresAt: string };

/** Domains whose tabs and verbs are offered; with more, one domain's would hide the others. */
export const mostSubjects = 12;

/** The domains that a query is about: those that it names, then recent ones, then those that expire first. */
export function subjectsOf<Domain extends Subject>(
  domains: readonly Domain[],
  query: string,
  recentNames: readonly string[],
): Domain[] {
  const tokens = tokensOf(query);
  const isNamed = ({ name, unicodeName }: Domain) =>
    tokens.some((token) => name.includes(token) || fold(unicodeName).includes(token));
  const recencyOf = ({ name }: Domain) => {
    const index = recentNames.indexOf(name);
    return index < 0 ? recentNames.length : index;
  };
  return domains
    .map((domain) => ({ domain, isNamed: isNamed(domain), recency: recencyOf(domain) }))
    .sort(
      (one, other) =>
        Number(other.isNamed) - Number(one.isNamed) ||
        one.recency - other.recency ||
        one.domain.expiresAt.localeCompare(other.domain.expiresAt),
    )
    .slice(0, mostSubjects)
    .map(({ domain }) => domain);
}

/** The domains that these pages are about. */
export const namesIn = (paths: readonly string[]) =>
  paths.flatMap((path) => {
    const [, root, name] = path.split("/");
    const decoded = (root === "domains" || root === "mail") && name ? decodedPath(name) : undefined;
    return decoded === undefined ? [] : [decoded];
  });
