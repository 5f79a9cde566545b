import type { Portfolio } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";

/** Counts over the caller's domains, in one narrow read. */
export async function getPortfolio(ctx: WorkspaceCtx): Promise<Portfolio> {
  requireRight(ctx.actor, "domains:read");
  const { workspaceId, domainNames } = ctx.actor;
  const [counts] = await ctx.db.$client<[Portfolio]>`
    select count(*)::int as "domainCount",
      count(*) filter (where auto_renew)::int as "autoRenewCount",
      count(*) filter (where 'clientTransferProhibited' = any (registry_statuses))::int as "lockedCount",
      count(*) filter (where ds_records <> '[]')::int as "signedCount"
    from domains
    where workspace_id = ${workspaceId}
      and (${domainNames}::text[] is null or name = any (${domainNames}))
      and status not in ('deleted', 'transferred_out')`;
  return counts;
}
