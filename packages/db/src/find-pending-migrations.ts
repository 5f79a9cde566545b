import { fileURLToPath } from "node:url";
import type { Sql } from "postgres";
import { readMigrations } from "./read-migrations.ts";

/** What the next start would apply, and whether the database is of a newer version. Changes nothing. */
export async function findPendingMigrations(
  sql: Sql,
): Promise<{ isEmpty: boolean; pending: string[]; isNewer: boolean }> {
  const known = readMigrations(fileURLToPath(new URL("../migrations", import.meta.url)));
  const [row] = await sql<{ isEmpty: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is null as "isEmpty"`;
  if (row?.isEmpty !== false) {
    return { isEmpty: true, pending: known.map(({ name }) => name), isNewer: false };
  }
  const applied = await sql<{ at: string }[]>`select created_at as at from drizzle.__drizzle_migrations`;
  const times = new Set(applied.map(({ at }) => Number(at)));
  const latestMs = Math.max(...known.map(({ atMs }) => atMs));
  return {
    isEmpty: false,
    pending: known.filter(({ atMs }) => !times.has(atMs)).map(({ name }) => name),
    isNewer: [...times].some((atMs) => atMs > latestMs),
  };
}
