import { countryCodes } from "@zonepost/schema";
import type { ContactPage, ContactPageInput, ContactSort } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { type Fragment, pageOf, type SortKey, type Sql, sortBy } from "../../../kernel/http/sorted-page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { foldedText } from "../../../kernel/own-scripts.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { terminalStatuses } from "../model/get-own-domain.ts";

type Row = ContactPage["items"][number] & { place: string[] };

/** One page of the list that the panel shows, filtered and sorted by the database. */
export async function pageContacts(ctx: WorkspaceCtx, input: ContactPageInput): Promise<ContactPage> {
  requireRight(ctx.actor, "contacts:read");
  const { workspaceId } = ctx.actor;
  const sql = ctx.db.$client;
  const [rows, [counted]] = await Promise.all([
    selectPage(sql, workspaceId, input),
    sql<{ total: number }[]>`
      select count(*)::int as total from contacts where workspace_id = ${workspaceId} and deleted_at is null`,
  ]);
  const { items, nextCursor } = pageOf(rows, input.limit);
  return {
    items: items.map(({ place: _, id, ...row }) => ({ id: publicId("con", id), ...row })),
    nextCursor,
    total: counted?.total ?? 0,
  };
}

/** What each order compares, before the ID, which makes it total. */
function keysOf(sql: Sql, sort: ContactSort): SortKey[] {
  const id: SortKey = { value: sql`contacts.id`, type: "uuid" };
  switch (sort) {
    case "createdAt":
      return [id];
    case "name":
      return [{ value: foldedText(sql, sql`name`), type: "text" }, id];
    case "countryCode":
      return [
        { value: sql`coalesce(array_position(${codesByName()}::text[], country_code), 0)`, type: "bigint" },
        id,
      ];
    case "domainCount":
      return [{ value: sql`coalesce(domain_count, 0)`, type: "bigint" }, id];
  }
}

/** As the panel shows them: by the names of the countries. */
function codesByName(): string[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"))
    .map(({ code }) => code);
}

/** Reads the workspace's domains once. Counts a domain once, even if it uses the contact in several roles. */
export function selectPage(sql: Sql, workspaceId: string, input: ContactPageInput) {
  const { place, isAfter, order } = sortBy(sql, keysOf(sql, input.sort), input);
  const texts: Fragment = sql`concat_ws(chr(10), name, organization, email, city)`;
  return sql<Row[]>`
    select contacts.id, name, organization, email, city, country_code as "countryCode",
      coalesce(domain_count, 0) as "domainCount", ${place}
    from contacts left join (
      select contact_id, count(distinct domains.id)::int as domain_count
      from domains cross join unnest(array[registrant_contact_id, admin_contact_id, tech_contact_id]) as contact_id
      where workspace_id = ${workspaceId} and status <> all (${terminalStatuses}::text[]) and contact_id is not null
      group by contact_id) as used on contact_id = contacts.id
    where workspace_id = ${workspaceId} and deleted_at is null and ${isAfter}
      and position(${foldedText(sql, sql`${input.q ?? ""}::text`)} in ${foldedText(sql, texts)}) > 0
    order by ${order}
    limit ${input.limit + 1}`;
}
