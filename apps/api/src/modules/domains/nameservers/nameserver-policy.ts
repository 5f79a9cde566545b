import type { NameserverInput } from "@zonepost/schema";
import type { FieldError } from "../../../kernel/errors.ts";
import { rulesOfTld } from "../model/tld-rules.ts";

export const isBelow = (host: string, name: string) => host === name || host.endsWith(`.${name}`);

/** What keeps a domain from being delegated to these; none at all is allowed. `base` is the list's pointer. */
export function nameserverProblems(
  domain: { name: string; tld: string },
  nameservers: readonly NameserverInput[],
  base: string,
): FieldError[] {
  const { minNameservers, maxNameservers } = rulesOfTld(domain.tld);
  const problems = nameservers.flatMap(({ host, addresses }, index) => {
    const pointer = `${base}/${index}`;
    if (nameservers.findIndex((other) => other.host === host) < index) {
      return [{ pointer: `${pointer}/host`, message: "is in the list already" }];
    }
    if (isBelow(host, domain.name) && addresses.length === 0) {
      return [
        {
          pointer: `${pointer}/addresses`,
          message: "needs at least one IP address, because it lies under the domain",
        },
      ];
    }
    if (!isBelow(host, domain.name) && addresses.length > 0) {
      return [
        {
          pointer: `${pointer}/addresses`,
          message: "must be left out, because the host lies under another name",
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
      message: `must have ${minNameservers} to ${maxNameservers} entries, or none`,
    });
  }
  return problems;
}
