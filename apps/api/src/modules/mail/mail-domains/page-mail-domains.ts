import type { MailDomainPage, MailDomainPageInput, MailDomainSort } from "@zonepost/schema/panel";
import { summaryOfLights } from "@zonepost/schema/status";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import {
  type Fragment,
  pageOf,
  type SortKey,
  type Sql,
  sortBy,
  utc,
} from "../../../kernel/http/sorted-page.ts";
import { joinOwnScripts, namesWith, type OwnScript } from "../../../kernel/own-scripts.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { listDnsLights } from "../dns-records/list-dns-lights.ts";
import { statusAt } from "../model/plan-policy.ts";
import { isListed, listOwnScripts, selectTotal } from "./listed-mail-domains.ts";

type Actor = WorkspaceCtx["actor"];
type Item = MailDomainPage["items"][number];
type Row = Omit<Item, "status" | "dns"> & {
  paidUntil: string;
  suspendedAt: string | null;
  deactivatedAt: string | null;
  place: string[];
};

/** One page of the list that the panel shows, filtered and sorted by the database. */
export async function pageMailDomains(
  ctx: WorkspaceCtx,
  input: MailDomainPageInput,
): Promise<MailDomainPage> {
  requireRight(ctx.actor, "mail:read");
  const sql = ctx.db.$client;
  const now = await ctx.clock.now();
  const ownScripts = await listOwnScripts(ctx, now);
  const [rows, [counted]] = await Promise.all([
    selectPage(sql, ctx.actor, input, { now, ownScripts }),
    selectTotal(sql, ctx.actor, now),
  ]);
  const { items, nextCursor } = pageOf(rows, input.limit);
  const lights = await listDnsLights(
    ctx,
    items.map(({ domainName }) => domainName),
  );
  const dns = new Map(lights.map(({ domainName, lights }) => [domainName, summaryOfLights(lights)]));
  return {
    items: items.map(({ place: _, paidUntil, suspendedAt, deactivatedAt, ...row }) => ({
      ...row,
      status: statusAt(
        {
          paidUntil: new Date(paidUntil),
          suspendedAt: suspendedAt === null ? null : new Date(suspendedAt),
          deactivatedAt: deactivatedAt === null ? null : new Date(deactivatedAt),
        },
        now,
      ),
      dns: dns.get(row.domainName) ?? null,
    })),
    nextCursor,
    total: counted?.total ?? 0,
  };
}

/** What each order compares, before the name, which makes it total. */
function keysOf(sql: Sql, sort: MailDomainSort): SortKey[] {
  const name: SortKey = { value: sql`domain_name`, type: "text" };
  switch (sort) {
    case "domainName":
      return [{ value: sql`coalesce(own_folded, domain_name)`, type: "text" }, name];
    case "planSlug":
      return [{ value: sql`max_accounts`, type: "bigint" }, name];
    case "accountCount":
      return [{ value: accountCount(sql), type: "bigint" }, name];
    case "activatedAt":
      return [{ value: sql`activated_at`, type: "timestamptz" }, name];
  }
}

const accountCount = (sql: Sql): Fragment => sql`(
  select count(*)::int from mail_accounts where mail_domain_id = mail_domains.id and deleted_at is null)`;

export function selectPage(
  sql: Sql,
  actor: Actor,
  input: MailDomainPageInput,
  { now, ownScripts }: { now: Date; ownScripts: OwnScript[] },
) {
  const words = (input.q ?? "").toLowerCase();
  const { place, isAfter, order } = sortBy(sql, keysOf(sql, input.sort), input);
  return sql<Row[]>`
    select domain_name as "domainName", plan_slug as "planSlug", max_accounts as "maxAccounts",
      ${utc(sql, sql`activated_at`, "MS")} as "activatedAt", paid_until as "paidUntil", suspended_at as "suspendedAt",
      deactivated_at as "deactivatedAt", ${accountCount(sql)} as "accountCount", ${place}
    from mail_domains ${joinOwnScripts(sql, ownScripts, sql`domain_name`)}
    where ${isListed(sql, actor, now)} and ${isAfter}
      and (position(${words} in domain_name) > 0 or domain_name = any (${namesWith(ownScripts, [words])}))
    order by ${order}
    limit ${input.limit + 1}`;
}
