import { type Transaction, zonePublications } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import type { ZoneRow } from "../model/records.ts";

/** In the transaction of a change: its commit wakes the worker that brings it to the nameservers. */
export async function requestPublication(
  tx: Transaction,
  ctx: Pick<Ctx, "clock">,
  { workspaceId, id }: Pick<ZoneRow, "workspaceId" | "id">,
  changedRecordSets: number,
): Promise<void> {
  const dueAt = ctx.clock.wallNow();
  await tx
    .insert(zonePublications)
    .values({ workspaceId, zoneId: id, dueAt, pendingRecordSets: changedRecordSets })
    .onConflictDoUpdate({
      target: [zonePublications.workspaceId, zonePublications.zoneId],
      set: {
        dueAt,
        tries: 0,
        problem: null,
        pendingRecordSets: sql`${zonePublications.pendingRecordSets} + ${changedRecordSets}`,
      },
    });
  await wakeWorkers(tx, "zones");
}
