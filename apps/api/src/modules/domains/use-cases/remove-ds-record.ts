import type { DnssecChangeResult, DsRecord } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { domainNotActive, dsRecordMissing } from "../errors.ts";
import { isSameDsRecord } from "../policy.ts";
import type { DomainPorts } from "../ports.ts";
import { dnssecStateOf } from "../queries/get-dnssec.ts";
import { getOwnDomain } from "../queries/get-own-domain.ts";
import { changeAtRegistry } from "./change-at-registry.ts";
import { isRegistrarReason } from "./publish-ds-record.ts";

/** Takes a DS record away from the parent registry. */
export async function removeDsRecord(
  ctx: WorkspaceCtx & DomainPorts,
  input: { name: string; dsRecord: DsRecord },
): Promise<DnssecChangeResult> {
  requireRight(ctx.actor, "dnssec:write");
  const domain = await getOwnDomain(ctx, input.name);
  if (domain.status !== "active") throw domainNotActive(domain.status);
  const published = domain.dsRecords.find((ds) => isSameDsRecord(ds, input.dsRecord));
  if (!published) throw dsRecordMissing();
  const row = await changeAtRegistry(
    ctx,
    domain,
    { kind: "remove_ds_record", dsRecord: published },
    (registrar) => registrar.changeDsRecords(domain.name, { add: [], remove: [published] }),
  ).catch((error: unknown) => {
    throw isRegistrarReason(error, "missing") ? dsRecordMissing() : error;
  });
  return dnssecStateOf(row);
}
