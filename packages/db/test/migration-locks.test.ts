import { expect, it, onTestFinished } from "vitest";
import { ownMigrations } from "../src/migrate.ts";
import { readMigrations } from "../src/read-migrations.ts";
import { createEmptyDatabase } from "../src/testing.ts";
import { withLaterMigrations } from "./later-migrations-fixture.ts";
import { readMigrationLocks } from "./migration-locks.ts";

async function locksOf(options: Parameters<typeof readMigrationLocks>[1]) {
  const database = await createEmptyDatabase();
  onTestFinished(database.drop);
  return readMigrationLocks(database.url, options);
}

it("no migration reads the rows of an existing table while it keeps others from it", async () => {
  const lines: string[] = [];
  const locks = await locksOf({ rows: 50, report: (line) => lines.push(line) });
  expect(lines).toHaveLength(readMigrations(ownMigrations).length - 1);
  expect(locks.length).toBeGreaterThan(0);
  expect(locks.filter(({ rowsRead }) => rowsRead > 0)).toEqual([]);
});

it("one that checks or rewrites every row in its transaction is found, with its table and lock", async () => {
  const folder = withLaterMigrations(
    "alter table domains add constraint domains_name_present check (name <> '')",
    "alter table workspaces alter column slug type varchar using slug || ''",
    "alter table users add column nickname text",
  );
  const locks = await locksOf({ folder, from: readMigrations(ownMigrations).length, rows: 50 });
  const found = locks.map(({ table, mode, rowsRead }) => ({ table, mode, reads: rowsRead > 0 }));
  const mode = "ACCESS EXCLUSIVE";
  expect(found).toEqual(
    expect.arrayContaining([
      { table: "domains", mode, reads: true },
      { table: "workspaces", mode, reads: true },
      { table: "users", mode, reads: false },
    ]),
  );
});
