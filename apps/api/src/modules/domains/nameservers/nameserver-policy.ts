import type { NameserverInput } from "@zonepost/schema";
import type { FieldError } from "../../../kernel/errors.ts";
import type { TldRules } from "../tlds/tld-rules.ts";

export const isBelow = (host: string, name: string) => host === name || host.endsWith(`.${name}`);

/** Checks nameservers without lookups; an empty list is allowed. Pointers start at `base`. */
export function nameserverProblems(
  { minNameservers, maxNameservers }: Pick<TldRules, "minNameservers" | "maxNameservers">,
  domain: { name: string },
  nameservers: readonly NameserverInput[],
  base: string,
): FieldError[] {
  const problems = nameservers.flatMap(({ host, addresses }, index) => {
    const pointer = `${base}/${index}`;
    if (nameservers.findIndex((other) => other.host === host) < index) {
      return [{ pointer: `${pointer}/host`, message: "This nameserver is listed twice." }];
    }
    if (isBelow(host, domain.name) && addresses.length === 0) {
      return [
        {
          pointer: `${pointer}/addresses`,
          message: "Add at least one IP address. The host is under this domain.",
        },
      ];
    }
    if (!isBelow(host, domain.name) && addresses.length > 0) {
      return [
        {
          pointer: `${pointer}/addresses`,
          message: "Remove the addresses. The host is not under this domain.",
        },
      ];
    }
    return [];
  });
  const isCountWrong =
    nameservers.length > 0 && (nameservers.length < minNameservers || nameservers.length > maxNameservers);
  if (isCountWrong) {
    problems.unshift({
      pointer: base,
      message: `Enter ${minNameservers} to ${maxNameservers} nameservers, or none.`,
    });
  }
  return problems;
}

/** For an intent: sorted hosts and glue. */
export const delegationTo = (nameservers: readonly NameserverInput[]) => ({
  nameservers: nameservers.map(({ host }) => host).sort(),
  glue: nameservers
    .filter(({ addresses }) => addresses.length > 0)
    .sort((one, other) => (one.host < other.host ? -1 : 1)),
});

export const canonicalNameservers = (nameservers: readonly NameserverInput[]): NameserverInput[] =>
  nameservers.map(({ host, addresses }) => ({ host, addresses: canonical(addresses) }));

/** As registries return them: lower case, unique, sorted; IPv6 as in RFC 5952. */
const canonical = (addresses: readonly string[]): string[] =>
  [
    ...new Set(
      addresses.map((address) =>
        address.includes(":") ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address,
      ),
    ),
  ].sort();
