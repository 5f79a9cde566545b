import type { DnssecChangeResult, PreflightMode } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { MaybeAccepted } from "../../../kernel/http/accepted.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { domainNotActive } from "../errors.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { isRegistrarReason } from "../model/registrar.ts";
import type { AddedDsRecord, DnsPorts, DomainPorts } from "../ports.ts";
import { digestTypeProblems, dsRecordDifference, isSameDsRecord } from "../rules/ds-records.ts";
import { applyDsRecordChange } from "./apply-ds-record-change.ts";
import { dnssecStateOf } from "./get-dnssec.ts";

const attempts = 2;

/** Replaces all DS records in one registry update, so the zone is never without any. */
export async function replaceDsRecords(
  ctx: WorkspaceCtx & DomainPorts & DnsPorts,
  input: { name: string; dsRecords: AddedDsRecord[]; preflight?: PreflightMode | undefined },
): Promise<MaybeAccepted<DnssecChangeResult>> {
  requireRight(ctx.actor, "dnssec:write");
  const wanted = input.dsRecords.filter(
    (ds, index, all) => all.findIndex((other) => isSameDsRecord(ds, other)) === index,
  );
  for (let attempt = 1; ; attempt += 1) {
    const domain = await getOwnDomain(ctx, input.name);
    if (domain.status !== "active") {
      throw domainNotActive(domain.status);
    }
    const { removed } = dsRecordDifference(domain.dsRecords, wanted);
    const added = wanted.filter((ds) => !domain.dsRecords.some((held) => isSameDsRecord(ds, held)));
    if (added.length === 0 && removed.length === 0) {
      return dnssecStateOf(domain);
    }
    const { digestTypes } = ctx.registrars.rulesOf(domain.tld);
    const given = input.dsRecords.filter(({ key }) => !key);
    const problems = digestTypeProblems({ ...domain, digestTypes }, given, (index) => `/dsRecords/${index}`);
    if (problems.length > 0) {
      throw invalid(problems);
    }
    try {
      return await applyDsRecordChange(ctx, domain, { add: added, remove: removed }, input.preflight, {
        isCompleteDsSet: true,
      });
    } catch (error) {
      // The records were changed elsewhere. Our row is now up to date, so compute the difference again.
      const isStale = isRegistrarReason(error, "exists") || isRegistrarReason(error, "missing");
      if (!isStale || attempt === attempts) {
        throw error;
      }
    }
  }
}
