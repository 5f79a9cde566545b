import type { DnssecChangeResult, DsRecordInput } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { domainNotActive, dsRecordExists } from "../errors.ts";
import { dsRecordWarnings, isSameDsRecord } from "../policy.ts";
import { type DomainPorts, RegistrarError } from "../ports.ts";
import { dnssecStateOf } from "../queries/get-dnssec.ts";
import { getOwnDomain } from "../queries/get-own-domain.ts";
import { changeAtRegistry } from "./change-at-registry.ts";

/** Publishes a DS record at the parent registry. */
export async function publishDsRecord(
  ctx: WorkspaceCtx & DomainPorts,
  input: { name: string; dsRecord: DsRecordInput },
): Promise<DnssecChangeResult> {
  requireRight(ctx.actor, "dnssec:write");
  const domain = await getOwnDomain(ctx, input.name);
  if (domain.status !== "active") throw domainNotActive(domain.status);
  if (domain.dsRecords.some((ds) => isSameDsRecord(ds, input.dsRecord))) throw dsRecordExists();
  const change = { kind: "publish_ds_record", dsRecord: input.dsRecord } as const;
  const row = await changeAtRegistry(ctx, domain, change, (registrar) =>
    registrar.changeDsRecords(domain.name, { add: [input.dsRecord], remove: [] }),
  ).catch((error: unknown) => {
    throw isRegistrarReason(error, "exists") ? dsRecordExists() : error;
  });
  const warnings = dsRecordWarnings(input.dsRecord);
  return { ...dnssecStateOf(row), ...(warnings.length > 0 ? { warnings } : {}) };
}

export function isRegistrarReason(error: unknown, reason: RegistrarError["reason"]): boolean {
  return error instanceof AppError && error.cause instanceof RegistrarError && error.cause.reason === reason;
}
