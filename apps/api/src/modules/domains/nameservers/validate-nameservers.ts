import type { NameserverInput, Warning } from "@zonepost/schema";
import type { FieldError } from "../../../kernel/errors.ts";
import type { DnsPorts, DomainPorts, HostAddresses } from "../ports.ts";
import { nameserverProblems } from "./nameserver-policy.ts";

export type NameserverPorts = DnsPorts & {
  nameserverRules: {
    /** Refuse a host without an address. */
    mustResolve: boolean;
    /** Refuses addresses that aren't public. */
    isRefusedAddress(address: string): boolean;
  };
};

export async function validateNameservers(
  ctx: NameserverPorts & Pick<DomainPorts, "registrars">,
  domain: { workspaceId: string; name: string; tld: string },
  nameservers: readonly NameserverInput[],
  base = "/nameservers",
): Promise<{ problems: FieldError[]; warnings: Warning[] }> {
  const problems = [
    ...nameserverProblems(ctx.registrars.rulesOf(domain.tld), domain, nameservers, base),
    ...nameservers.flatMap(({ addresses }, index) =>
      addresses.flatMap((address, place) =>
        ctx.nameserverRules.isRefusedAddress(address)
          ? [
              {
                pointer: `${base}/${index}/addresses/${place}`,
                message: "Enter a public IP address.",
              },
            ]
          : [],
      ),
    ),
  ];
  if (problems.length > 0 || !ctx.nameserverRules.mustResolve) {
    return { problems, warnings: [] };
  }
  const elsewhere = nameservers
    .map(({ host, addresses }, index) => ({ host, index, addresses }))
    .filter(({ addresses }) => addresses.length === 0);
  const { workspaceId } = domain;
  const answers = await Promise.all(
    elsewhere.map(({ host }) => ctx.dns.readAddresses({ workspaceId, hostName: host })),
  );
  return {
    problems: elsewhere.flatMap(({ index }, place) => problemOf(`${base}/${index}/host`, answers[place])),
    warnings: elsewhere.flatMap(({ host }, place) =>
      answers[place]?.kind === "unknown"
        ? [{ code: "nameserver_unknown", message: `We couldn't look up the addresses of ${host}.` }]
        : [],
    ),
  };
}

function problemOf(pointer: string, answer: HostAddresses | undefined): FieldError[] {
  if (answer?.kind === "missing") {
    return [{ pointer, message: "This host does not resolve." }];
  }
  if (answer?.kind === "private_address") {
    return [{ pointer, message: "This host has a private address." }];
  }
  return [];
}
