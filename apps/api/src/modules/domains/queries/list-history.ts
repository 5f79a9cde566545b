import { domainHistory } from "@zonepost/db";
import { type DomainHistoryEvent, domainHistoryLimit, type PageQuery } from "@zonepost/schema";
import { and, desc, eq, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { listOrPage, notACursor, type OperationResult, placeAfter } from "../../../kernel/page.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnDomain } from "./get-own-domain.ts";

type HistoryRow = typeof domainHistory.$inferSelect;

/** The domain's history, newest first: the latest 200 events, or page by page all of it. */
export async function listHistory(
  ctx: WorkspaceCtx,
  name: string,
  query: PageQuery = {},
): Promise<OperationResult<DomainHistoryEvent[]>> {
  requireRight(ctx.actor, "domains:read");
  const domain = await getOwnDomain(ctx, name);
  const before = isBefore(placeAfter(query));
  return listOrPage(query, {
    read: (limit) =>
      ctx.db
        .select()
        .from(domainHistory)
        .where(and(eq(domainHistory.domainId, domain.id), before))
        .orderBy(desc(domainHistory.occurredAt), desc(domainHistory.id))
        .limit(limit ?? domainHistoryLimit),
    placeOf: (row) => `${row.occurredAt.toISOString()} ${publicId("dhe", row.id)}`,
    present: historyEventOf,
  });
}

const historyEventOf = (row: HistoryRow): DomainHistoryEvent => ({
  id: publicId("dhe", row.id),
  kind: row.kind as DomainHistoryEvent["kind"],
  occurredAt: row.occurredAt.toISOString(),
  summary: row.summary,
  actor: { kind: row.actor.kind, name: row.actor.name },
  details: row.details,
});

function isBefore(place: string | undefined) {
  if (place === undefined) return undefined;
  const [occurredAt = "", eventId = ""] = place.split(" ");
  const id = rowId("dhe", eventId);
  if (Number.isNaN(Date.parse(occurredAt)) || !id) throw notACursor();
  return sql`(${domainHistory.occurredAt}, ${domainHistory.id}) < (${occurredAt}::timestamptz, ${id}::uuid)`;
}
