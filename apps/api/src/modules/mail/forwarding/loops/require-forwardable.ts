import type { Transaction } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { forwardingLoop, forwardingTooLarge } from "../../errors.ts";
import type { GivenTarget } from "../../model/policy.ts";
import { isTooLarge, maxDeliveries, maxHops, measureForwarding } from "./measure-forwarding.ts";
import { readRoutes } from "./read-routes.ts";

type Start = { workspaceId: string; address: string };
type Forwarding = Start & { targets?: readonly GivenTarget[] };

/**
 * Throws if mail to the address would loop, or it or an address of the workspace that forwards to it would reach too
 * many others. Follows the aliases and forwardings of all workspaces, as mail does. Call it under `lockForwarding`, after
 * an alias or account of this address is written or deleted: without it, a catch-all may lead back here. A loop is
 * reported at the `targets` that cause it. Its own paused targets count again, and are resumed unless it throws.
 */
export async function requireForwardable(
  tx: Transaction,
  { targets = [], ...start }: Forwarding,
): Promise<void> {
  await tx.execute(sql`
    delete from mail_paused_forwards using mail_domains
    where mail_domains.id = mail_domain_id and left_at is null and workspace_id = ${start.workspaceId}
      and source = ${start.address}`);
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
