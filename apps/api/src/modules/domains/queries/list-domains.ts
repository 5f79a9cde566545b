import type { Domain, PageQuery } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, placeAfter } from "../../../kernel/page.ts";
import { requireRight } from "../../../kernel/rights.ts";

/** The domains of the workspace that the actor sees, by name: all of them, or a page where one is asked for. */
export async function listDomains(ctx: WorkspaceCtx, query: PageQuery): Promise<OperationResult<Domain[]>> {
  requireRight(ctx.actor, "domains:read");
  const after = placeAfter(query) ?? "";
  const { workspaceId, domainNames } = ctx.actor;
  return listOrPage(query, {
    // The driver itself, with names and times made by the server: this is the list that every page and poll asks for.
    read: (limit) => ctx.db.$client<Domain[]>`
      select name, tld, status, auto_renew as "autoRenew", whois_privacy as "whoisPrivacy",
        to_char(registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "registeredAt",
        to_char(paid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt"
      from domains
      where workspace_id = ${workspaceId} and name > ${after}
        and (${domainNames}::text[] is null or name = any (${domainNames}))
        and status not in ('deleted', 'transferred_out')
      order by name
      limit ${limit ?? null}`,
    placeOf: (domain) => domain.name,
    present: (domain) => domain,
  });
}
