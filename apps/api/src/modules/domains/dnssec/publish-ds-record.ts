import type { Dnskey, DnssecChangeResult, DsRecordInput, PreflightMode } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { MaybeAccepted } from "../../../kernel/http/accepted.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { domainNotActive, dsRecordExists } from "../errors.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { isRegistrarReason } from "../model/registrar.ts";
import type { DnsPorts, DomainPorts } from "../ports.ts";
import { digestTypeProblems, isSameDsRecord } from "../rules/ds-records.ts";
import { applyDsRecordChange } from "./apply-ds-record-change.ts";

export async function publishDsRecord(
  ctx: WorkspaceCtx & DomainPorts & DnsPorts,
  input: { name: string; dsRecord: DsRecordInput & { key?: Dnskey }; preflight?: PreflightMode | undefined },
): Promise<MaybeAccepted<DnssecChangeResult>> {
  requireRight(ctx.actor, "dnssec:write");
  const domain = await getOwnDomain(ctx, input.name);
  if (domain.status !== "active") {
    throw domainNotActive(domain.status);
  }
  if (domain.dsRecords.some((ds) => isSameDsRecord(ds, input.dsRecord))) {
    throw dsRecordExists();
  }
  const { digestTypes } = ctx.registrars.rulesOf(domain.tld);
  const problems = digestTypeProblems({ ...domain, digestTypes }, [input.dsRecord], () => "");
  if (problems.length > 0 && !input.dsRecord.key) {
    throw invalid(problems);
  }
  const change = { add: [input.dsRecord], remove: [] };
  return applyDsRecordChange(ctx, domain, change, input.preflight).catch((error: unknown) => {
    throw isRegistrarReason(error, "exists") ? dsRecordExists() : error;
  });
}
