import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { applyMigrations } from "../src/apply-migrations.ts";
import { buildIndexesAhead } from "../src/build-indexes-ahead.ts";
import { migrate, ownMigrations } from "../src/migrate.ts";
import { readMigrations } from "../src/read-migrations.ts";

// Which locks each migration takes on the tables that were there before, and whether it reads rows while it holds them.

export type MigrationLock = {
  migration: string;
  table: string;
  /** As in PostgreSQL's documentation, such as ACCESS EXCLUSIVE. */
  mode: string;
  /** Rows that the migration's transaction has read, by which the lock grows longer. */
  rowsRead: number;
  /** How long the transaction had lasted at its end, so that no lock was held for longer. */
  heldMs: number;
};

/** Modes that let others write, and so stop no one. */
const harmless = ["AccessShareLock", "RowShareLock", "RowExclusiveLock", "ShareUpdateExclusiveLock"];

/** A copy of the migrations with the first ones only. */
function withFirstMigrations(folder: string, count: number): string {
  const copy = mkdtempSync(path.join(tmpdir(), "zonepost-first-migrations-"));
  cpSync(folder, copy, { recursive: true });
  const file = path.join(copy, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  journal.entries = journal.entries.slice(0, count);
  writeFileSync(file, JSON.stringify(journal));
  return copy;
}

/** Values that fit a column's type. Texts and numbers differ by row, for unique indexes. */
const values: Record<string, string> = {
  uuid: "uuidv7()",
  text: "'x' || number",
  jsonb: "'{}'::jsonb",
  boolean: "false",
  bytea: "''::bytea",
  integer: "number",
  bigint: "number",
  smallint: "1",
  date: "current_date",
  "timestamp with time zone": "now() - interval '1 hour'",
};

/**
 * Fills every table with that many rows that satisfy its types, but neither its checks nor its references: a migration
 * takes as long for them. These stay, as `NOT VALID`.
 */
async function fillTables(sql: postgres.Sql, rows: number): Promise<void> {
  const columns = await sql<{ table: string; column: string; type: string; isNeeded: boolean }[]>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isNeeded"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`;
  const constraints = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype in ('c', 'f') and connamespace = 'public'::regnamespace and conparentid = 0 and coninhcount = 0`;
  for (const { table, name } of constraints) {
    await sql.unsafe(`alter table ${table} drop constraint "${name}"`);
  }
  for (const [table, of] of Map.groupBy(columns, (column) => column.table)) {
    const needed = of.filter(({ isNeeded }) => isNeeded);
    const list = needed.map(({ type }) => (type.endsWith("[]") ? `'{}'::${type}` : (values[type] ?? "null")));
    const names = needed.map(({ column }) => `"${column}"`);
    await sql.unsafe(`alter table "${table}" disable trigger user`);
    await sql.unsafe(
      names.length === 0
        ? `insert into "${table}" default values on conflict do nothing`
        : `insert into "${table}" (${names.join(", ")})
           select ${list.join(", ")} from generate_series(1, ${rows}) number on conflict do nothing`,
    );
    await sql.unsafe(`alter table "${table}" enable trigger user`);
  }
  for (const { table, name, definition } of constraints) {
    await sql.unsafe(
      `alter table ${table} add constraint "${name}" ${definition.replace(/ NOT VALID$/, "")} not valid`,
    );
  }
}

/** The end of each migration's transaction notes its locks. */
async function noteLocks(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema observed;
    create table observed.tables as
      select c.oid, c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p');
    create table observed.locks (at_ms bigint, name text, mode text, rows_read bigint, held_ms double precision);
    create function observed.note_locks() returns trigger language plpgsql as $$
    begin
      insert into observed.locks
      select new.created_at, t.name, l.mode, coalesce(s.seq_tup_read, 0),
        extract(epoch from clock_timestamp() - transaction_timestamp()) * 1000
      from pg_locks l join observed.tables t on t.oid = l.relation
        left join pg_stat_xact_user_tables s on s.relid = t.oid
      where l.pid = pg_backend_pid() and l.locktype = 'relation' and l.granted;
      return null;
    end $$;
    create trigger note_locks after insert on drizzle.__drizzle_migrations
      for each row execute function observed.note_locks()`);
}

/** Upgrades a filled database from the first `from` migrations. Returns the locks that stop others. */
export async function readMigrationLocks(
  url: string,
  {
    folder = ownMigrations,
    from = 1,
    rows,
    report = () => {},
  }: { folder?: string; from?: number; rows: number; report?: (line: string) => void },
): Promise<MigrationLock[]> {
  const first = withFirstMigrations(folder, from);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await migrate(url, { folder: first });
    await fillTables(sql, rows);
    await sql`analyze`;
    await noteLocks(sql);
    for (const migration of readMigrations(folder).slice(from)) {
      if (!migration.isBackfill) {
        // Their scans stop no one, and end up in other statistics once they are flushed.
        await buildIndexesAhead(sql, migration.statements);
        await sql`select pg_stat_force_next_flush()`;
      }
      await applyMigrations(sql, [migration], report);
    }
    const tags = new Map(readMigrations(folder).map(({ atMs, name }) => [atMs, name]));
    const noted = await sql<{ at: string; table: string; mode: string; rowsRead: string; heldMs: number }[]>`
      select at_ms as at, name as table, mode, rows_read as "rowsRead", held_ms as "heldMs" from observed.locks
      where mode <> all (${harmless}) order by at_ms, name, mode`;
    return noted.map(({ at, mode, rowsRead, ...lock }) => ({
      ...lock,
      migration: tags.get(Number(at)) ?? "",
      mode: mode
        .replace(/Lock$/, "")
        .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
        .toUpperCase(),
      rowsRead: Number(rowsRead),
    }));
  } finally {
    await sql.end({ timeout: 1 });
    rmSync(first, { recursive: true });
  }
}
