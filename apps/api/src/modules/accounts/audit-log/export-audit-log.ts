import { type AuditExportQuery, auditEntriesExported } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { csvFile } from "../../../kernel/http/csv.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type AuditRow, placeOfEntry, presentAuditEntry, readAuditEntries } from "./read-audit-entries.ts";

const chunkSize = 2_000;
const columns = [
  "time",
  "action",
  "actor_kind",
  "actor_id",
  "actor_name",
  "target",
  "details",
  "ip_address",
  "user_agent",
  "request_id",
  "id",
];

/** The same entries as CSV, newest first, at most 100,000. */
export async function exportAuditLog(
  ctx: WorkspaceCtx,
  filter: AuditExportQuery,
): Promise<AsyncIterable<string>> {
  requireRight(ctx.actor, "audit:read");
  // Read before the response starts, so that an error can still be returned as a problem.
  const first = await readAuditEntries(ctx, filter, undefined, chunkSize);
  return csvFile(columns, parts(ctx, filter, first));
}

async function* parts(
  ctx: WorkspaceCtx,
  filter: AuditExportQuery,
  first: AuditRow[],
): AsyncIterable<string[][]> {
  let rows = first;
  for (let left = auditEntriesExported; ; ) {
    yield rows.slice(0, left).map(csvRow);
    left -= rows.length;
    const last = rows.at(-1);
    if (rows.length < chunkSize || left <= 0 || !last) {
      return;
    }
    rows = await readAuditEntries(ctx, filter, placeOfEntry(last), Math.min(chunkSize, left));
  }
}

function csvRow(row: AuditRow): string[] {
  const entry = presentAuditEntry(row);
  return [
    entry.occurredAt,
    entry.action,
    entry.actor.kind,
    entry.actor.id ?? "",
    entry.actor.name,
    entry.target,
    JSON.stringify(entry.details),
    entry.ipAddress ?? "",
    entry.userAgent ?? "",
    entry.requestId ?? "",
    entry.id,
  ];
}
