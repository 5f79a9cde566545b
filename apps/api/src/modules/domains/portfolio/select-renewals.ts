import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { type Sql, utc } from "../../../kernel/http/sorted-page.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DomainPorts } from "../ports.ts";
import { graceEndOf } from "../rules/schedule.ts";

/** A renewal, by the term that it follows. */
type RenewalTerm = { name: string; expiresAt: string };

export type RenewalFilter = {
  now: Date;
  /** Renewals and expiries from this moment, and before the other one. */
  from?: Date | undefined;
  until: Date;
  autoRenew?: boolean | undefined;
  only?: readonly RenewalTerm[] | undefined;
  except?: readonly RenewalTerm[] | undefined;
  /** Also mail plans of callers who may only pay for them. */
  isForPayer?: boolean | undefined;
};

export type RenewalRange = {
  after?: { moment: string; id: string } | undefined;
  limit: number | undefined;
};

type Row = {
  id: string;
  name: string;
  tld: string;
  autoRenew: boolean;
  /** The moment by which the list is ordered: the renewal's, or the expiry's. */
  dueAt: string;
  /** Null after the last try. */
  chargesAt: string | null;
  expiresAt: string;
};

type Selected = Row & Pick<DomainRow, "status"> & { registryExpiresAt: string };

/** Domains that auto-renew or expire, the next one first. */
export async function selectRenewals(
  { db, actor, registrars }: WorkspaceCtx & Pick<DomainPorts, "registrars">,
  filter: RenewalFilter,
  { after, limit }: RenewalRange,
): Promise<Row[]> {
  const sql = db.$client;
  const rows = await sql<Selected[]>`
    select id, name, tld, status, auto_renew as "autoRenew",
      ${utc(sql, sql`coalesce(next_renewal_at, paid_until)`, "MS")} as "dueAt",
      ${utc(sql, sql`next_renewal_at`, "MS")} as "chargesAt",
      ${utc(sql, sql`paid_until`, "MS")} as "expiresAt",
      ${utc(sql, sql`registry_expires_at`, "MS")} as "registryExpiresAt"
    from domains
    where ${isSelected(sql, actor, filter)}
      and (${after?.id ?? null}::uuid is null
        or (coalesce(next_renewal_at, paid_until), id) > (${after?.moment ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by coalesce(next_renewal_at, paid_until), id
    limit ${limit ?? null}`;
  return rows.map(({ status, registryExpiresAt, ...row }) => {
    const paid = { paidUntil: new Date(row.expiresAt), registryExpiresAt: new Date(registryExpiresAt) };
    const endsAt = graceEndOf({ ...row, ...paid, status }, registrars.rulesOf(row.tld));
    return {
      ...row,
      chargesAt: row.chargesAt !== null && new Date(row.chargesAt) < endsAt ? row.chargesAt : null,
    };
  });
}

/** Without the ones that have expired because auto-renew was off. */
function isSelected(
  sql: Sql,
  { workspaceId, domainNames }: WorkspaceCtx["actor"],
  { now, from, until, autoRenew, only, except }: RenewalFilter,
) {
  const isAmong = (terms: readonly RenewalTerm[]) => sql`
    (name, paid_until) in (select term.name, term.expires_at::timestamptz from unnest(
      ${terms.map(({ name }) => name)}::text[],
      ${terms.map(({ expiresAt }) => expiresAt)}::text[]) as term (name, expires_at))`;
  return sql`
    workspace_id = ${workspaceId} and status in ('active', 'expired')
      and coalesce(next_renewal_at, paid_until) < ${until.toISOString()}
      ${from ? sql`and coalesce(next_renewal_at, paid_until) >= ${from.toISOString()}` : sql``}
      and (auto_renew or paid_until > ${now.toISOString()})
      and (${domainNames}::text[] is null or name = any (${domainNames}))
      and (${autoRenew ?? null}::boolean is null or auto_renew = ${autoRenew ?? null})
      ${only ? sql`and ${isAmong(only)}` : sql``}
      ${except?.length ? sql`and not ${isAmong(except)}` : sql``}`;
}
