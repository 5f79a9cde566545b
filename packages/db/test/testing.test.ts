import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../src/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../src/testing.ts";

describe("createTestDatabase", () => {
  let databases: TestDatabase[];
  beforeAll(async () => {
    databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  });
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it("gives each caller its own migrated database, even if several ask at once", async () => {
    const names = await Promise.all(
      databases.map(async ({ url }) => {
        const sql = postgres(url, { max: 1 });
        const [row] = await sql<{ name: string; jobs: string | null }[]>`
          select current_database() as name, to_regclass('graphile_worker.jobs')::text as jobs`;
        await sql.end();
        expect(row?.jobs).toBe("graphile_worker.jobs");
        return row?.name;
      }),
    );
    expect(new Set(names).size).toBe(3);
  });

  it("drops a database even if a connection is still open", async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url, { max: 1 });
    await sql`select 1`;
    await database.drop();
    await expect(sql`select 1`).rejects.toThrow();
    await sql.end();
  });
});

describe("migrate", () => {
  it("can run in several processes at once and repeatedly, and then changes nothing", async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url, { max: 1 });
    const snapshot = () => sql`
      select table_schema, table_name, column_name, data_type from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`;
    const before = await snapshot();
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(await snapshot()).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
    await sql.end();
    await database.drop();
  });

  it("fails if its connection is lost, instead of waiting forever", async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url, { max: 2 });
    await sql.begin(async (tx) => {
      await tx`lock table drizzle.__drizzle_migrations in access exclusive mode`;
      const outcome = migrate(database.url).then(
        () => "migrated",
        () => "failed",
      );
      const end = () => sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'zonepost-migrate' and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await end()).length).toBe(1);
      expect(await outcome).toBe("failed");
    });
    await sql.end();
    await database.drop();
  });
});
