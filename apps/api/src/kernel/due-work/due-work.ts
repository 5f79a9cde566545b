import type { Db } from "@zonepost/db";
import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { WakeReason } from "./wake.ts";

/** Rows of workspaces that become due at the business time in a column, which is null while they aren't waiting. */
export type DueRows = { table: PgTable; id: PgColumn; workspaceId: PgColumn | SQL; dueAt: PgColumn };

/**
 * Work that becomes due by the business clock. The sandbox clock uses `nextDueAt` and `isBusy` to move from one due
 * moment to the next; the worker does the work with a {@link Sweep}.
 */
export type DueWork = {
  name: string;
  /** If these rows are all of the work: the sandbox clock reads those of all works in one statement. */
  rows?: DueRows;
  /** The earliest business time after `after` at which something becomes due; null if there is none. */
  nextDueAt(db: Db, after: Date): Promise<Date | null>;
  /** True while something due at `now` is waiting or leased. */
  isBusy(db: Db, now: Date): Promise<boolean>;
  /** For work without due times: since when its oldest piece has waited; null if there is none. */
  waitingSince?(db: Db): Promise<Date | null>;
};

/** Does the due work in a worker, in bounded batches; safe to run in several workers at once. */
export type Sweep = {
  name: string;
  /** The notices that wake it, in addition to `pollIntervalMs`. */
  wakeReasons: readonly WakeReason[];
  pollIntervalMs: number;
  /** Resolves when nothing more is due or, after `signal`, when the current work is done. */
  run(signal: AbortSignal): Promise<void>;
  /** Called for a notice, also while it runs. */
  wake?(reason: WakeReason): void;
  /** How long a notice waits, if other workers are enough for what it is about; further notices don't prolong it. */
  standbyMs?(reason: WakeReason): number;
};
