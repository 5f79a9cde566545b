import { type DomainFindInput, domainsFound } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { namesWith } from "../../../kernel/own-scripts.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { isListed, listOwnScripts } from "./listed-mail-domains.ts";

/** For the finder: the mail domains that have one of the words in their names, then recent ones, then the others. */
export async function findMailDomains(ctx: WorkspaceCtx, input: DomainFindInput): Promise<string[]> {
  requireRight(ctx.actor, "mail:read");
  const { recent } = input;
  const words = input.words.map((word) => word.toLowerCase()).filter((word) => word !== "");
  const sql = ctx.db.$client;
  const now = await ctx.clock.now();
  const ownScriptNames = words.length > 0 ? namesWith(await listOwnScripts(ctx, now), words) : [];
  const isNamed = sql`(domain_name = any (${ownScriptNames}::text[])
    or exists (select from unnest(${words}::text[]) word where position(word in domain_name) > 0))`;
  const rows = await sql<{ name: string }[]>`
    select domain_name as name from mail_domains
    where ${isListed(sql, ctx.actor, now)}
    order by ${isNamed} desc, array_position(${recent}::text[], domain_name) nulls last, domain_name
    limit ${domainsFound}`;
  return rows.map(({ name }) => name);
}
