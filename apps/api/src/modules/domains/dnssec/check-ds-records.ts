import type { DnssecChangeInput, DnssecPreflight, DsRecord } from "@zonepost/schema";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import type { DnsCheckPorts, DnsPorts } from "../ports.ts";
import { recordDnsCheck } from "../registry-sync/record-dns-check.ts";
import { foundAt } from "../rules/dns-check.ts";
import { presentVerdict } from "./dnssec-messages.ts";
import { dsRecordsAfter } from "./dnssec-preflight.ts";
import {
  type DelegatedKeys,
  type Delegation,
  readDelegatedKeys,
  validateDelegation,
} from "./read-delegated-keys.ts";

/** What it finds about the present records counts as the domain's latest check. */
export async function checkDsRecords(
  ctx: WorkspaceCtx & DnsCheckPorts,
  input: { name: string; change: DnssecChangeInput },
): Promise<DnssecPreflight> {
  requireRight(ctx.actor, "domains:read");
  const domain = await getOwnDomain(ctx, input.name);
  const { add = [], remove = [], replace } = input.change;
  const servers = await readDelegatedKeys(ctx, domain);
  const after = replace ?? dsRecordsAfter(domain.dsRecords, { add, remove });
  const verdict = await judgeDsRecords(ctx, domain, servers, after);
  await recordDnsCheck(ctx, domain, foundAt(servers, verdict.before));
  return verdict;
}

/** The same check for known DS records. A nameserver's failure is a result, not an error. */
export const preflightDsRecords = async (
  ctx: Pick<Ctx, "clock"> & DnsPorts,
  domain: Delegation,
  after: readonly DsRecord[],
): Promise<DnssecPreflight> => judgeDsRecords(ctx, domain, await readDelegatedKeys(ctx, domain), after);

async function judgeDsRecords(
  ctx: Pick<Ctx, "clock">,
  domain: Delegation,
  servers: readonly DelegatedKeys[],
  after: readonly DsRecord[],
): Promise<DnssecPreflight> {
  const [before, verdict] = await Promise.all([
    validateDelegation(ctx, domain, servers),
    validateDelegation(ctx, { ...domain, dsRecords: [...after] }, servers),
  ]);
  return presentVerdict(verdict, before.outcome);
}
