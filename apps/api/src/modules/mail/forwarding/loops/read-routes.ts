import type { Transaction } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import { maxHops, type Route } from "./measure-forwarding.ts";

/** Finds the route of each address and of all that it leads to, as far as `maxHops` needs. */
export async function readRoutes(tx: Transaction, starts: readonly string[]): Promise<Map<string, Route>> {
  const routes = new Map<string, Route>();
  const seen = new Set(starts);
  let next = [...seen];
  for (let hops = 0; hops <= maxHops && next.length > 0; hops += 1) {
    const found = await readRoutesOf(tx, next);
    next = [];
    for (const { asked, ...route } of found) {
      routes.set(asked, route);
      for (const target of route.targets.filter((each) => !seen.has(each))) {
        seen.add(target);
        next.push(target);
      }
    }
  }
  return routes;
}

/** Mail servers look up an address, then the same without its subaddress, then the catch-all of its domain. */
async function readRoutesOf(
  tx: Transaction,
  addresses: readonly string[],
): Promise<(Route & { asked: string })[]> {
  return tx.execute<Route & { asked: string }>(sql`
    select distinct on (asked.address) asked.address as asked, found.address, found.targets,
      found.keeps_copy as "keepsCopy", mail_domains.workspace_id as "workspaceId"
    from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) as asked (address)
    cross join lateral (values
      (1, asked.address),
      (2, regexp_replace(asked.address, '^([^+@]+)\\+[^@]*@', '\\1@')),
      (3, '*@' || split_part(asked.address, '@', 2))
    ) as candidate (priority, address)
    join lateral (
      select mail_domain_id, from_address as address, false as keeps_copy, array(
        select mail_alias_targets.address from mail_alias_targets
        where mail_alias_targets.alias_id = mail_aliases.id
          and not ${isPaused(sql`mail_aliases`, sql`from_address`, sql`mail_alias_targets.address`)}
        order by position
      ) as targets
      from mail_aliases where from_address = candidate.address
      union all
      select mail_domain_id, full_address, keep_copy, array_remove(
        array[case when not ${isPaused(sql`mail_accounts`, sql`full_address`, sql`forward_to`)} then forward_to end], null)
      from mail_accounts where full_address = candidate.address and deleted_at is null
    ) as found on true
    join mail_domains on mail_domains.id = found.mail_domain_id and mail_domains.left_at is null
    order by asked.address, candidate.priority`);
}

const isPaused = (
  table: SQL,
  source: SQL,
  target: SQL,
) => sql`exists (select from mail_paused_forwards as paused
  where paused.mail_domain_id = ${table}.mail_domain_id and paused.source = ${source} and paused.target = ${target})`;
