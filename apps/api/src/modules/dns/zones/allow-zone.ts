import { zoneAllowances } from "@zonepost/db";
import { and, eq, gt } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx, Queryable, Transaction } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { requireFreeName } from "./require-free-name.ts";

/** A right that isn't used is forgotten, and so is the reason for it. */
const allowedDays = 30;

type OwnName = { workspaceId: string; name: string };

const isOf = ({ workspaceId, name }: OwnName) =>
  and(eq(zoneAllowances.workspaceId, workspaceId), eq(zoneAllowances.name, name));

/**
 * The operator lets a workspace create the zone once without proof. Repeating it prolongs it. Throws if it couldn't be
 * created anyway.
 */
export async function allowZone(
  deps: Omit<Ctx, "actor">,
  { workspaceId, name }: OwnName,
): Promise<{ expiresAt: Date }> {
  const ctx: Ctx = { ...deps, actor: { kind: "system", job: "zones:allow" } };
  const allowedAt = await ctx.clock.now();
  const expiresAt = new Date(allowedAt.getTime() + allowedDays * dayMs);
  await ctx.db.transaction(async (tx) => {
    await requireFreeName(tx, { workspaceId, name });
    await tx
      .insert(zoneAllowances)
      .values({ workspaceId, name, allowedAt, expiresAt })
      .onConflictDoUpdate({
        target: [zoneAllowances.workspaceId, zoneAllowances.name],
        set: { allowedAt, expiresAt },
      });
    await audit(tx, ctx, {
      workspaceId,
      action: "zone.allowed",
      target: name,
      details: { until: expiresAt.toISOString() },
      occurredAt: allowedAt,
    });
  });
  return { expiresAt };
}

export const isZoneAllowed = async (db: Queryable, own: OwnName, now: Date): Promise<boolean> =>
  (await db.$count(zoneAllowances, and(isOf(own), gt(zoneAllowances.expiresAt, now)))) > 0;

export const spendAllowance = async (tx: Transaction, own: OwnName): Promise<void> => {
  await tx.delete(zoneAllowances).where(isOf(own));
};
