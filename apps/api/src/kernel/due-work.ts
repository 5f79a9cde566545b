import type { Db } from "@zonepost/db";
import type { WakeReason } from "./wake.ts";

/**
 * A kind of work that becomes due by the business clock. The sandbox clock walks from one due moment to the next
 * with `nextDueAt` and `isBusy`; the worker does the work with a {@link Sweep}.
 */
export type DueWork = {
  name: string;
  /** The earliest business time after `after` at which something becomes due; null where nothing will. */
  nextDueAt(db: Db, after: Date): Promise<Date | null>;
  /** Whether something that was due at `now` is still waiting or under a lease. */
  isBusy(db: Db, now: Date): Promise<boolean>;
};

/** The worker's side: does what is due now, in bounded batches, safe to run in several workers at once. */
export type Sweep = {
  name: string;
  /** Which notices wake it; beside them it runs every `pollIntervalMs`. */
  wakeReasons: readonly WakeReason[];
  pollIntervalMs: number;
  /** Resolves when nothing is due any more, or when `signal` asks it to stop after what it has in hand. */
  run(signal: AbortSignal): Promise<void>;
};
