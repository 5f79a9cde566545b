import { domainToUnicode } from "node:url";
import type { DomainListItem } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { DomainPorts } from "../ports.ts";
import { dnsCheckColumn } from "./dns-check-column.ts";
import { renewalStateOf } from "./renewal-state.ts";

export async function listDomainDetails(
  ctx: WorkspaceCtx & Pick<DomainPorts, "domainOrders">,
): Promise<DomainListItem[]> {
  requireRight(ctx.actor, "domains:read");
  const { workspaceId, domainNames } = ctx.actor;
  const now = await ctx.clock.now();
  const begun = await ctx.domainOrders.findBegunRenewals(ctx.db, { workspaceId, now, seesPayments: false });
  const begunByTerm = new Map(begun.map(({ name, expiresAt, state }) => [`${name} ${expiresAt}`, state]));
  // Uses the driver directly, with times formatted by the server, as in list-domains.ts.
  const rows = await ctx.db.$client<Omit<DomainListItem, "unicodeName" | "renewalState">[]>`
    select name, tld, status, auto_renew as "autoRenew", whois_privacy as "whoisPrivacy",
      to_char(registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "registeredAt",
      to_char(paid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
      'clientTransferProhibited' = any (registry_statuses) as locked,
      jsonb_array_length(ds_records) > 0 as "hasDnssec",
      ${dnsCheckColumn(ctx.db.$client)}
    from domains
    where workspace_id = ${workspaceId}
      and (${domainNames}::text[] is null or name = any (${domainNames}))
      and status not in ('deleted', 'transferred_out')
    order by name`;
  return rows.map((row) => ({
    ...row,
    renewalState: renewalStateOf(row, begunByTerm.get(`${row.name} ${row.expiresAt}`)),
    unicodeName: row.name.includes("xn--") ? domainToUnicode(row.name) : row.name,
  }));
}
