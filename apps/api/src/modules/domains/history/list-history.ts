import { domainHistory } from "@zonepost/db";
import { type DomainHistoryEvent, domainHistoryLimit, type PageQuery } from "@zonepost/schema";
import { and, desc, inArray, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, momentAtPlace, type OperationResult } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getHistoryIds } from "./get-history-ids.ts";

type HistoryRow = typeof domainHistory.$inferSelect;

export async function listHistory(
  ctx: WorkspaceCtx,
  name: string,
  query: PageQuery = {},
): Promise<OperationResult<DomainHistoryEvent[]>> {
  requireRight(ctx.actor, "domains:read");
  const ids = await getHistoryIds(ctx, name);
  const after = momentAtPlace("dhe", query);
  return listOrPage(query, {
    read: (limit) =>
      ctx.db
        .select()
        .from(domainHistory)
        .where(
          and(
            inArray(domainHistory.domainId, ids),
            after &&
              sql`(${domainHistory.occurredAt}, ${domainHistory.id}) < (${after.moment}::timestamptz, ${after.id}::uuid)`,
          ),
        )
        .orderBy(desc(domainHistory.occurredAt), desc(domainHistory.id))
        .limit(limit ?? domainHistoryLimit),
    placeOf: (row) => `${row.occurredAt.toISOString()} ${publicId("dhe", row.id)}`,
    present: historyEventOf,
  });
}

const historyEventOf = (row: HistoryRow): DomainHistoryEvent => ({
  id: publicId("dhe", row.id),
  kind: row.kind,
  occurredAt: row.occurredAt.toISOString(),
  summary: row.summary,
  actor: { kind: row.actor.kind, name: row.actor.name },
  details: row.details,
});
