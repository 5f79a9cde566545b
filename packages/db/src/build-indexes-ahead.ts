import type { Sql } from "postgres";

/** As drizzle-kit writes it, or with IF NOT EXISTS. */
const indexForm = /^\s*CREATE (UNIQUE )?INDEX (?:IF NOT EXISTS )?"(\w+)" ON "(\w+)" (.+?);?\s*$/ms;
/** The partition was dropped, or this migration adds the column or function: the index is left to it. */
const isLeftToMigration = (error: unknown) =>
  error instanceof Error && "code" in error && String(error.code).startsWith("42");

/**
 * Builds the indexes that a migration adds to existing tables without blocking writes, and returns the statements that
 * are left to it. `CREATE INDEX` on a partitioned table finds those of its partitions and attaches them in milliseconds.
 */
export async function buildIndexesAhead(client: Sql, statements: string[]): Promise<string[]> {
  const left: string[] = [];
  for (const statement of statements) {
    if (!(await isBuiltAhead(client, statement))) {
      left.push(statement);
    }
  }
  return left;
}

async function isBuiltAhead(client: Sql, statement: string): Promise<boolean> {
  const [, unique = "", index = "", table, definition = ""] = indexForm.exec(statement) ?? [];
  if (table === undefined) {
    return false;
  }
  const [found] = await client<{ isPartitioned: boolean }[]>`
    select relkind = 'p' as "isPartitioned" from pg_class where oid = to_regclass(${`"${table}"`})`;
  const build = (name: string, on: string) =>
    buildIndex(
      client,
      name,
      `create ${unique}index concurrently if not exists "${name}" on "${on}" ${definition.replaceAll(`"${table}".`, `"${on}".`)}`,
    );
  if (!found?.isPartitioned) {
    return found !== undefined && (await build(index, table));
  }
  const partitions = await client<{ name: string }[]>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${`"${table}"`}) and relkind = 'r'`;
  for (const { name } of partitions) {
    await build(`${name}_${index.replace(`${table}_`, "")}`, name);
  }
  return false;
}

async function buildIndex(client: Sql, name: string, statement: string): Promise<boolean> {
  await dropUnfinished(client, name);
  try {
    await client.unsafe(statement);
    return true;
  } catch (error) {
    if (!isLeftToMigration(error)) {
      throw error;
    }
    return false;
  }
}

/** What a process left that ended while it built the index. It would be attached, but never used. */
async function dropUnfinished(client: Sql, index: string): Promise<void> {
  const [unfinished] = await client`
    select from pg_index where indexrelid = to_regclass(${`"${index}"`}) and not indisvalid`;
  if (unfinished) {
    await client.unsafe(`drop index concurrently "${index}"`);
  }
}
