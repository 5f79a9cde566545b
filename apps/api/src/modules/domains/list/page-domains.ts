import type { DomainStatus } from "@zonepost/schema";
import type {
  ChosenDomain,
  DomainCounts,
  DomainFilter,
  DomainListItem,
  DomainPage,
  DomainPageInput,
  DomainSort,
} from "@zonepost/schema/panel";
import { summaryOfLights } from "@zonepost/schema/status";
import { pageOf, type SortKey, type Sql, sortBy, utc } from "../../../kernel/http/sorted-page.ts";
import { joinOwnScripts, type OwnScript } from "../../../kernel/own-scripts.ts";
import { hasRight, requireRight } from "../../../kernel/rights.ts";
import { renewalStateOf } from "../portfolio/renewal-state.ts";
import { dnsCheckColumn } from "./dns-check-column.ts";
import {
  type Begun,
  hasDsRecords,
  isLockedRow,
  isSeen,
  type ListCtx,
  type ListState,
  listOwnScripts,
  matches,
  needsAttention,
  readListState,
  severityRank,
} from "./domain-filter.ts";

type Row = Omit<DomainListItem, "unicodeName" | "renewalState"> & { place: string[] };

/** One page of the list that the panel shows, filtered and sorted by the database. */
export async function pageDomains(ctx: ListCtx, input: DomainPageInput): Promise<DomainPage> {
  requireRight(ctx.actor, "domains:read");
  const { workspaceId } = ctx.actor;
  const state = await readListState(ctx, input);
  const [ownScripts, begun] = await Promise.all([
    input.sort === "name" ? listOwnScripts(ctx) : [],
    ctx.domainOrders.findBegunRenewals(ctx.db, { workspaceId, now: state.now, seesPayments: false }),
  ]);
  const rows = await selectPage(ctx.db.$client, ctx.actor, input, { ...state, ownScripts, begun });
  const { items, nextCursor } = pageOf(rows, input.limit);
  const begunByTerm = new Map(begun.map(({ name, expiresAt, state }) => [`${name} ${expiresAt}`, state]));
  const lights = hasRight(ctx.actor, "mail:read")
    ? await ctx.domainMail.listDnsLights(
        ctx,
        items.map(({ name }) => name),
      )
    : [];
  const mailDns = new Map(lights.map(({ domainName, lights }) => [domainName, summaryOfLights(lights)]));
  return {
    items: items.map(({ place: _, ...row }) => ({
      ...row,
      renewalState: renewalStateOf(row, begunByTerm.get(`${row.name} ${row.expiresAt}`)),
      hasMail: mailDns.has(row.name),
      mailDns: mailDns.get(row.name) ?? null,
    })),
    nextCursor,
  };
}

/** The counts of the list and its filters, in one statement. */
export async function countDomains(ctx: ListCtx, filter: DomainFilter): Promise<DomainCounts> {
  requireRight(ctx.actor, "domains:read");
  const state = await readListState(ctx, filter, { countsNeed: true });
  const rows = await selectCounts(ctx.db.$client, ctx.actor, filter, state);
  const sum = (of: (row: CountRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    total: sum(({ total }) => total),
    matching: sum(({ matching }) => matching),
    needAttention: sum(({ attention }) => attention),
    statuses: [...new Set(rows.map(({ status }) => status))],
    tlds: [...new Set(rows.map(({ tld }) => tld))].sort(),
  };
}

/** All that a filter shows, for a change or an order of all of them. */
export async function listMatchingDomains(ctx: ListCtx, filter: DomainFilter): Promise<ChosenDomain[]> {
  requireRight(ctx.actor, "domains:read");
  const sql = ctx.db.$client;
  const matching = matches(sql, filter, await readListState(ctx, filter));
  return sql<ChosenDomain[]>`
    select name, status, ${utc(sql, sql`paid_until`, "MS")} as "expiresAt"
    from domains where ${isSeen(sql, ctx.actor)} and ${matching} order by name`;
}

type Actor = ListCtx["actor"];
type CountRow = { status: DomainStatus; tld: string; total: number; matching: number; attention: number };

export const selectCounts = (sql: Sql, actor: Actor, filter: DomainFilter, state: ListState) =>
  sql<CountRow[]>`
    select status, tld, count(*)::int as total, (count(*) filter (where ${matches(sql, filter, state)}))::int as matching,
      (count(*) filter (where ${needsAttention(sql, state)}))::int as attention
    from domains where ${isSeen(sql, actor)}
    group by status, tld`;

/** With the names to sort by their own script, and the renewals that have begun. */
type PageState = ListState & { ownScripts: OwnScript[]; begun: Begun };

/** What each order compares, before the name, which makes it total. */
function keysOf(sql: Sql, sort: DomainSort, state: PageState): SortKey[] {
  const name: SortKey = { value: sql`name`, type: "text" };
  const expiry: SortKey = { value: sql`paid_until`, type: "timestamptz" };
  switch (sort) {
    case "name":
      return [{ value: sql`coalesce(own_folded, name)`, type: "text" }, name];
    case "expiresAt":
      return [expiry, name];
    case "status":
      return [{ value: severityRank(sql, state), type: "bigint" }, expiry, name];
    case "autoRenew":
      return [{ value: sql`auto_renew`, type: "boolean" }, name];
    case "locked":
      return [{ value: isLockedRow(sql), type: "boolean" }, name];
    case "whoisPrivacy":
      return [{ value: sql`whois_privacy`, type: "boolean" }, name];
  }
}

export function selectPage(sql: Sql, actor: Actor, input: DomainPageInput, state: PageState) {
  const { place, isAfter, order } = sortBy(sql, keysOf(sql, input.sort, state), input);
  return sql<Row[]>`
    select name, tld, status, auto_renew as "autoRenew", whois_privacy as "whoisPrivacy",
      ${utc(sql, sql`registered_at`, "MS")} as "registeredAt", ${utc(sql, sql`paid_until`, "MS")} as "expiresAt",
      ${isLockedRow(sql)} as locked, ${hasDsRecords(sql)} as "hasDnssec",
      suspended_at is not null as "isSuspended", ${dnsCheckColumn(sql)},
      ${place}
    from domains ${joinOwnScripts(sql, state.ownScripts, sql`name`)}
    where ${isSeen(sql, actor)} and ${matches(sql, input, state)} and ${isAfter}
    order by ${order}
    limit ${input.limit + 1}`;
}
