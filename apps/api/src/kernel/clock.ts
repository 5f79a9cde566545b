import { businessClock, type Db } from "@zonepost/db";

/**
 * `now` is business time (expiry, schedules, history), which the sandbox can move; read it before a transaction,
 * because it may need a connection. `wallNow` is for leases, sessions and rate limits.
 */
export type Clock = {
  now(): Promise<Date>;
  wallNow(): Date;
};

export const wallClock: Clock = {
  now: async () => new Date(),
  wallNow: () => new Date(),
};

/** Wall clock plus the offset in the single row that api, workers and registry share. */
export function createBusinessClock(db: Db): Clock {
  return {
    async now() {
      const [row] = await db.select({ offsetMs: businessClock.offsetMs }).from(businessClock);
      return new Date(Date.now() + (row?.offsetMs ?? 0));
    },
    wallNow: () => new Date(),
  };
}
