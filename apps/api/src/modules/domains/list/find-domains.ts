import { type ChosenDomain, type DomainFindInput, domainsFound } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { utc } from "../../../kernel/http/sorted-page.ts";
import { namedFirst } from "../../../kernel/own-scripts.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { isSeen, listOwnScripts } from "./domain-filter.ts";

/** For the finder. After the named and the recent ones come those that expire first. */
export async function findDomains(ctx: WorkspaceCtx, input: DomainFindInput): Promise<ChosenDomain[]> {
  requireRight(ctx.actor, "domains:read");
  const sql = ctx.db.$client;
  const ownScripts = input.words.length > 0 ? await listOwnScripts(ctx) : [];
  return sql<ChosenDomain[]>`
    select name, status, ${utc(sql, sql`paid_until`, "MS")} as "expiresAt"
    from domains
    where ${isSeen(sql, ctx.actor)}
    order by ${namedFirst(sql, sql`name`, input, ownScripts)}, paid_until, name
    limit ${domainsFound}`;
}
