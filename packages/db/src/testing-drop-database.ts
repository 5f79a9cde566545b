import type { Sql } from "postgres";

/**
 * Ends the connections that are left and removes the database. Not with `force`, which is refused where a vacuum is at
 * work, for that runs as another role; a plain removal ends the vacuum and waits for those that are going.
 */
export async function dropDatabase(admin: Sql, name: string): Promise<void> {
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`;
  await admin`drop database if exists ${admin(name)}`;
}
