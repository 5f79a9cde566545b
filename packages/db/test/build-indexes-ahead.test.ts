import postgres from "postgres";
import { afterEach, expect, it } from "vitest";
import { migrate } from "../src/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../src/testing.ts";
import { withLaterMigrations } from "./later-migrations-fixture.ts";

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

/** A migrated database, with two partitions of deliveries. */
async function withPartitions(): Promise<TestDatabase & { sql: postgres.Sql }> {
  const database = await createTestDatabase();
  cleanUps.push(database.drop);
  const sql = connect(database.url);
  await sql.unsafe(`
    create table deliveries_20260302 partition of deliveries
      for values from ('${id(20, 0)}') to ('${id(21, 0)}')`);
  for (const number of [1, 2, 3]) {
    await insertDelivery(sql, id(10, number));
    await insertDelivery(sql, id(20, number));
  }
  return { ...database, sql };
}

const addIndex = (column = "status") =>
  `CREATE INDEX "deliveries_later_index" ON "deliveries" USING btree ("endpoint_id","${column}")`;

function connect(url: string): postgres.Sql {
  // The limit bounds a hang: nothing here may wait for a lock.
  const sql = postgres(url, { max: 3, onnotice: () => {}, connection: { lock_timeout: 10_000 } });
  cleanUps.push(() => sql.end({ timeout: 1 }));
  return sql;
}

const id = (day: number, number: number) => `019c${day}00-0000-7000-8000-${String(number).padStart(12, "0")}`;

const insertDelivery = (sql: postgres.ISql, deliveryId: string) => sql`
  insert into deliveries (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status, created_at)
  values (${deliveryId}, ${id(10, 0)}, ${id(10, 0)}, ${id(10, 0)}, 'domain.expired', 'one.com', 1, 'failed', now())`;

/** The index of the table, if it is valid, and those of its partitions. */
async function laterIndex(sql: postgres.Sql) {
  const rows = await sql`
    select child.relname as name from pg_index
    join pg_inherits on inhparent = indexrelid
    join pg_class child on child.oid = inhrelid
    where indexrelid = to_regclass('deliveries_later_index') and indisvalid order by 1`;
  return rows.map(({ name }) => name);
}

const builtAhead = ["deliveries_20260302_later_index", "deliveries_default_later_index"];

/** Sessions of `migrate`, and whether one of them waits for the writer while it builds an index. */
const sessions = (sql: postgres.Sql) => sql`
  select from pg_stat_activity where datname = current_database() and application_name = 'zonepost-migrate'`;
const building = (sql: postgres.Sql) => sql`
  select pid from pg_stat_activity
  where datname = current_database() and query ~* '^create (unique )?index' and wait_event_type = 'Lock'`;

it.each([
  ["as drizzle-kit writes it", addIndex()],
  [
    "as people write it",
    "-- Why it is there.\ncreate index deliveries_later_index on deliveries (endpoint_id, status);",
  ],
])(
  "builds an index of a partitioned table, %s, while rows are written and two processes migrate",
  async (_, index) => {
    const { url, sql } = await withPartitions();
    const folder = withLaterMigrations(index);
    let migrated: Promise<unknown> = Promise.resolve();
    await sql.begin(async (writer) => {
      await insertDelivery(writer, id(10, 4));
      migrated = Promise.all([migrate(url, { folder }), migrate(url, { folder })]);
      migrated.catch(() => {});
      await expect.poll(() => building(sql)).toHaveLength(1);
      await expect.poll(() => sessions(sql)).toHaveLength(2);
      await insertDelivery(sql, id(10, 5));
      await insertDelivery(sql, id(20, 5));
    });
    await migrated;
    expect(await laterIndex(sql)).toEqual(builtAhead);
  },
);

it.each(["CREATE INDEX IF NOT EXISTS", "CREATE UNIQUE INDEX"])(
  "builds an index of another table while rows are written: %s",
  async (create) => {
    const { url, sql } = await withPartitions();
    const queue = (number: number) => sql`
    insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
    values (${id(10, 0)}, ${id(10, number)}, ${id(10, 0)}, ${id(10, number)}, 'one.com', 1, now())`;
    await queue(1);
    const folder = withLaterMigrations(
      `${create} "delivery_queue_later_index" ON "delivery_queue" USING btree ("subject","delivery_id") WHERE "delivery_queue"."is_ordered"`,
    );
    let migrated: Promise<unknown> = Promise.resolve();
    await sql.begin(async (writer) => {
      await writer`update delivery_queue set subject = 'two.com'`;
      migrated = migrate(url, { folder });
      migrated.catch(() => {});
      await expect.poll(() => building(sql)).toHaveLength(1);
      await queue(2);
    });
    await migrated;
    expect(
      await sql`select from pg_index where indexrelid = to_regclass('delivery_queue_later_index') and indisvalid`,
    ).toHaveLength(1);
  },
);

it("rebuilds an index that a process left unfinished", async () => {
  const { url, sql } = await withPartitions();
  const folder = withLaterMigrations(addIndex());
  await sql.begin(async (writer) => {
    await insertDelivery(writer, id(10, 4));
    const failed = expect(migrate(url, { folder })).rejects.toThrow();
    await expect.poll(() => building(sql)).toHaveLength(1);
    const [process] = await building(sql);
    await sql`select pg_terminate_backend(${process?.pid})`;
    await failed;
  });
  const unfinished = () => sql`select from pg_index where not indisvalid`;
  expect(await unfinished()).toHaveLength(1);
  await migrate(url, { folder });
  expect(await unfinished()).toHaveLength(0);
  expect(await laterIndex(sql)).toEqual(builtAhead);
});

it("builds an index once an earlier pending migration has added its column", async () => {
  const { url, sql } = await withPartitions();
  await migrate(url, {
    folder: withLaterMigrations(`ALTER TABLE "deliveries" ADD COLUMN "note" text`, addIndex("note")),
  });
  expect(await laterIndex(sql)).toHaveLength(2);
});
