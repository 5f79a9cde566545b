import { checkIntervalsMs } from "@zonepost/schema";
import type { Portfolio } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";

type Counts = Pick<Portfolio, "domainCount" | "autoRenewCount" | "lockedCount"> &
  Portfolio["dnssec"] & { answeringCount: number; unaskedCount: number };

/**
 * Counts over the caller's domains, in one narrow read. A check older than twice its interval says nothing, and
 * a broken chain counts when attention lists it: once a second check has confirmed it.
 */
export async function getPortfolio(ctx: WorkspaceCtx): Promise<Portfolio> {
  requireRight(ctx.actor, "domains:read");
  const { workspaceId, domainNames } = ctx.actor;
  const now = await ctx.clock.now();
  const freshSince = (intervalMs: number) => new Date(now.getTime() - 2 * intervalMs).toISOString();
  const [counts] = await ctx.db.$client<[Counts]>`
    select count(*)::int as "domainCount",
      count(*) filter (where auto_renew)::int as "autoRenewCount",
      count(*) filter (where 'clientTransferProhibited' = any (registry_statuses))::int as "lockedCount",
      count(*) filter (where dnssec = 'validates')::int as "validCount",
      count(*) filter (where dnssec = 'breaks')::int as "brokenCount",
      count(*) filter (where dnssec = 'unchecked')::int as "uncheckedCount",
      count(*) filter (where answering > 0)::int as "answeringCount",
      count(*) filter (where answering is null)::int as "unaskedCount"
    from (
      select auto_renew, registry_statuses,
        case
          when ds_records = '[]' then 'unsigned'
          when checked_at >= ${freshSince(checkIntervalsMs.dnssec)}::timestamptz and (dnssec = 'validates' or is_broken) then dnssec
          else 'unchecked'
        end as dnssec,
        case when checked_at >= ${freshSince(checkIntervalsMs.nameservers)}::timestamptz then answering end as answering
      from domains left join domain_dns_checks on domain_id = domains.id
      where domains.workspace_id = ${workspaceId}
        and (${domainNames}::text[] is null or name = any (${domainNames}))
        and status not in ('deleted', 'transferred_out')
    ) as own`;
  const { domainCount, autoRenewCount, lockedCount, validCount, brokenCount, uncheckedCount } = counts;
  return {
    domainCount,
    autoRenewCount,
    lockedCount,
    dnssec: { validCount, brokenCount, uncheckedCount },
    nameservers: { answeringCount: counts.answeringCount, uncheckedCount: counts.unaskedCount },
  };
}
