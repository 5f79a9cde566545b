import { createTestDatabase } from "@zonepost/db/testing";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createJobLocks } from "./job-locks.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
beforeEach(() => sql`delete from graphile_worker._private_jobs`);

/** As a worker leaves it that was killed during the job. */
async function addLockedJob(workerId: string, secondsAgo: number): Promise<void> {
  await sql`select graphile_worker.add_job('send-email')`;
  await sql`update graphile_worker._private_jobs
    set locked_by = ${workerId}, locked_at = now() - make_interval(secs => ${secondsAgo}) where locked_by is null`;
}
const lockedBy = async () =>
  (await sql`select locked_by from graphile_worker._private_jobs order by id`).map((row) => row.locked_by);
const never = new AbortController().signal;

describe("jobs of a killed worker", () => {
  it("are released within seconds, and those of a running worker aren't", async () => {
    const [killed, running, observer] = [1, 2, 3].map(() => createJobLocks(database.url));
    await killed?.add("worker-killed");
    await running?.add("worker-running");
    await addLockedJob("worker-killed", 31);
    await addLockedJob("worker-running", 3_000);
    await observer?.sweep.run(never);
    expect(await lockedBy()).toEqual(["worker-killed", "worker-running"]);

    await killed?.close();
    await running?.sweep.run(never);
    await observer?.sweep.run(never);
    expect(await lockedBy()).toEqual([null, "worker-running"]);
    await running?.close();
    await observer?.close();
  });

  it("stay locked while the worker may be connecting again", async () => {
    const [lost, observer] = [createJobLocks(database.url), createJobLocks(database.url)];
    await lost.add("worker-lost");
    await addLockedJob("worker-lost", 20);
    await sql`select pg_terminate_backend(pid) from pg_locks join pg_database on oid = database
      where locktype = 'advisory' and granted and datname = current_database()`;
    await observer.sweep.run(never);
    expect(await lockedBy()).toEqual(["worker-lost"]);

    await expect
      .poll(() =>
        lost.sweep.run(never).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`;
    await observer.sweep.run(never);
    expect(await lockedBy()).toEqual(["worker-lost"]);
    await lost.close();
    await observer.close();
  });
});
