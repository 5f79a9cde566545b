import type { Sql } from "postgres";

/** As drizzle-kit writes it, or by hand: comments before it, lower case, without quotes. */
const indexForm =
  /^(?:\s|--[^\n]*\n)*create\s+(unique\s+)?index\s+(?:if not exists\s+)?"?(\w+)"?\s+on\s+"?(\w+)"?\s+(.+?);?\s*$/is;
/** The partition was dropped, or this migration adds the column or function: the index is left to it. */
const isLeftToMigration = (error: unknown) =>
  error instanceof Error && "code" in error && String(error.code).startsWith("42");

/**
 * Builds the indexes that a migration adds to existing tables without blocking writes, and returns the statements that
 * are left to it. `CREATE INDEX` on a partitioned table finds those of its partitions and attaches them in milliseconds.
 */
export async function buildIndexesAhead(client: Sql, statements: string[]): Promise<string[]> {
  const indexes = statements.flatMap((statement) => {
    const [, unique = "", name = "", table = "", definition = ""] = indexForm.exec(statement) ?? [];
    return table ? [{ statement, unique, name, table, definition }] : [];
  });
  const partitionsOf = await findTables(
    client,
    indexes.map(({ table }) => table),
  );
  const built = new Set<string>();
  for (const { statement, unique, name, table, definition } of indexes) {
    const build = (index: string, on: string) =>
      buildIndex(
        client,
        index,
        `create ${unique}index concurrently if not exists "${index}" on "${on}" ${definition.replaceAll(`"${table}".`, `"${on}".`)}`,
      );
    const partitions = partitionsOf.get(table);
    if (partitions === null && (await build(name, table))) {
      built.add(statement);
    }
    for (const partition of partitions ?? []) {
      await build(`${partition}_${name.replace(`${table}_`, "")}`, partition);
    }
  }
  return statements.filter((statement) => !built.has(statement));
}

/** Of these, the tables that exist, each with its partitions, or null if it isn't partitioned. */
async function findTables(client: Sql, names: readonly string[]): Promise<Map<string, string[] | null>> {
  const rows = await client<{ name: string; partitions: string[] | null }[]>`
    select relname as name, case when relkind = 'p' then array(
        select part.relname from pg_inherits join pg_class part on part.oid = inhrelid
        where inhparent = pg_class.oid and part.relkind = 'r') end as partitions
    from pg_class where oid = any (select to_regclass(quote_ident(name)) from unnest(${names}::text[]) name)`;
  return new Map(rows.map(({ name, partitions }) => [name, partitions]));
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
