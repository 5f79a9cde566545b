import { zoneServerLease } from "@zonepost/db";
import { and, eq, lte, or } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";

/** Wall clock. Longer than one turn of projections takes, so an expired lease means a dead worker. */
const leaseMs = 30_000;

export type Lease = {
  /** False if another worker has taken it over. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
};

/** The right to talk to the primary; undefined while another worker has it. */
export async function holdLease(
  { db, clock }: Pick<Ctx, "db" | "clock">,
  holder: string,
): Promise<Lease | undefined> {
  const leasedUntil = () => new Date(clock.wallNow().getTime() + leaseMs);
  const isOwn = eq(zoneServerLease.holder, holder);
  const take = async () => {
    const rows = await db
      .insert(zoneServerLease)
      .values({ holder, leasedUntil: leasedUntil() })
      .onConflictDoUpdate({
        target: zoneServerLease.id,
        set: { holder, leasedUntil: leasedUntil() },
        setWhere: or(isOwn, lte(zoneServerLease.leasedUntil, clock.wallNow())),
      })
      .returning({ holder: zoneServerLease.holder });
    return rows.length > 0;
  };
  if (!(await take())) {
    return undefined;
  }
  return {
    renew: take,
    async release() {
      await db.update(zoneServerLease).set({ leasedUntil: clock.wallNow() }).where(and(isOwn));
    },
  };
}
