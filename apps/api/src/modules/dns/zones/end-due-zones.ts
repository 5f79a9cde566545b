import { zones } from "@zonepost/db";
import { and, eq, lte } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { auditZone } from "./end-zone.ts";
import { eraseZone } from "./erase-zone.ts";
import { lockName } from "./lock-name.ts";

export const endingZones: DueRows = {
  table: zones,
  id: zones.id,
  workspaceId: zones.workspaceId,
  dueAt: zones.endsAt,
};

/** Withdraws the zones whose time after their end has passed. */
export const endDueZones = (ctx: Ctx, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, endingZones, signal, async (id, now) => {
    await withdrawZone(ctx, id, now);
    return true;
  });

/** Unless it has resumed or was replaced meanwhile. */
async function withdrawZone(ctx: Ctx, id: string, now: Date): Promise<void> {
  const isDue = and(eq(zones.id, id), lte(zones.endsAt, now));
  await ctx.db.transaction(async (tx) => {
    const [found] = await tx.select({ name: zones.name }).from(zones).where(isDue);
    if (!found) {
      return;
    }
    await lockName(tx, found.name);
    const [zone] = await tx.select().from(zones).where(isDue).for("update");
    if (!zone) {
      return;
    }
    await eraseZone(tx, ctx, zone, { deletedAt: now });
    await auditZone(tx, ctx, zone, {
      actor: storedActor(ctx.actor),
      now,
      action: "zone.withdrawn",
      details: { reason: zone.endReason },
    });
  });
}
