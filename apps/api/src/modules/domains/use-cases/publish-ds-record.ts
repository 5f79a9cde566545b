import type { DnssecChangeResult, DsRecordInput, PreflightMode } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { domainNotActive, dsRecordExists } from "../errors.ts";
import { isSameDsRecord } from "../policy.ts";
import { type DnsPorts, type DomainPorts, RegistrarError } from "../ports.ts";
import { getOwnDomain } from "../queries/get-own-domain.ts";
import { changeDsRecords } from "./change-ds-records.ts";

/** Publishes a DS record at the parent registry. */
export async function publishDsRecord(
  ctx: WorkspaceCtx & DomainPorts & DnsPorts,
  input: { name: string; dsRecord: DsRecordInput; preflight?: PreflightMode | undefined },
): Promise<DnssecChangeResult> {
  requireRight(ctx.actor, "dnssec:write");
  const domain = await getOwnDomain(ctx, input.name);
  if (domain.status !== "active") {
    throw domainNotActive(domain.status);
  }
  if (domain.dsRecords.some((ds) => isSameDsRecord(ds, input.dsRecord))) {
    throw dsRecordExists();
  }
  const change = { add: [input.dsRecord], remove: [] };
  return changeDsRecords(ctx, domain, change, input.preflight).catch((error: unknown) => {
    throw isRegistrarReason(error, "exists") ? dsRecordExists() : error;
  });
}

export function isRegistrarReason(error: unknown, reason: RegistrarError["reason"]): boolean {
  return error instanceof AppError && error.cause instanceof RegistrarError && error.cause.reason === reason;
}
