import { domainHistory } from "@zonepost/db";
import { type DomainHistoryEvent, domainHistoryLimit } from "@zonepost/schema";
import { desc, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnDomain } from "./get-own-domain.ts";

/** The domain's latest history, newest first. */
export async function listHistory(ctx: WorkspaceCtx, name: string): Promise<DomainHistoryEvent[]> {
  requireRight(ctx.actor, "domains:read");
  const domain = await getOwnDomain(ctx, name);
  const rows = await ctx.db
    .select()
    .from(domainHistory)
    .where(eq(domainHistory.domainId, domain.id))
    .orderBy(desc(domainHistory.occurredAt), desc(domainHistory.id))
    .limit(domainHistoryLimit);
  return rows.map((row) => ({
    id: publicId("dhe", row.id),
    kind: row.kind as DomainHistoryEvent["kind"],
    occurredAt: row.occurredAt.toISOString(),
    summary: row.summary,
    actor: { kind: row.actor.kind, name: row.actor.name },
    details: row.details,
  }));
}
