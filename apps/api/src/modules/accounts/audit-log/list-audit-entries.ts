import { type AuditEntry, type AuditQuery, auditEntriesListed } from "@zonepost/schema";
import type { AuditPage } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, momentAtPlace, type OperationResult } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { AuditPorts } from "../ports.ts";
import { placeOfEntry, presentAuditEntry, readAuditEntries } from "./read-audit-entries.ts";

export async function listAuditEntries(
  ctx: WorkspaceCtx,
  query: AuditQuery,
): Promise<OperationResult<AuditEntry[]>> {
  requireRight(ctx.actor, "audit:read");
  const after = momentAtPlace("aud", query);
  return listOrPage(query, {
    read: (limit) => readAuditEntries(ctx, query, after, limit ?? auditEntriesListed),
    placeOf: (row) => {
      const { moment, id } = placeOfEntry(row);
      return `${moment} ${publicId("aud", id)}`;
    },
    present: presentAuditEntry,
  });
}

/** With the names of what was bought, since their IDs tell a person nothing. */
export async function pageAuditEntries(
  ctx: WorkspaceCtx & AuditPorts,
  query: AuditQuery,
): Promise<AuditPage> {
  const found = await listAuditEntries(ctx, { ...query, limit: query.limit ?? auditEntriesListed });
  const { page, nextCursor } = Array.isArray(found) ? { page: found, nextCursor: null } : found;
  const names = await ctx.listNamesSold(
    ctx,
    page.map(({ target }) => target),
  );
  return { entries: page.map((entry) => ({ ...entry, bought: names.get(entry.target) ?? [] })), nextCursor };
}
