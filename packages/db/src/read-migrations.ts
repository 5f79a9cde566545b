import { readFileSync } from "node:fs";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";

export type Migration = {
  name: string;
  /** How it is recorded as applied, in milliseconds since 1970. */
  atMs: number;
  hash: string;
  statements: string[];
  /** Its statements run in batches, each repeated until it changes no row. */
  isBackfill: boolean;
};

const backfillMark = /^--\s*backfill\b/;

/** The migrations of a folder that drizzle-kit writes, in order. */
export function readMigrations(folder: string): Migration[] {
  const { entries }: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(path.join(folder, "meta/_journal.json"), "utf8"),
  );
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis, hash, sql }, at) => ({
    name: entries[at]?.tag ?? "",
    atMs: folderMillis,
    hash,
    statements: sql,
    isBackfill: backfillMark.test(sql[0] ?? ""),
  }));
}
