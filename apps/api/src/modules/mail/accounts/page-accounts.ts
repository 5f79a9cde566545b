import { domainToUnicode } from "node:url";
import { mailAccounts } from "@zonepost/db";
import type { MailAccountPage, MailAccountPageInput, MailAccountSort } from "@zonepost/schema/panel";
import { inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { type Fragment, pageOf, type SortKey, type Sql, sortBy } from "../../../kernel/http/sorted-page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { foldedText } from "../../../kernel/own-scripts.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { readAccounts } from "./read-accounts.ts";

/** One page of the list that the panel shows, filtered and sorted by the database. */
export async function pageAccounts(ctx: WorkspaceCtx, input: MailAccountPageInput): Promise<MailAccountPage> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, input.domainName);
  const now = await ctx.clock.now();
  const sql = ctx.db.$client;
  const isListed: Fragment = sql`mail_domain_id = ${mailDomain.id} and (erases_at is null or erases_at > ${now.toISOString()})
    and (deleted_at is not null) = ${input.state === "deleted"}`;
  const [rows, [counted]] = await Promise.all([
    selectPage(sql, isListed, input),
    sql<{ total: number }[]>`select count(*)::int as total from mail_accounts where ${isListed}`,
  ]);
  const { items, nextCursor } = pageOf(rows, input.limit);
  const where = inArray(
    mailAccounts.id,
    items.map(({ id }) => id),
  );
  const accounts = items.length === 0 ? [] : await readAccounts(ctx.db, ctx, mailDomain, { where, now });
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return {
    items: items.flatMap(({ id }) => byId.get(publicId("mac", id)) ?? []),
    nextCursor,
    total: counted?.total ?? 0,
  };
}

/** What each order compares, before the address, which makes it total. */
function keysOf(sql: Sql, sort: MailAccountSort): SortKey[] {
  const address: SortKey = { value: sql`full_address`, type: "text" };
  switch (sort) {
    case "fullAddress":
      return [address];
    case "displayName":
      return [{ value: foldedText(sql, sql`display_name`), type: "text" }, address];
    case "usedBytes":
      return [{ value: sql`coalesce(used_bytes, 0)`, type: "bigint" }, address];
    case "lastLoginAt":
      return [{ value: sql`coalesce(last_login_at, 'epoch')`, type: "timestamptz" }, address];
  }
}

function selectPage(sql: Sql, isListed: Fragment, input: MailAccountPageInput) {
  const { place, isAfter, order } = sortBy(sql, keysOf(sql, input.sort), input);
  // Rows store the A-label of a domain in its own script.
  const unicodeName = domainToUnicode(input.domainName) || input.domainName;
  const texts: Fragment = sql`full_address || ' ' || split_part(full_address, '@', 1) || '@' || ${unicodeName}::text || ' ' || display_name`;
  return sql<{ id: string; place: string[] }[]>`
    select id, ${place}
    from mail_accounts left join mail_account_use on account_id = id
    where ${isListed} and ${isAfter}
      and position(${foldedText(sql, sql`${input.q ?? ""}::text`)} in ${foldedText(sql, texts)}) > 0
    order by ${order}
    limit ${input.limit + 1}`;
}
