import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import { placeForTests } from "@zonepost/embedded-postgres/testing-place";
import { readMigrationLocks } from "../packages/db/test/migration-locks.ts";

// `node scripts/run.mjs bench/upgrade-locks.ts [ROWS] [FIRST]`: upgrades a database with that many rows in each table,
// after its first migrations, and prints which locks of which tables the later ones held, and for how long.

const [rows = 100_000, from = 1] = process.argv.slice(2).map(Number);
const dataDir = mkdtempSync(path.join(placeForTests(), "zonepost-upgrade-locks-"));
chmodSync(dataDir, 0o711);
const server = await startEmbeddedServer({ dataDir, settings: { max_wal_size: "4GB" } });
try {
  const locks = await readMigrationLocks(server.url, { rows, from, report: (line) => console.log(line) });
  console.log(`\n${rows.toLocaleString("en")} rows in each table\n`);
  console.log("| migration | table | lock | rows read | held for at most |\n| --- | --- | --- | --- | --- |");
  for (const { migration, table, mode, rowsRead, heldMs } of locks) {
    console.log(`| \`${migration}\` | \`${table}\` | \`${mode}\` | ${rowsRead} | ${heldMs.toFixed(1)} ms |`);
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
