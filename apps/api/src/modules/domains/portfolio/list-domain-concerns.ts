import { domainToUnicode } from "node:url";
import { checkIntervalsMs } from "@zonepost/schema";
import type { Concern, ConcernRow } from "../../../kernel/concern.ts";
import { withSubject } from "../../../kernel/concern.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { firstIdAt, publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { noticeWindowsDays } from "../rules/notices.ts";

/** Someone who hasn't tried again after this time has seen it. */
const refusalShownMs = 14 * dayMs;
const checkCountsMs = 2 * Math.min(checkIntervalsMs.dnssec, checkIntervalsMs.nameservers);

const otherPartys = ["transfer_rejected", "transfer_cancelled", "domain_gone"];

/**
 * What needs attention of the domains that the actor sees, in one statement. Each of its parts reads only the rows that a
 * partial index or a range of the next renewals and expiries leads to, however many domains there are.
 */
export async function listDomainConcerns(ctx: WorkspaceCtx, now: Date): Promise<Concern[]> {
  requireRight(ctx.actor, "domains:read");
  const { workspaceId, domainNames } = ctx.actor;
  const sql = ctx.db.$client;
  const wallNow = ctx.clock.wallNow().getTime();
  const soon = new Date(now.getTime() + Math.max(...noticeWindowsDays) * dayMs).toISOString();
  const sees = sql`(${domainNames}::text[] is null or d.name = any (${domainNames}))`;
  const rows = await sql<(ConcernRow & { name: string })[]>`
    select 'domain_suspended' as kind, d.name, d.suspended_at as since, null::timestamptz as until,
      '{}'::jsonb as facts
    from domains d
    where d.workspace_id = ${workspaceId} and ${sees} and d.suspended_at is not null
      and d.status in ('active', 'expired')
    union all
    select 'domain_in_redemption', d.name,
      coalesce((select max(h.occurred_at) from domain_history h where h.domain_id = d.id and h.kind = 'deletion'),
        least(d.paid_until, d.status_ends_at - interval '30 days')), d.status_ends_at, '{}'
    from domains d
    where d.workspace_id = ${workspaceId} and ${sees} and d.status = 'redemption'
    union all
    select 'transfer_out_requested', d.name, o.created_at, o.waits_until, jsonb_build_object('operationId', o.id)
    from domains d
    join domain_operations o on o.workspace_id = d.workspace_id and o.domain_name = d.name
      and o.finished_at is null and o.kind not like '%_change'
    where d.workspace_id = ${workspaceId} and ${sees} and d.status = 'pending_transfer'
      and o.kind = 'transfer_out' and o.state = 'action_required'
    union all
    select case when d.status = 'expired' then 'domain_expired'
        when d.auto_renew then 'renewal_failed' else 'expires_without_renewal' end,
      d.name,
      case when d.status = 'expired' then d.paid_until
        when d.auto_renew then failed.since
        else d.paid_until - ${`${Math.max(...noticeWindowsDays)} days`}::interval end,
      case when d.status = 'expired' then coalesce(d.next_deletion_at, failed.ends_at) else d.paid_until end,
      jsonb_build_object('expiresAt', d.paid_until, 'code', failed.code, 'message', failed.message,
        'isPayment', failed.is_payment, 'triesAgainAt', failed.tries_again_at)
    from domains d
    left join lateral (
      select min(h.occurred_at) over () as since, h.details ->> 'code' as code,
        h.summary as message, h.details ->> 'isPayment' as is_payment,
        h.details ->> 'triesAgainAt' as tries_again_at, (h.details ->> 'endsAt')::timestamptz as ends_at
      from domain_history h
      where h.domain_id = d.id and h.kind = 'renewal' and h.details ->> 'failed' = 'automatic_renewal'
        and (h.details ->> 'expiresAt')::timestamptz = d.paid_until
      order by h.occurred_at desc limit 1) failed on d.auto_renew
    where d.workspace_id = ${workspaceId} and ${sees} and d.status in ('active', 'expired')
      and coalesce(d.next_renewal_at, d.paid_until) < ${soon} and d.suspended_at is null
      and (d.status = 'expired' or not d.auto_renew or failed.since is not null)
    union all
    select 'registry_refuses', d.name, o.finished_at, null, jsonb_build_object('operationId', o.id,
      'operation', o.kind, 'message', o.reason ->> 'message')
    from domain_operations o
    join domains d on d.id = o.domain_id and d.workspace_id = o.workspace_id
    where o.workspace_id = ${workspaceId} and o.state = 'failed' and ${sees}
      and o.id > ${firstIdAt(wallNow - refusalShownMs)} and o.finished_at is not null
      and d.status not in ('deleted', 'transferred_out')
      and o.reason ->> 'code' is not null and o.reason ->> 'code' <> all (${otherPartys})
      and not exists (
        select from domain_operations l
        where l.workspace_id = o.workspace_id and l.domain_name = o.domain_name and l.id > o.id and l.kind = o.kind)
    union all
    select case when c.is_broken then 'dnssec_broken' else 'nameservers_silent' end, d.name,
      case when c.is_broken then c.breaks_since else c.silent_since end, null,
      jsonb_build_object('checkedAt', c.checked_at, 'asked', c.asked)
    from domain_dns_checks c
    join domains d on d.id = c.domain_id
    where c.workspace_id = ${workspaceId} and ${sees} and (c.is_broken or c.is_silent)
      and c.checked_at > ${new Date(now.getTime() - checkCountsMs).toISOString()}
      and d.status in ('active', 'expired') and d.suspended_at is null`;
  return rows.map(({ name, ...row }) => {
    const { operationId } = row.facts;
    const facts =
      typeof operationId === "string"
        ? { ...row.facts, operationId: publicId("dop", operationId) }
        : row.facts;
    return withSubject({ ...row, facts }, { type: "domain", id: name, name: domainToUnicode(name) });
  });
}
