import type { Db } from "@zonepost/db";

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

/** For one piece of work: reads the offset of business time once, when it is first needed. */
export function steadyClock(clock: Clock): Clock {
  let aheadMs: number | undefined;
  return {
    async now() {
      aheadMs ??= (await clock.now()).getTime() - clock.wallNow().getTime();
      return new Date(clock.wallNow().getTime() + aheadMs);
    },
    wallNow: () => clock.wallNow(),
  };
}

/** Wall clock plus the offset in the single row that api, workers and registry share. */
export function createBusinessClock(db: Db): Clock {
  return {
    async now() {
      const offsetMs = await readOffsetMs(db);
      return new Date(Date.now() + offsetMs);
    },
    wallNow: () => new Date(),
  };
}

/** By how much business time is ahead of the wall clock. */
export async function readOffsetMs(db: Db): Promise<number> {
  const [row] = await db.$client<{ offsetMs: number }[]>`
    select offset_ms::float8 as "offsetMs" from business_clock`;
  return row?.offsetMs ?? 0;
}
