import type { DnssecChangeInput, DnssecPreflight, DsRecord } from "@zonepost/schema";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import type { DnsPorts } from "../ports.ts";
import { presentVerdict } from "./dnssec-messages.ts";
import { dsRecordsAfter, validateDnssec } from "./dnssec-preflight.ts";

export async function checkDsRecords(
  ctx: WorkspaceCtx & DnsPorts,
  input: { name: string; change: DnssecChangeInput },
): Promise<DnssecPreflight> {
  requireRight(ctx.actor, "domains:read");
  const domain = await getOwnDomain(ctx, input.name);
  const { add = [], remove = [], replace } = input.change;
  return preflightDsRecords(ctx, domain, replace ?? dsRecordsAfter(domain.dsRecords, { add, remove }));
}

/** The same check for known DS records. A nameserver's failure is a result, not an error. */
export async function preflightDsRecords(
  ctx: Pick<Ctx, "clock"> & DnsPorts,
  domain: Pick<DomainRow, "workspaceId" | "name" | "nameservers" | "glue" | "dsRecords">,
  after: readonly DsRecord[],
): Promise<DnssecPreflight> {
  const servers = await Promise.all(
    domain.nameservers.map(async (nameserver) => {
      const glue = domain.glue.find(({ host }) => host === nameserver)?.addresses;
      const keys = await ctx.dns.readKeys({
        workspaceId: domain.workspaceId,
        domainName: domain.name,
        nameserver,
        addresses: glue?.length ? glue : undefined,
      });
      return { nameserver, keys };
    }),
  );
  const request = { domainName: domain.name, servers, now: ctx.clock.wallNow() };
  const [before, verdict] = await Promise.all([
    validateDnssec({ ...request, dsRecords: domain.dsRecords }),
    validateDnssec({ ...request, dsRecords: after }),
  ]);
  return presentVerdict(verdict, before.outcome);
}
