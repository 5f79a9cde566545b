import type { NameserverInput, NameserverPreflight } from "@zonepost/schema";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { preflightWarnings, presentVerdict } from "../dnssec/dnssec-messages.ts";
import { validateDnssec } from "../dnssec/dnssec-preflight.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import type { DnsPorts, ServerKeys } from "../ports.ts";
import { delegatedHosts } from "../rules/delegation.ts";
import { judgeDelegation, type ServerAnswers } from "./delegation-preflight-policy.ts";

export async function checkNameservers(
  ctx: WorkspaceCtx & DnsPorts,
  input: { name: string; nameservers: NameserverInput[] },
): Promise<NameserverPreflight> {
  requireRight(ctx.actor, "domains:read");
  return preflightNameservers(ctx, await getOwnDomain(ctx, input.name), input.nameservers);
}

type Delegated = Pick<DomainRow, "workspaceId" | "name" | "nameservers" | "glue" | "dsRecords">;

/** Asks the current and the new nameservers. One that fails is part of the result, not an error. */
export async function preflightNameservers(
  ctx: Pick<Ctx, "clock"> & DnsPorts,
  domain: Delegated,
  nameservers: readonly NameserverInput[],
): Promise<NameserverPreflight> {
  const [before, after] = await Promise.all([
    askAll(ctx, domain, delegatedHosts(domain)),
    askAll(ctx, domain, nameservers),
  ]);
  const request = { domainName: domain.name, dsRecords: domain.dsRecords, now: ctx.clock.wallNow() };
  const [now, verdict] = await Promise.all([
    validateDnssec({ ...request, servers: before }),
    validateDnssec({ ...request, servers: after }),
  ]);
  const dnssec = presentVerdict(verdict, now.outcome);
  return judgeDelegation({
    domainName: domain.name,
    before,
    after,
    dnssec: { ...dnssec, warnings: preflightWarnings(dnssec) },
  });
}

const askAll = (
  { dns }: DnsPorts,
  { workspaceId, name: domainName }: Delegated,
  nameservers: readonly NameserverInput[],
): Promise<(ServerAnswers & { keys: ServerKeys })[]> =>
  Promise.all(
    nameservers.map(async ({ host: nameserver, addresses }) => {
      const known = addresses.length > 0 ? addresses : undefined;
      const question = { workspaceId, domainName, nameserver, addresses: known };
      const [keys, mail] = await Promise.all([dns.readKeys(question), dns.readMailHosts(question)]);
      return {
        nameserver,
        keys,
        away: keys.kind === "away" ? keys.reason : undefined,
        mailHosts: mail.kind === "answered" ? mail.hosts : undefined,
      };
    }),
  );
