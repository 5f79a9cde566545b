import { expect, it } from "vitest";
import { createEmptyDatabase } from "../src/testing.ts";
import { readMigrationLocks } from "./migration-locks.ts";

const rows = 100_000;

it("with 100,000 rows in each table, the migrations since the baseline read none under a lock; prints the locks", async () => {
  const database = await createEmptyDatabase();
  try {
    const lines = [
      "| migration | table | lock | rows read under it | held for at most |",
      "| --- | --- | --- | --- | --- |",
    ];
    const locks = await readMigrationLocks(database.url, { rows, report: (line) => lines.unshift(line) });
    for (const { migration, table, mode, rowsRead, heldMs } of locks) {
      lines.push(`| \`${migration}\` | \`${table}\` | ${mode} | ${rowsRead} | ${heldMs.toFixed(0)} ms |`);
    }
    process.stdout.write(`${lines.join("\n")}\n`);
    expect(locks.filter(({ rowsRead }) => rowsRead > 0)).toEqual([]);
  } finally {
    await database.drop();
  }
});
