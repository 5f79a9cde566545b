import { createDb } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Sweep } from "./due-work.ts";

// The first key of our advisory locks; the second is the hash of a worker's ID.
const lockClass = 7_305_101;
const heldFor = sql`(select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${lockClass} and pid = pg_backend_pid())`;
const hashOf = (id: unknown) => sql`(hashtext(${id})::bigint & 4294967295)`;

/**
 * The job library keeps the jobs of a killed worker locked for four hours. Each worker therefore holds an advisory lock
 * while its process lives, and other processes release the jobs of workers without one. `url` must be a direct one.
 */
export function createJobLocks(url: string) {
  const db = createDb(url, { applicationName: "zonepost-job-locks", maxConnections: 1 });
  const ownWorkers = new Set<string>();
  /** Also takes them again after the connection was lost. */
  const lockOwn = () =>
    db.execute(sql`select pg_advisory_lock(${lockClass}, hashtext(worker.id))
      from unnest(${sql.param([...ownWorkers])}::text[]) as worker (id)
      where ${hashOf(sql`worker.id`)} not in ${heldFor}`);
  const sweep: Sweep = {
    name: "jobs of killed workers",
    wakeReasons: [],
    pollIntervalMs: 10_000,
    async run() {
      await lockOwn();
      // A worker whose connection was lost has this time to take its lock again.
      await db.execute(sql`select graphile_worker.force_unlock_workers(array_agg(worker.id))
        from (
          select distinct locked_by as id from graphile_worker._private_jobs
          where locked_at < now() - interval '30 seconds' and locked_by <> all (${sql.param([...ownWorkers])}::text[])
        ) as worker
        where pg_try_advisory_xact_lock(${lockClass}, hashtext(worker.id))`);
    },
  };
  return {
    sweep,
    async add(workerId: string): Promise<void> {
      ownWorkers.add(workerId);
      await lockOwn();
    },
    close: () => db.close(),
  };
}
