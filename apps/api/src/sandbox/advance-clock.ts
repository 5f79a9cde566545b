import { setTimeout as delay } from "node:timers/promises";
import { businessClock, type Db, invitations, personTokens, verifications } from "@zonepost/db";
import type { ClockState } from "@zonepost/schema/sandbox";
import { isNull, sql } from "drizzle-orm";
import { type Clock, readOffsetMs } from "../kernel/clock.ts";
import type { DueWork } from "../kernel/due-work/due-work.ts";
import { wakeWorkers } from "../kernel/due-work/wake.ts";
import { limitParallel } from "../kernel/limits/limit-parallel.ts";
import { askWorks, type WorksAsked } from "./ask-works.ts";

/** In this process. One that waits for another has no connection yet. */
const inTurn = limitParallel(1);

export type AdvanceDeps = {
  db: Db;
  /** A connection of its own, past any pooler and without a time limit for statements. */
  lockDb: Db;
  clock: Clock;
  works: readonly DueWork[];
};

const pollIntervalMs = 10;
/** Polling more often would slow down the work itself. */
const longestPauseMs = 50;
const pollsPerWake = 10;
const giveUpAfterMs = 600_000;
const advanceLock = 4_711_002;

export async function readClock(deps: AdvanceDeps): Promise<ClockState> {
  const now = await deps.clock.now();
  // At once: the wall clock goes on while the works are asked, which would make the offset smaller.
  const face = clockFace(deps.clock, now);
  const busy = await askWorks(deps.works).findBusy(deps.db, now);
  return { ...face, busy: busy.map(({ name }) => name) };
}

export function clockFace(clock: Clock, now: Date): { now: string; offsetSeconds: number } {
  const offsetSeconds = Math.round((now.getTime() - clock.wallNow().getTime()) / 1000);
  return { now: now.toISOString(), offsetSeconds };
}

/**
 * Moves the business clock from one due moment to the next, and waits for the due work at each, so that everything
 * happens in chronological order. Concurrent calls are serialized, also those of other processes.
 */
export const advanceClock = (deps: AdvanceDeps, seconds: number): Promise<void> =>
  inTurn(() => advance(deps, seconds));

async function advance(deps: AdvanceDeps, seconds: number): Promise<void> {
  const asked = askWorks(deps.works);
  const connection = await deps.lockDb.$client.reserve();
  try {
    await connection`select pg_advisory_lock(${advanceLock})`;
    const giveUpAt = Date.now() + giveUpAfterMs;
    // An offset, because business time continues while the due work runs.
    const targetMs = (await readOffsetMs(deps.db)) + seconds * 1000;
    for (;;) {
      // A moment that passes after this one must still be found.
      const settledAt = await settle(deps, asked, giveUpAt);
      const next = await asked.findNextDueAt(deps.db, settledAt);
      if (!next || next.getTime() > deps.clock.wallNow().getTime() + targetMs) {
        break;
      }
      await advanceTo(deps, next.getTime() - deps.clock.wallNow().getTime());
    }
    await advanceTo(deps, targetMs);
    // For work that is not waited for, such as erasing mail.
    await wakeWorkers(deps.db, "clock");
    await settle(deps, asked, giveUpAt);
  } finally {
    await connection`select pg_advisory_unlock(${advanceLock})`;
    connection.release();
  }
}

/** Never moves back: business time may already have passed a due moment with the wall clock. */
async function advanceTo(deps: AdvanceDeps, offsetMs: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(businessClock).for("update");
    const before = row?.offsetMs ?? 0;
    if (offsetMs <= before) {
      return;
    }
    await tx.update(businessClock).set({ offsetMs });
    // The sign-in library checks open links by the wall clock, so their expiry moves along.
    const passed = sql`make_interval(secs => ${(offsetMs - before) / 1000})`;
    await tx.update(verifications).set({ expiresAt: sql`${verifications.expiresAt} - ${passed}` });
    await tx.update(personTokens).set({ expiresAt: sql`${personTokens.expiresAt} - ${passed}` });
    await tx
      .update(invitations)
      .set({ expiresAt: sql`${invitations.expiresAt} - ${passed}` })
      .where(isNull(invitations.acceptedAt));
  });
}

/** Waits for the due work. Returns the business time at which none was left. */
async function settle(deps: AdvanceDeps, asked: WorksAsked, giveUpAt: number): Promise<Date> {
  for (;;) {
    const now = await deps.clock.now();
    const busy = await asked.findBusy(deps.db, now);
    if (busy.length === 0 || Date.now() > giveUpAt) {
      return now;
    }
    await finish(deps, busy, giveUpAt);
  }
}

/**
 * Waits for these works only. One wake makes each worker look for all of them; another is needed if work couldn't be
 * claimed then, for example because other work had leased its domain.
 */
async function finish(deps: AdvanceDeps, works: readonly DueWork[], giveUpAt: number): Promise<void> {
  let busy = works;
  for (let polls = 0; busy.length > 0 && Date.now() < giveUpAt; polls += 1) {
    if (polls % pollsPerWake === 0) {
      await wakeWorkers(deps.db, "clock");
    }
    await delay(Math.min(pollIntervalMs * (1 + polls), longestPauseMs));
    busy = await askWorks(busy).findBusy(deps.db, await deps.clock.now());
  }
}
