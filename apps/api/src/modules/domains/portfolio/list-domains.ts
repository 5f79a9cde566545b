import type { Db } from "@zonepost/db";
import type { Domain, PageQuery } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, placeAfter } from "../../../kernel/http/page.ts";
import { requireRight } from "../../../kernel/rights.ts";

export async function listDomains(ctx: WorkspaceCtx, query: PageQuery): Promise<OperationResult<Domain[]>> {
  requireRight(ctx.actor, "domains:read");
  const after = placeAfter(query) ?? "";
  const { workspaceId, domainNames } = ctx.actor;
  return listOrPage(query, {
    read: (limit) => selectDomains(ctx.db.$client, { workspaceId, domainNames, after, limit }),
    placeOf: (domain) => domain.name,
    present: (domain) => domain,
  });
}

type Selection = {
  workspaceId: string;
  domainNames: readonly string[] | null;
  after: string;
  limit: number | undefined;
};

/**
 * Uses the driver directly, with names and times formatted by the server: every page and poll asks for this list. `is
 * distinct from` avoids the unique index on names, which would read the names of all workspaces.
 */
export const selectDomains = (sql: Db["$client"], { workspaceId, domainNames, after, limit }: Selection) =>
  sql<Domain[]>`
    select name, tld, status, auto_renew as "autoRenew", whois_privacy as "whoisPrivacy",
      to_char(registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "registeredAt",
      to_char(paid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt"
    from domains
    where workspace_id = ${workspaceId} and name > ${after}
      and (${domainNames}::text[] is null or name = any (${domainNames}))
      and status is distinct from 'deleted' and status is distinct from 'transferred_out'
    order by name
    limit ${limit ?? null}`;
