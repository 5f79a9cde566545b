import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { ownMigrations } from "../src/migrate.ts";

/** A copy of our migrations, followed by one for each of these statements. */
export function withLaterMigrations(...statements: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(ownMigrations, folder, { recursive: true });
  const file = path.join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  for (const [at, statement] of statements.entries()) {
    const latest = journal.entries.at(-1);
    const tag = `${latest.idx + 1}_later_${at}`;
    writeFileSync(path.join(folder, `${tag}.sql`), statement);
    journal.entries.push({ ...latest, idx: latest.idx + 1, when: latest.when + 1, tag });
  }
  writeFileSync(file, JSON.stringify(journal));
  return folder;
}
