import { type AuditEntry, type AuditQuery, auditEntriesListed } from "@zonepost/schema";
import type { AuditPage } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, momentAtPlace, type OperationResult } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
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

export async function pageAuditEntries(ctx: WorkspaceCtx, query: AuditQuery): Promise<AuditPage> {
  const found = await listAuditEntries(ctx, { ...query, limit: query.limit ?? auditEntriesListed });
  return Array.isArray(found)
    ? { entries: found, nextCursor: null }
    : { entries: found.page, nextCursor: found.nextCursor };
}
