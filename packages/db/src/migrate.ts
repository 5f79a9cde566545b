import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { Logger, runMigrations } from "graphile-worker";
import postgres from "postgres";

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

// Any constant will do, as long as every process that migrates takes the same.
const migrationLock = 7_305_100_482;

/**
 * Brings a database to this version's tables, ours and graphile-worker's. Several at once are safe: one works, the
 * others wait for it and find nothing to do. The address must not lead through a transaction pooler.
 */
export async function migrate(url: string): Promise<void> {
  const client = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: "zonepost-migrate" },
  });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    if (existsSync(migrationsFolder)) {
      await applyMigrations(drizzle(client), { migrationsFolder });
    }
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
  } finally {
    await client.end();
  }
}
