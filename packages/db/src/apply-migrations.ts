import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { buildIndexesAhead } from "./build-indexes-ahead.ts";
import type { Migration } from "./read-migrations.ts";

/** Shows a line of progress to the operator. */
export type Report = (line: string) => void;

/** The migrations before this one are applied, nothing of this one is, and the next start goes on with it. */
export class MigrationError extends Error {}

// Statements of a running version queue up behind a migration that waits for a table.
const lockTimeoutMs = 1_000;
const retryDelayMs = 500;
const attempts = 60;
const reportEveryMs = 5_000;

const lockNotAvailable = "55P03";
const deadlockDetected = "40P01";

/**
 * Applies one migration after the other, each in a transaction of its own, so that a table is only locked while its own
 * migration runs. A process that ends in between leaves whole migrations behind.
 */
export async function applyMigrations(
  client: postgres.Sql,
  pending: Migration[],
  report: Report,
): Promise<void> {
  for (const migration of pending) {
    const startedMs = performance.now();
    const transact = <T>(work: (tx: postgres.TransactionSql) => Promise<T>) =>
      retryWhileLocked(migration, report, () =>
        client.begin(async (tx) => {
          await tx`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`;
          return work(tx);
        }),
      );
    let left: string[] = [];
    if (migration.isBackfill) {
      await backfill(migration, report, transact);
    } else {
      left = await buildIndexesAhead(client, migration.statements);
    }
    await transact(async (tx) => {
      for (const statement of left) {
        await tx.unsafe(statement);
      }
      await tx`
        insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.atMs})`;
    });
    report(`${migration.name} applied (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  }
}

/** Rests after each batch for as long as it took, so that at least half of the server is left to others. */
async function backfill(
  migration: Migration,
  report: Report,
  transact: (work: (tx: postgres.TransactionSql) => Promise<{ count: number }>) => Promise<{ count: number }>,
): Promise<void> {
  let rows = 0;
  let reportedMs = performance.now();
  for (const statement of migration.statements) {
    for (;;) {
      const startedMs = performance.now();
      const { count } = await transact((tx) => tx.unsafe(statement));
      if (count === 0) {
        break;
      }
      rows += count;
      if (performance.now() - reportedMs > reportEveryMs) {
        reportedMs = performance.now();
        report(`${migration.name}: ${rows.toLocaleString("en")} rows so far`);
      }
      await wait(performance.now() - startedMs);
    }
  }
}

async function retryWhileLocked<T>(migration: Migration, report: Report, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) {
        throw error;
      }
      if (![lockNotAvailable, deadlockDetected].includes(error.code)) {
        throw new MigrationError(`${migration.name} failed: ${error.message}.`, { cause: error });
      }
      if (attempt === attempts) {
        throw new MigrationError(
          `${migration.name} could not lock a table in ${attempts} attempts. End the transaction that uses it (the oldest in pg_stat_activity) and start again.`,
          { cause: error },
        );
      }
      if (attempt % 10 === 1) {
        report(`${migration.name} waits for a table that is in use`);
      }
      await wait(retryDelayMs);
    }
  }
}
