import type { Sql } from "postgres";

/**
 * Ends the remaining connections and drops the database. `force` would fail during a vacuum, which runs as another
 * role; a plain drop ends the vacuum and waits for closing connections.
 */
export async function dropDatabase(admin: Sql, name: string): Promise<void> {
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`;
  await admin`drop database if exists ${admin(name)}`;
}
