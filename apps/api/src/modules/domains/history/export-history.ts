import { domainHistory } from "@zonepost/db";
import { and, desc, inArray, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { csvFile } from "../../../kernel/http/csv.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getHistoryIds } from "./get-history-ids.ts";

type HistoryRow = typeof domainHistory.$inferSelect;

const chunkSize = 2_000;
const columns = ["time", "kind", "summary", "actor_kind", "actor_name", "details", "request_id", "id"];

export async function exportHistory(ctx: WorkspaceCtx, name: string): Promise<AsyncIterable<string>> {
  requireRight(ctx.actor, "domains:read");
  const ids = await getHistoryIds(ctx, name);
  return csvFile(columns, parts(ctx, ids, await readChunk(ctx, ids)));
}

async function* parts(ctx: WorkspaceCtx, ids: string[], first: HistoryRow[]): AsyncIterable<string[][]> {
  for (let rows = first; ; ) {
    yield rows.map(csvRow);
    const last = rows.at(-1);
    if (rows.length < chunkSize || !last) {
      return;
    }
    rows = await readChunk(ctx, ids, last);
  }
}

const readChunk = (ctx: WorkspaceCtx, ids: string[], after?: HistoryRow): Promise<HistoryRow[]> =>
  ctx.db
    .select()
    .from(domainHistory)
    .where(
      and(
        inArray(domainHistory.domainId, ids),
        after &&
          sql`(${domainHistory.occurredAt}, ${domainHistory.id}) < (${after.occurredAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(domainHistory.occurredAt), desc(domainHistory.id))
    .limit(chunkSize);

const csvRow = (row: HistoryRow): string[] => [
  row.occurredAt.toISOString(),
  row.kind,
  row.summary,
  row.actor.kind,
  row.actor.name,
  JSON.stringify(row.details),
  row.requestId ?? "",
  publicId("dhe", row.id),
];
