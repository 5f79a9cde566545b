import { type ChosenDomain, type DomainFindInput, domainsFound } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { utc } from "../../../kernel/http/sorted-page.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findOwnScriptNames, isSeen } from "./domain-filter.ts";

/** For the finder: the domains that have one of the words in their names, then recent ones, then those that expire first. */
export async function findDomains(ctx: WorkspaceCtx, input: DomainFindInput): Promise<ChosenDomain[]> {
  requireRight(ctx.actor, "domains:read");
  const { recent } = input;
  const words = input.words.map((word) => word.toLowerCase()).filter((word) => word !== "");
  const ownScriptNames = await findOwnScriptNames(ctx, words);
  const sql = ctx.db.$client;
  const isNamed = sql`(name = any (${ownScriptNames}::text[])
    or exists (select from unnest(${words}::text[]) word where position(word in name) > 0))`;
  return sql<ChosenDomain[]>`
    select name, status, ${utc(sql, sql`paid_until`, "MS")} as "expiresAt"
    from domains
    where ${isSeen(sql, ctx.actor)}
    order by ${isNamed} desc, array_position(${recent}::text[], name) nulls last, paid_until, name
    limit ${domainsFound}`;
}
