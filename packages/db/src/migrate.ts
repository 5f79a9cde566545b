import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { Logger, runMigrations } from "graphile-worker";
import postgres from "postgres";
import { moveToBaseline } from "./baseline.ts";
import { buildIndexesAhead } from "./build-indexes-ahead.ts";

export const ownMigrations = fileURLToPath(new URL("../migrations", import.meta.url));

// Any constant works if every process that migrates uses the same one.
const migrationLock = 7_305_100_482;

/**
 * Migrates a database to this version's tables, ours and graphile-worker's. Safe to run concurrently: one process
 * migrates while the others wait. The address must not point to a transaction pooler.
 */
export async function migrate(url: string, migrationsFolder = ownMigrations): Promise<void> {
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
    await moveToBaseline(client, migrationsFolder);
    await buildIndexesAhead(client, migrationsFolder);
    await applyMigrations(drizzle(client), { migrationsFolder });
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
