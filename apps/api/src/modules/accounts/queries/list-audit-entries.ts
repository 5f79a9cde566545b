import { type AuditEntry, type AuditQuery, auditEntriesListed } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { listOrPage, notACursor, type OperationResult, placeAfter } from "../../../kernel/page.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type AuditPlace, placeOfEntry, presentAuditEntry, readAuditEntries } from "./read-audit-entries.ts";

/** Who did what in the workspace, newest first: the latest 200 entries that fit, or page by page all of them. */
export async function listAuditEntries(
  ctx: WorkspaceCtx,
  query: AuditQuery,
): Promise<OperationResult<AuditEntry[]>> {
  requireRight(ctx.actor, "audit:read");
  const after = readPlace(placeAfter(query));
  return listOrPage(query, {
    read: (limit) => readAuditEntries(ctx, query, after, limit ?? auditEntriesListed),
    placeOf: (row) => {
      const { occurredAt, id } = placeOfEntry(row);
      return `${occurredAt} ${publicId("aud", id)}`;
    },
    present: presentAuditEntry,
  });
}

/** The same, always as a page. */
export async function pageAuditEntries(
  ctx: WorkspaceCtx,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const found = await listAuditEntries(ctx, { ...query, limit: query.limit ?? auditEntriesListed });
  return Array.isArray(found)
    ? { entries: found, nextCursor: null }
    : { entries: found.page, nextCursor: found.nextCursor };
}

function readPlace(place: string | undefined): AuditPlace | undefined {
  if (place === undefined) return undefined;
  const [occurredAt = "", entryId = ""] = place.split(" ");
  const id = rowId("aud", entryId);
  if (Number.isNaN(Date.parse(occurredAt)) || !id) throw notACursor();
  return { occurredAt, id };
}
