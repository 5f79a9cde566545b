import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

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
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    readFileSync(path.join(folder, "meta/_journal.json"), "utf8"),
  );
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(path.join(folder, `${tag}.sql`), "utf8");
    return {
      name: tag,
      atMs: when,
      hash: createHash("sha256").update(text).digest("hex"),
      statements: text.split("--> statement-breakpoint"),
      isBackfill: backfillMark.test(text),
    };
  });
}
