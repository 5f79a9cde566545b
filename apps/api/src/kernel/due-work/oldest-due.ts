import type { Db } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { DueWork } from "./due-work.ts";

/** Since when the oldest work of several kinds has been due; undefined if none is. */
export async function findOldestDue(
  db: Db,
  works: readonly DueWork[],
  now: Date,
): Promise<{ name: string; since: Date } | undefined> {
  const found = await Promise.all(
    works.map(async (work) => ({
      name: work.name,
      since: await (work.waitingSince?.(db) ?? work.nextDueAt(db, new Date(0))),
    })),
  );
  return found
    .flatMap(({ name, since }) => (since !== null && since <= now ? [{ name, since }] : []))
    .sort((one, other) => one.since.getTime() - other.since.getTime())[0];
}

/** The queue of the job library: what no worker has taken yet, and what it has given up. */
export async function readJobQueue(db: Db): Promise<{ oldestDueMs: number | null; givenUp: number }> {
  const [row] = await db.execute<{ oldestDueMs: number | null; givenUp: number }>(sql`
    select (extract(epoch from now() - min(run_at) filter (
        where locked_at is null and attempts < max_attempts and run_at <= now())) * 1000)::float8 as "oldestDueMs",
      (count(*) filter (where attempts >= max_attempts))::int as "givenUp"
    from graphile_worker._private_jobs`);
  return row ?? { oldestDueMs: null, givenUp: 0 };
}
