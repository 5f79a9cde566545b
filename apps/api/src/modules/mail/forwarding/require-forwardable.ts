import type { Transaction } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { forwardingLoop, forwardingTooLarge } from "../errors.ts";
import type { GivenTarget } from "../model/policy.ts";
import { isTooLarge, maxDeliveries, maxHops, measureForwarding, type Route } from "./measure-forwarding.ts";

type Start = { workspaceId: string; address: string };
type Forwarding = Start & { targets?: readonly GivenTarget[] };

/**
 * Throws if mail to the address would loop, or it or an address of the workspace that forwards to it would reach too
 * many others. Follows the aliases and forwardings of all workspaces, as mail does. Call it under `lockForwarding`, after
 * an alias or account of this address is written or deleted: without it, a catch-all may lead back here. A loop is
 * reported at the `targets` that cause it.
 */
export async function requireForwardable(
  tx: Transaction,
  { targets = [], ...start }: Forwarding,
): Promise<void> {
  const upstream = await readUpstream(tx, start);
  const routes = await readRoutes(tx, [start.address, ...upstream]);
  const measure = (address: string) =>
    measureForwarding(address, (each) => routes.get(each), start.workspaceId);
  if (measure(start.address).loops) {
    throw forwardingLoop(
      start.address,
      targets.filter(({ address }) => measure(address).loops),
    );
  }
  const tooLarge = [start.address, ...upstream].find((address) => isTooLarge(measure(address)));
  if (tooLarge !== undefined) {
    throw forwardingTooLarge(tooLarge, maxDeliveries, maxHops);
  }
}

/** The addresses of the workspace that forward to this one, directly or not. */
async function readUpstream(tx: Transaction, { workspaceId, address }: Start): Promise<string[]> {
  const rows = await tx.execute<{ address: string }>(sql`
    with recursive upstream (address, hops) as (
      select ${address}::text, 0
      union
      select source.address, upstream.hops + 1 from upstream join lateral (
        select mail_aliases.mail_domain_id, mail_aliases.from_address as address from mail_alias_targets
          join mail_aliases on mail_aliases.id = mail_alias_targets.alias_id
          where mail_alias_targets.address = upstream.address
        union all
        select mail_domain_id, full_address from mail_accounts
          where forward_to = upstream.address and deleted_at is null
      ) as source on upstream.hops <= ${maxHops}
      join mail_domains on mail_domains.id = source.mail_domain_id and mail_domains.left_at is null
        and mail_domains.workspace_id = ${workspaceId}
    )
    select distinct address from upstream where address <> ${address}`);
  return rows.map((row) => row.address);
}

/** Finds the route of each address and of all that it leads to, as far as `maxHops` needs. */
async function readRoutes(tx: Transaction, starts: readonly string[]): Promise<Map<string, Route>> {
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
        where mail_alias_targets.alias_id = mail_aliases.id order by position
      ) as targets
      from mail_aliases where from_address = candidate.address
      union all
      select mail_domain_id, full_address, keep_copy, array_remove(array[forward_to], null)
      from mail_accounts where full_address = candidate.address and deleted_at is null
    ) as found on true
    join mail_domains on mail_domains.id = found.mail_domain_id and mail_domains.left_at is null
    order by asked.address, candidate.priority`);
}
