import type { DnssecState } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";

export const dnssecStateOf = (row: DomainRow): DnssecState => ({
  enabled: row.dsRecords.length > 0,
  dsRecords: row.dsRecords,
});

export async function getDnssec(ctx: WorkspaceCtx, name: string): Promise<DnssecState> {
  requireRight(ctx.actor, "domains:read");
  return dnssecStateOf(await getOwnDomain(ctx, name));
}
