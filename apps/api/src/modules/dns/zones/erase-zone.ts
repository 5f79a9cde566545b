import { type Transaction, zones, zoneWithdrawals } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { emit } from "../../webhooks/index.ts";
import type { ZoneRow } from "../model/records.ts";

/** With all that belongs to it. The nameservers stop serving it as soon as the worker has told them. */
export async function eraseZone(
  tx: Transaction,
  ctx: Pick<Ctx, "clock">,
  { workspaceId, id, name }: ZoneRow,
  { deletedAt }: { deletedAt?: Date } = {},
): Promise<void> {
  const dueAt = ctx.clock.wallNow();
  await tx.delete(zones).where(and(eq(zones.workspaceId, workspaceId), eq(zones.id, id)));
  await tx
    .insert(zoneWithdrawals)
    .values({ workspaceId, name, dueAt })
    .onConflictDoUpdate({
      target: [zoneWithdrawals.workspaceId, zoneWithdrawals.name],
      set: { dueAt, tries: 0 },
    });
  await emit(tx, { workspaceId, type: "zone.deleted", data: { name }, createdAt: deletedAt ?? dueAt });
  await wakeWorkers(tx, "zones");
}
