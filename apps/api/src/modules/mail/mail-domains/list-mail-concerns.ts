import { type AttentionItem, checkIntervalsMs } from "@zonepost/schema";
import type { Concern, ConcernRow } from "../../../kernel/concern.ts";
import { withSubject } from "../../../kernel/concern.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";

const fullPercent = 90;
const expiryShownMs = 30 * dayMs;
const confirmationWaitMs = 3 * dayMs;
/** As for the email about it. */
const keyWaitMs = 7 * dayMs;
const checkCountsMs = 2 * checkIntervalsMs.mailDns;

type Row = ConcernRow & {
  type: AttentionItem["subject"]["type"];
  id: string;
  name: string;
  domainName: string;
};

/**
 * What needs attention of the mail that the actor sees, in one statement: it begins with the workspace's mail domains that
 * are in use, and reads their large rows only through indexes of those that have a problem.
 */
export async function listMailConcerns(ctx: WorkspaceCtx, now: Date): Promise<Concern[]> {
  requireRight(ctx.actor, "mail:read");
  const { workspaceId, domainNames } = ctx.actor;
  const sql = ctx.db.$client;
  const at = now.toISOString();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const rows = await sql<Row[]>`
    with m as materialized (
      select id, workspace_id, domain_name, activated_at, paid_until, interrupted_paid_until, suspended_at, auto_renew,
        renewal_failed_at, storage_gigabytes, storage_warned_percent
      from mail_domains
      where workspace_id = ${workspaceId} and left_at is null and deactivated_at is null
        and (erases_at is null or erases_at > ${at})
        and (${domainNames}::text[] is null or domain_name = any (${domainNames})))
    select case
        when paid_until <= ${at} and interrupted_paid_until is null then 'mail_unpaid'
        when paid_until <= ${at} or suspended_at is not null then 'mail_suspended'
        when auto_renew then 'renewal_failed'
        else 'expires_without_renewal' end as kind,
      'mail_domain' as type, domain_name as id, domain_name as name, domain_name as "domainName",
      case
        when paid_until <= ${at} then paid_until
        when suspended_at is not null then suspended_at
        when auto_renew then renewal_failed_at
        else paid_until - interval '30 days' end as since,
      case when paid_until > ${at} and suspended_at is null then paid_until end as until,
      jsonb_build_object('reason', case
        when paid_until > ${at} then 'by_user' when interrupted_paid_until is null then 'unpaid' else 'dispute' end) as facts
    from m
    where paid_until <= ${at} or suspended_at is not null
      or (auto_renew and renewal_failed_at is not null)
      or (not auto_renew and paid_until < ${new Date(now.getTime() + expiryShownMs).toISOString()})
    union all
    select 'mail_dns_wrong', 'mail_domain', m.domain_name, m.domain_name, m.domain_name,
      coalesce((select min(h.value ->> 'since')::timestamptz from jsonb_each(c.health) h
        where h.value ->> 'state' = 'broken'), m.activated_at), null,
      jsonb_build_object('checkedAt', c.checked_at)
    from mail_dns_checks c join m on m.id = c.mail_domain_id
    where c.workspace_id = ${workspaceId}
      and c.records @? '$[*] ? (@.severity == "error" && @.status != "ok" && @.status != "unknown")'
      and c.checked_at > ${before(checkCountsMs)} and m.paid_until > ${at} and m.suspended_at is null
    union all
    select 'storage_nearly_full', 'mail_domain', m.domain_name, m.domain_name, m.domain_name,
      coalesce((select max(u.day)::timestamptz + interval '1 day' from (
        select day, sum(used_bytes) as used from mail_usage_days where mail_domain_id = m.id group by day) u
        where u.used * 100 < m.storage_gigabytes * 1073741824::bigint * ${fullPercent}::int), m.activated_at),
      null, jsonb_build_object('percent', floor(s.used * 100 / (m.storage_gigabytes * 1073741824::bigint))::int)
    from m
    cross join lateral (
      select sum(u.used_bytes) as used from mail_accounts a join mail_account_use u on u.account_id = a.id
      where a.mail_domain_id = m.id and m.storage_warned_percent > 0) s
    where m.storage_warned_percent > 0
      and s.used * 100 >= m.storage_gigabytes * 1073741824::bigint * ${fullPercent}::int
    union all
    select 'storage_nearly_full', 'mail_account', a.id::text, a.full_address, m.domain_name,
      coalesce((select max(d.day)::timestamptz + interval '1 day' from mail_usage_days d
        where d.account_id = a.id and d.used_bytes * 100 < a.quota_megabytes * 1048576::bigint * ${fullPercent}::int),
        a.created_at),
      null, jsonb_build_object('percent', (u.used_bytes * 100 / (a.quota_megabytes * 1048576::bigint))::int)
    from mail_account_use u
    join mail_accounts a on a.id = u.account_id
    join m on m.id = a.mail_domain_id
    where u.warned_percent > 0 and a.deleted_at is null and a.quota_megabytes > 0
      and u.used_bytes * 100 >= a.quota_megabytes * 1048576::bigint * ${fullPercent}::int
    union all
    select 'sending_limited',
      case l.scope when 'workspace' then 'workspace' when 'domain' then 'mail_domain'
        else case when a.id is null then 'mail_alias' else 'mail_account' end end,
      case when l.scope = 'domain' then m.domain_name else l.scope_id::text end,
      coalesce(a.full_address, f.from_address, case when l.scope = 'domain' then m.domain_name else 'workspace' end),
      m.domain_name, min(coalesce(l.told_at, l.limited_at)), max(l.limited_at) + interval '61 minutes', '{}'::jsonb
    from mail_sending_limits l
    join m on m.id = l.mail_domain_id
    left join mail_accounts a on a.id = l.scope_id and a.deleted_at is null
    left join mail_aliases f on f.id = l.scope_id
    where l.workspace_id = ${workspaceId} and l.limited_at > now() - interval '1 hour'
      and (l.scope <> 'workspace' or ${domainNames}::text[] is null)
      and (l.scope in ('workspace', 'domain') or a.id is not null or f.id is not null)
    group by l.scope, l.scope_id, a.id, a.full_address, f.from_address, m.domain_name
    union all
    select 'forwarding_unconfirmed', 'forwarding', m.domain_name || '.' || md5(t.address), t.address, m.domain_name,
      t.created_at, null, jsonb_build_object('sentAt', t.sent_at)
    from m join mail_forward_targets t on t.mail_domain_id = m.id
    where t.confirmed_at is null and t.stopped_at is null and t.created_at < ${before(confirmationWaitMs)} and (
      exists (select from mail_accounts a
        where a.forward_to = t.address and a.mail_domain_id = m.id and a.deleted_at is null)
      or exists (select from mail_alias_targets s join mail_aliases f on f.id = s.alias_id
        where s.address = t.address and f.mail_domain_id = m.id))
    union all
    select 'dkim_waiting', 'mail_domain', m.domain_name, m.domain_name, m.domain_name, k.created_at, null,
      jsonb_build_object('selector', k.selector)
    from m join mail_dkim_keys k on k.mail_domain_id = m.id
    where k.stage = 'pending' and k.created_at < ${before(keyWaitMs)}`;
  return rows.map(({ type, id, name, domainName, ...row }) =>
    withSubject({ ...row, facts: { ...row.facts, domainName } }, { type, id: publicIdOf(type, id), name }),
  );
}

function publicIdOf(type: Row["type"], id: string): string {
  switch (type) {
    case "mail_account":
      return publicId("mac", id);
    case "mail_alias":
      return publicId("mal", id);
    case "workspace":
      return publicId("wsp", id);
    default:
      return id;
  }
}
