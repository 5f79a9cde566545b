import { type DomainFindInput, domainsFound } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { namedFirst } from "../../../kernel/own-scripts.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { isListed, listOwnScripts } from "./listed-mail-domains.ts";

export async function findMailDomains(ctx: WorkspaceCtx, input: DomainFindInput): Promise<string[]> {
  requireRight(ctx.actor, "mail:read");
  const sql = ctx.db.$client;
  const now = await ctx.clock.now();
  const ownScripts = input.words.length > 0 ? await listOwnScripts(ctx, now) : [];
  const rows = await sql<{ name: string }[]>`
    select domain_name as name from mail_domains
    where ${isListed(sql, ctx.actor, now)}
    order by ${namedFirst(sql, sql`domain_name`, input, ownScripts)}, domain_name
    limit ${domainsFound}`;
  return rows.map(({ name }) => name);
}
