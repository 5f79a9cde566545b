import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Sql } from "postgres";

/** As drizzle-kit writes it, or with IF NOT EXISTS. */
const indexForm = /^CREATE (UNIQUE )?INDEX (IF NOT EXISTS )?"(\w+)" ON "(\w+)" (.+?);?\s*$/ms;
/** The partition was dropped, or an earlier pending migration adds a column or function: the index is left to its own. */
const isLeftToMigration = (error: unknown) =>
  error instanceof Error && "code" in error && String(error.code).startsWith("42");

/**
 * Builds the indexes that pending migrations add to partitioned tables: one for each partition, without blocking writes.
 * `CREATE INDEX` on the table finds them and attaches them, so the migration itself takes milliseconds. Of other tables,
 * those that a migration adds with IF NOT EXISTS.
 */
export async function buildIndexesAhead(client: Sql, migrationsFolder: string): Promise<void> {
  for (const statement of await pendingStatements(client, migrationsFolder)) {
    const [, unique = "", ifMissing, index = "", table, definition = ""] = indexForm.exec(statement) ?? [];
    if (table === undefined) {
      continue;
    }
    const partitions = await client<{ name: string }[]>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = to_regclass(${`"${table}"`}) and relkind = 'r'`;
    const tables = partitions.length === 0 && ifMissing ? [{ name: table }] : partitions;
    for (const { name } of tables) {
      const ahead = name === table ? index : `${name}_${index.replace(`${table}_`, "")}`;
      const columns = definition.replaceAll(`"${table}".`, `"${name}".`);
      await dropUnfinished(client, ahead);
      try {
        await client.unsafe(
          `create ${unique}index concurrently if not exists "${ahead}" on "${name}" ${columns}`,
        );
      } catch (error) {
        if (!isLeftToMigration(error)) {
          throw error;
        }
      }
    }
  }
}

async function pendingStatements(client: Sql, migrationsFolder: string): Promise<string[]> {
  const [{ isNew } = { isNew: true }] = await client<{ isNew: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is null as "isNew"`;
  if (isNew) {
    return [];
  }
  const [latest] = await client<{ at: string }[]>`
    select created_at as at from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  return readMigrationFiles({ migrationsFolder })
    .filter(({ folderMillis }) => latest && folderMillis > Number(latest.at))
    .flatMap(({ sql }) => sql);
}

/** What a process left that ended while it built the index. It would be attached, but never used. */
async function dropUnfinished(client: Sql, index: string): Promise<void> {
  const [unfinished] = await client`
    select from pg_index where indexrelid = to_regclass(${`"${index}"`}) and not indisvalid`;
  if (unfinished) {
    await client.unsafe(`drop index concurrently "${index}"`);
  }
}
