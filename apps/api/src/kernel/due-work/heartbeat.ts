import { writeFile } from "node:fs/promises";
import type { Db } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Sweep } from "./due-work.ts";

/** Writes the database's time to a file, so that a file which gets old shows a worker that hangs or has no database. */
export const heartbeat = (db: Db, file: string): Sweep => ({
  name: "heartbeat",
  wakeReasons: [],
  pollIntervalMs: 10_000,
  async run() {
    const [row] = await db.execute<{ at: string }>(sql`select now()::text as at`);
    await writeFile(file, `${row?.at}\n`);
  },
});
