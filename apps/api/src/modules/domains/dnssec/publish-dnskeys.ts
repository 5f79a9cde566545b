import {
  computeDsRecord,
  type Dnskey,
  type DnskeyInput,
  type DnssecChangeResult,
  type PreflightMode,
} from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { MaybeAccepted } from "../../../kernel/http/accepted.ts";
import type { AddedDsRecord, DnsPorts, DomainPorts } from "../ports.ts";
import { publishDsRecord } from "./publish-ds-record.ts";
import { replaceDsRecords } from "./replace-ds-records.ts";

/** SHA-256, as registries that take keys compute it. */
const digestType = 2;

/** For registries that take keys. The DS record that the registry computes identifies the key from then on. */
export async function publishDnskey(
  ctx: WorkspaceCtx & DomainPorts & DnsPorts,
  { dnskey, ...input }: { name: string; dnskey: DnskeyInput; preflight?: PreflightMode | undefined },
): Promise<MaybeAccepted<DnssecChangeResult>> {
  return publishDsRecord(ctx, { ...input, dsRecord: await withDsRecord(input.name, dnskey) });
}

export async function replaceDnskeys(
  ctx: WorkspaceCtx & DomainPorts & DnsPorts,
  { keys, ...input }: { name: string; keys: DnskeyInput[]; preflight?: PreflightMode | undefined },
): Promise<MaybeAccepted<DnssecChangeResult>> {
  const dsRecords = await Promise.all(keys.map((key) => withDsRecord(input.name, key)));
  return replaceDsRecords(ctx, { ...input, dsRecords });
}

const withDsRecord = async (domainName: string, key: Dnskey): Promise<AddedDsRecord> => ({
  ...(await computeDsRecord({ domainName, dnskey: key, digestType })),
  key,
});
