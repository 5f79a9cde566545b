import { type StoredActor, type Transaction, zones } from "@zonepost/db";
import type { ZoneEndReason } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import type { ZoneRow } from "../model/records.ts";

/** How long a zone is served after its end. A domain that moves takes its old nameservers along for a while. */
const servedDays: Record<ZoneEndReason, number> = {
  domain_deleted: 7,
  domain_transferred_out: 30,
  domain_moved: 7,
  held_by_another: 7,
  delegated_elsewhere: 7,
};

/** `actor` is null if another workspace has caused it, about which this one must learn nothing. */
type Cause = { actor: StoredActor | null; now: Date };

const isThis = (zone: ZoneRow) => and(eq(zones.workspaceId, zone.workspaceId), eq(zones.id, zone.id));

/** No one changes it any more, and it is served as it is until it is withdrawn. Under the lock of its name. */
export async function endZone(
  tx: Transaction,
  ctx: Ctx,
  zone: ZoneRow,
  { reason, ...cause }: Cause & { reason: ZoneEndReason },
): Promise<void> {
  const endsAt = new Date(cause.now.getTime() + servedDays[reason] * dayMs);
  await tx
    .update(zones)
    .set({
      endReason: reason,
      endsAt,
      nextDelegationCheckAt: null,
      elsewhereSince: null,
      updatedAt: cause.now,
    })
    .where(isThis(zone));
  await auditZone(tx, ctx, zone, {
    ...cause,
    action: "zone.ended",
    details: { reason, endsAt: endsAt.toISOString() },
  });
}

/** A zone at or below an active domain of its workspace: also one that was proved before, or that had ended. */
export async function holdZone(tx: Transaction, ctx: Ctx, zone: ZoneRow, cause: Cause): Promise<void> {
  const isResumed = zone.endsAt !== null;
  if (!isResumed && zone.basis === "held") {
    return;
  }
  await tx
    .update(zones)
    .set({
      basis: "held",
      endReason: null,
      endsAt: null,
      elsewhereSince: null,
      nextDelegationCheckAt: cause.now,
      updatedAt: cause.now,
    })
    .where(isThis(zone));
  if (isResumed) {
    await auditZone(tx, ctx, zone, { ...cause, action: "zone.resumed", details: { ended: zone.endReason } });
  }
}

export async function auditZone(
  tx: Transaction,
  ctx: Ctx,
  { workspaceId, name }: ZoneRow,
  { actor, now, ...entry }: Cause & { action: string; details: Record<string, unknown> },
): Promise<void> {
  const unnamed = { requestId: null, ipAddress: null, userAgent: null };
  const system = storedActor({ kind: "system", job: "zones" });
  await audit(tx, actor === null ? { ...ctx, ...unnamed } : ctx, {
    ...entry,
    workspaceId,
    target: name,
    actor: actor ?? system,
    occurredAt: now,
  });
}
