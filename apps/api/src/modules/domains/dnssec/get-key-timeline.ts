import { domainHistory } from "@zonepost/db";
import type { DsRecord, KeyTimelineEntry } from "@zonepost/schema";
import { and, asc, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { isSameDsRecord } from "../rules/ds-records.ts";

export async function getKeyTimeline(ctx: WorkspaceCtx, name: string): Promise<KeyTimelineEntry[]> {
  requireRight(ctx.actor, "domains:read");
  const domain = await getOwnDomain(ctx, name);
  const rows = await ctx.db
    .select({
      occurredAt: domainHistory.occurredAt,
      actor: domainHistory.actor,
      details: domainHistory.details,
    })
    .from(domainHistory)
    .where(and(eq(domainHistory.domainId, domain.id), eq(domainHistory.kind, "dnssec_change")))
    .orderBy(asc(domainHistory.occurredAt), asc(domainHistory.id));
  const entries: KeyTimelineEntry[] = [];
  for (const { occurredAt, actor, details } of rows) {
    const change = { at: occurredAt.toISOString(), actor: { kind: actor.kind, name: actor.name } };
    const { from, to } = details as { from?: DsRecord | null; to?: DsRecord | null };
    if (from) {
      const open = entries.findLast((entry) => !entry.removed && isSameDsRecord(entry.dsRecord, from));
      if (open) {
        open.removed = change;
      } else {
        entries.push({ dsRecord: from, published: null, removed: change });
      }
    }
    if (to) {
      entries.push({ dsRecord: to, published: change, removed: null });
    }
  }
  for (const dsRecord of domain.dsRecords) {
    if (entries.some((entry) => !entry.removed && isSameDsRecord(entry.dsRecord, dsRecord))) {
      continue;
    }
    entries.push({ dsRecord, published: null, removed: null });
  }
  return entries.sort(latestFirst);
}

/** Published records first, then by removal, then by publication; ISO 8601 in UTC sorts as text. */
function latestFirst(one: KeyTimelineEntry, other: KeyTimelineEntry): number {
  const placeOf = ({ removed, published }: KeyTimelineEntry) =>
    `${removed ? `0${removed.at}` : "1"} ${published?.at ?? ""}`;
  const [left, right] = [placeOf(one), placeOf(other)];
  return left < right ? 1 : left > right ? -1 : 0;
}
