import type { Db } from "@zonepost/db";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";

/** A renewal of a domain, by the term that it follows. */
type RenewalTerm = { name: string; expiresAt: string };

export type RenewalFilter = {
  now: Date;
  /** Renewals and expiries before this moment. */
  until: Date;
  autoRenew?: boolean | undefined;
  only?: readonly RenewalTerm[] | undefined;
  except?: readonly RenewalTerm[] | undefined;
};

type Row = {
  id: string;
  name: string;
  tld: string;
  autoRenew: boolean;
  /** The moment by which the list is ordered: the renewal's, or the expiry's. */
  dueAt: string;
  chargesAt: string | null;
  expiresAt: string;
};

/** Domains that auto-renew or expire, the next one first. */
export function selectRenewals(
  { db, actor }: WorkspaceCtx,
  filter: RenewalFilter,
  { after, limit }: { after?: { moment: string; id: string } | undefined; limit: number | undefined },
): PromiseLike<Row[]> {
  const sql = db.$client;
  return sql<Row[]>`
    select id, name, tld, auto_renew as "autoRenew",
      ${iso(sql, sql`coalesce(next_renewal_at, paid_until)`)} as "dueAt",
      ${iso(sql, sql`next_renewal_at`)} as "chargesAt",
      ${iso(sql, sql`paid_until`)} as "expiresAt"
    from domains
    where ${isSelected(sql, actor, filter)}
      and (${after?.id ?? null}::uuid is null
        or (coalesce(next_renewal_at, paid_until), id) > (${after?.moment ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by coalesce(next_renewal_at, paid_until), id
    limit ${limit ?? null}`;
}

/** The month is that of the renewal, such as 2027-01, and null if the domain isn't renewed. */
type Group = { month: string | null; tld: string; autoRenew: boolean; count: number };

export function countRenewals({ db, actor }: WorkspaceCtx, filter: RenewalFilter): PromiseLike<Group[]> {
  const sql = db.$client;
  return sql<Group[]>`
    select case when next_renewal_at is not null
        then to_char(greatest(next_renewal_at, ${filter.now.toISOString()}) at time zone 'UTC', 'YYYY-MM') end as month,
      tld, auto_renew as "autoRenew", count(*)::int as count
    from domains
    where ${isSelected(sql, actor, filter)}
    group by 1, 2, 3`;
}

type Sql = Db["$client"];

/** Without the ones that have expired because auto-renew was off. */
function isSelected(
  sql: Sql,
  { workspaceId, domainNames }: WorkspaceCtx["actor"],
  { now, until, autoRenew, only, except }: RenewalFilter,
) {
  const isAmong = (terms: readonly RenewalTerm[]) => sql`
    (name, paid_until) in (select term.name, term.expires_at::timestamptz from unnest(
      ${terms.map(({ name }) => name)}::text[],
      ${terms.map(({ expiresAt }) => expiresAt)}::text[]) as term (name, expires_at))`;
  return sql`
    workspace_id = ${workspaceId} and status in ('active', 'expired')
      and coalesce(next_renewal_at, paid_until) < ${until.toISOString()}
      and (auto_renew or paid_until > ${now.toISOString()})
      and (${domainNames}::text[] is null or name = any (${domainNames}))
      and (${autoRenew ?? null}::boolean is null or auto_renew = ${autoRenew ?? null})
      ${only ? sql`and ${isAmong(only)}` : sql``}
      ${except?.length ? sql`and not ${isAmong(except)}` : sql``}`;
}

const iso = (sql: Sql, moment: ReturnType<Sql>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
