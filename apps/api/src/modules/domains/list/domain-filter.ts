import type { DomainFilter } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { Fragment, Sql } from "../../../kernel/http/sorted-page.ts";
import { namesWith, type OwnScript, ownScriptsOf } from "../../../kernel/own-scripts.ts";
import type { DomainPorts } from "../ports.ts";

export type ListCtx = WorkspaceCtx & Pick<DomainPorts, "domainAttention" | "domainMail" | "domainOrders">;

export type Begun = Awaited<ReturnType<DomainPorts["domainOrders"]["findBegunRenewals"]>>;

/** What the conditions of one list need besides the rows. */
export type ListState = {
  now: Date;
  /** The names in the caller's list of what needs attention, if it is asked for. */
  inNeed: string[];
  /** Names that contain the filter's words in their own script. */
  ownScriptNames: string[];
};

export async function readListState(
  ctx: ListCtx,
  filter: DomainFilter,
  { countsNeed = false } = {},
): Promise<ListState> {
  const now = await ctx.clock.now();
  const [inNeed, ownScriptNames] = await Promise.all([
    countsNeed || filter.attention ? ctx.domainAttention.listDomainsInNeed(ctx, now) : [],
    findOwnScriptNames(ctx, wordsOf(filter)),
  ]);
  return { now, inNeed, ownScriptNames };
}

const wordsOf = ({ q = "" }: DomainFilter) => q.toLowerCase();

type Seeing = Pick<WorkspaceCtx["actor"], "workspaceId" | "domainNames">;

/**
 * The domains that the caller sees. `is distinct from` avoids the unique index on names, which would read the names of
 * all workspaces.
 */
export const isSeen = (sql: Sql, { workspaceId, domainNames }: Seeing): Fragment => sql`
  workspace_id = ${workspaceId} and (${domainNames}::text[] is null or name = any (${domainNames}))
  and status is distinct from 'deleted' and status is distinct from 'transferred_out'`;

const dayMs = 86_400_000;
const inDays = (now: Date, days: number) => new Date(now.getTime() + days * dayMs).toISOString();

/** 0 for the worst: the order of the tones in which the panel shows a domain's status. */
export function severityRank(sql: Sql, { now, begun }: Pick<ListState, "now"> & { begun: Begun }): Fragment {
  const failed = begun.filter(({ state }) => state === "failed").map(({ name }) => name);
  return sql`case
    when status in ('expired', 'redemption', 'pending_delete') then 0
    when status in ('pending', 'pending_transfer') then 2
    when suspended_at is not null then 0
    when auto_renew then case
      when name = any (${failed}::text[]) then 0
      when paid_until < ${now.toISOString()} then 2
      else 4 end
    when paid_until < ${inDays(now, 7)} then 0
    when paid_until < ${inDays(now, 30)} then 1
    else 4 end`;
}

export const needsAttention = (sql: Sql, { inNeed }: ListState): Fragment =>
  sql`(name = any (${inNeed}::text[]))`;

/** The condition of a filter on the rows of `isSeen`. */
export function matches(sql: Sql, filter: DomainFilter, state: ListState): Fragment {
  const { status, tld, renew, locked, dnssec, within, attention } = filter;
  const words = wordsOf(filter);
  const conditions = [
    words === "" ? undefined : sql`(position(${words} in name) > 0 or name = any (${state.ownScriptNames}))`,
    status && sql`status = ${status}`,
    tld === undefined ? undefined : sql`tld = ${tld}`,
    renew && sql`auto_renew = ${renew === "on"}`,
    locked && sql`${isLockedRow(sql)} = ${locked === "on"}`,
    dnssec && sql`${hasDsRecords(sql)} = ${dnssec === "on"}`,
    within === undefined ? undefined : sql`paid_until < ${inDays(state.now, within)}`,
    attention ? needsAttention(sql, state) : undefined,
  ];
  return conditions.reduce<Fragment>((all, one) => (one ? sql`${all} and ${one}` : all), sql`true`);
}

export const isLockedRow = (sql: Sql): Fragment =>
  sql`('clientTransferProhibited' = any (registry_statuses))`;
export const hasDsRecords = (sql: Sql): Fragment => sql`(jsonb_array_length(ds_records) > 0)`;

export async function listOwnScripts(ctx: WorkspaceCtx): Promise<OwnScript[]> {
  const sql = ctx.db.$client;
  const rows = await sql<{ name: string }[]>`
    select name from domains where ${isSeen(sql, ctx.actor)} and position('xn--' in name) > 0`;
  return ownScriptsOf(rows.map(({ name }) => name));
}

async function findOwnScriptNames(ctx: WorkspaceCtx, words: string): Promise<string[]> {
  return words === "" ? [] : namesWith(await listOwnScripts(ctx), [words]);
}
