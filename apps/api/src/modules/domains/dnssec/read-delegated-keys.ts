import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DnsPorts, ServerKeys } from "../ports.ts";
import { delegatedHosts } from "../rules/delegation.ts";
import { validateDnssec } from "./dnssec-preflight.ts";

export type DelegatedKeys = { nameserver: string; keys: ServerKeys };
export type Delegation = Pick<DomainRow, "workspaceId" | "name" | "nameservers" | "glue" | "dsRecords">;

/** Asks each of the domain's present nameservers. One that fails is part of the result. */
export const readDelegatedKeys = (
  { dns }: DnsPorts,
  domain: Delegation,
  signal?: AbortSignal,
): Promise<DelegatedKeys[]> =>
  Promise.all(
    delegatedHosts(domain).map(async ({ host: nameserver, addresses }) => ({
      nameserver,
      keys: await dns.readKeys(
        {
          workspaceId: domain.workspaceId,
          domainName: domain.name,
          nameserver,
          addresses: addresses.length > 0 ? addresses : undefined,
        },
        signal,
      ),
    })),
  );

/** The verdict on the present keys and DS records. */
export const validateDelegation = (
  { clock }: Pick<Ctx, "clock">,
  { name: domainName, dsRecords }: Delegation,
  servers: readonly DelegatedKeys[],
) => validateDnssec({ domainName, servers, dsRecords, now: clock.wallNow() });
