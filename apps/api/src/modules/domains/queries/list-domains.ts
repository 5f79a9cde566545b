import type { Domain, PageQuery } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import type { OperationResult } from "../../../kernel/operation.ts";
import { requireRight } from "../../../kernel/rights.ts";

/** The workspace's domains by name: all of them, or a page where one is asked for. */
export async function listDomains(ctx: WorkspaceCtx, query: PageQuery): Promise<OperationResult<Domain[]>> {
  requireRight(ctx.actor, "domains:read");
  const after = query.cursor === undefined ? "" : decodeCursor(query.cursor);
  // The driver itself, with names and times made by the server: this is the list that every page and poll asks for.
  const rows = await ctx.db.$client<Domain[]>`
    select name, tld, status, auto_renew as "autoRenew", whois_privacy as "whoisPrivacy",
      to_char(registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "registeredAt",
      to_char(paid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt"
    from domains
    where workspace_id = ${ctx.actor.workspaceId} and name > ${after}
      and status not in ('deleted', 'transferred_out')
    order by name
    limit ${query.limit === undefined ? null : query.limit + 1}`;
  if (query.limit === undefined) return [...rows];
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > query.limit && last ? encodeCursor(last.name) : null };
}
