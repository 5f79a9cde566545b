import postgres from "postgres";
import { afterEach, expect, it } from "vitest";
import { migrate } from "../src/migrate.ts";
import { createTestDatabase } from "../src/testing.ts";
import { withLaterMigrations } from "./later-migrations-fixture.ts";

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

/** A migrated database with a table of 2,500 notes. */
async function withNotes() {
  const database = await createTestDatabase();
  cleanUps.push(database.drop);
  // The limit bounds a hang: nothing here may wait for a migration.
  const sql = postgres(database.url, { max: 3, onnotice: () => {}, connection: { lock_timeout: 10_000 } });
  cleanUps.push(() => sql.end({ timeout: 1 }));
  await sql`create table notes (id integer primary key, text text not null)`;
  await sql`insert into notes select number, 'text' from generate_series(1, 2500) number`;
  return { url: database.url, sql };
}

const hasColumn = async (sql: postgres.Sql, name: string) =>
  (await sql`select from pg_attribute where attrelid = 'notes'::regclass and attname = ${name}`).length === 1;

const addWords = "alter table notes add words integer";
const countWords = `-- backfill
update notes set words = 1 where id in (select id from notes where words is null order by id limit 1000)`;

it("keeps the migrations before one that fails, changes nothing of that one, and goes on with it", async () => {
  const { url, sql } = await withNotes();
  const wrong = `${addWords};\n--> statement-breakpoint\nselect 1 / 0`;
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  const folder = withLaterMigrations("alter table notes add author text", wrong);
  await expect(migrate(url, { folder, report })).rejects.toThrow(/_later_1 failed: division by zero\.$/);
  expect(await hasColumn(sql, "author")).toBe(true);
  expect(await hasColumn(sql, "words")).toBe(false);
  expect(lines).toEqual([expect.stringMatching(/_later_0 applied \([\d.]+ s\)$/)]);

  const fixed = withLaterMigrations("alter table notes add author text", addWords);
  await migrate(url, { folder: fixed, report });
  expect(await hasColumn(sql, "words")).toBe(true);
  expect(lines).toEqual([lines[0], expect.stringMatching(/_later_1 applied/)]);
});

it("lets others read a table that it waits for, and changes it once it is free", async () => {
  const { url, sql } = await withNotes();
  const lines: string[] = [];
  const folder = withLaterMigrations(addWords);
  let migrated: Promise<void> = Promise.resolve();
  await sql.begin(async (reader) => {
    await reader`select from notes limit 1`;
    migrated = migrate(url, { folder, report: (line) => lines.push(line) });
    migrated.catch(() => {});
    await expect
      .poll(() => lines)
      .toEqual([expect.stringMatching(/_later_0 waits for a table that is in use$/)]);
    for (let read = 0; read < 5; read += 1) {
      expect(await sql`select from notes limit 1`).toHaveLength(1);
      await sql`update notes set text = 'new' where id = ${read}`;
    }
    expect(await hasColumn(sql, "words")).toBe(false);
  });
  await migrated;
  expect(await hasColumn(sql, "words")).toBe(true);
});

it("fills a column in batches, each of which stays, and goes on after its process has ended", async () => {
  const { url, sql } = await withNotes();
  await migrate(url, { folder: withLaterMigrations(addWords) });
  const folder = withLaterMigrations(addWords, countWords);
  const filled = async () => Number((await sql`select count(words) from notes`)[0]?.count);
  await sql.begin(async (writer) => {
    // The third batch waits for this row.
    await writer`select from notes where id = 2100 for update`;
    const ended = expect(migrate(url, { folder })).rejects.toThrow();
    await expect.poll(filled).toBe(2000);
    const [session] = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'zonepost-migrate'`;
    expect(session).toEqual({ pg_terminate_backend: true });
    await ended;
  });
  expect(await filled()).toBe(2000);
  await migrate(url, { folder });
  expect(await filled()).toBe(2500);
});
