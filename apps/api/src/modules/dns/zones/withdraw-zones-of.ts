import { type Transaction, zones, zoneWithdrawals } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";

/** All zones of a workspace that is erased. Its events are erased too, so none tells of it. */
export async function withdrawZonesOf(
  tx: Transaction,
  { clock }: { clock: Clock },
  workspaceId: string,
): Promise<void> {
  const gone = await tx
    .delete(zones)
    .where(eq(zones.workspaceId, workspaceId))
    .returning({ name: zones.name });
  if (gone.length === 0) {
    return;
  }
  const dueAt = clock.wallNow();
  await tx
    .insert(zoneWithdrawals)
    .values(gone.map(({ name }) => ({ workspaceId, name, dueAt })))
    .onConflictDoUpdate({
      target: [zoneWithdrawals.workspaceId, zoneWithdrawals.name],
      set: { dueAt, tries: 0 },
    });
  await wakeWorkers(tx, "zones");
}
