import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Logger, runMigrations } from "graphile-worker";
import postgres from "postgres";
import { applyMigrations, type Report } from "./apply-migrations.ts";
import { moveToBaseline } from "./baseline.ts";
import { type Migration, readMigrations } from "./read-migrations.ts";

export const ownMigrations = fileURLToPath(new URL("../migrations", import.meta.url));

// Any constant works if every process that migrates uses the same one.
const migrationLock = 7_305_100_482;

/**
 * Migrates a database to this version's tables, ours and graphile-worker's. Safe to run concurrently: one process
 * migrates while the others wait. The address must not point to a transaction pooler.
 */
export async function migrate(
  url: string,
  { folder = ownMigrations, report = () => {} }: { folder?: string; report?: Report } = {},
): Promise<void> {
  const [baseline, ...later] = readMigrations(folder);
  if (!baseline) {
    throw new Error("there is no baseline");
  }
  const client = postgres(url, {
    max: 1,
    onnotice: () => {},
    // With a pooler, its role has limits.
    connection: {
      application_name: "zonepost-migrate",
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
    },
  });
  try {
    await lockMigrations(client);
    await moveToBaseline(client, baseline);
    await applyMigrations(client, await findPending(client, [baseline, ...later]), report);
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
  } finally {
    // Without a limit, the driver would wait forever for a connection that was lost during a query.
    await client.end({ timeout: 1 });
  }
}

/** Polls: building an index waits for older statements, and would so wait for one that waits for this lock. */
async function lockMigrations(client: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await client`select pg_try_advisory_lock(${migrationLock}) as "isLocked"`;
    if (row?.isLocked) {
      return;
    }
    await wait(100);
  }
}

/** Ours keep the list that drizzle's migrator began. */
async function findPending(client: postgres.Sql, migrations: Migration[]): Promise<Migration[]> {
  await client.unsafe(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`);
  const applied = await client<{ at: string }[]>`select created_at as at from drizzle.__drizzle_migrations`;
  const times = new Set(applied.map(({ at }) => Number(at)));
  return migrations.filter(({ atMs }) => !times.has(atMs));
}
