import type { Db } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Clock } from "./clock.ts";
import type { Queryable } from "./ctx.ts";
import type { Sweep } from "./due-work.ts";
import { dayMs, hourMs } from "./durations.ts";

/** A table that is partitioned by range of its UUIDv7, with the default partition `<table>_default`. */
export type PartitionedTable = { table: string; keptDays: number };

const daysAhead = 7;
const lock = 7_305_100_519;

/**
 * Creates a partition for each day of the coming week, and drops those whose rows are all past their retention. Rows of
 * other days are in the default partition, and are deleted from it when their time has passed.
 */
export const createPartitionSweep = (
  db: Db,
  clock: Pick<Clock, "wallNow">,
  tables: readonly PartitionedTable[],
): Sweep => ({
  name: "partitions",
  wakeReasons: [],
  pollIntervalMs: hourMs,
  async run(signal) {
    for (const { table, keptDays } of tables) {
      const today = Math.floor(clock.wallNow().getTime() / dayMs);
      const existing = await listDays(db, table);
      for (let day = today; day <= today + daysAhead && !signal.aborted; day += 1) {
        if (!existing.includes(day)) {
          await createDay(db, table, day);
        }
      }
      for (const day of existing.filter((each) => each < today - keptDays)) {
        await alone(db, (tx) => tx.execute(sql`drop table if exists ${partitionOf(table, day)}`));
      }
      await db.execute(
        sql`delete from ${sql.identifier(`${table}_default`)} where id < ${firstIdOf(today - keptDays)}::uuid`,
      );
    }
  },
});

const partitionOf = (table: string, day: number) =>
  sql.identifier(`${table}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll("-", "")}`);

function firstIdOf(day: number): string {
  const digits = (day * dayMs).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

async function listDays(db: Db, table: string): Promise<number[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = ${table}::regclass`);
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
    return year === undefined ? [] : [Date.parse(`${year}-${month}-${day}T00:00:00Z`) / dayMs];
  });
}

/** One worker at a time, and never while a long query would make all others wait. */
const alone = (db: Db, work: (tx: Queryable) => Promise<unknown>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    await tx.execute(sql`set local lock_timeout = '2s'`);
    await work(tx);
  });

/** Moves the rows that are already in the default partition. */
const createDay = (db: Db, table: string, day: number): Promise<void> =>
  alone(db, async (tx) => {
    const [parent, fallback, partition] = [
      sql.identifier(table),
      sql.identifier(`${table}_default`),
      partitionOf(table, day),
    ];
    const [from, to] = [firstIdOf(day), firstIdOf(day + 1)].map((id) => sql.raw(`'${id}'`));
    if ((await listDays(tx as Db, table)).includes(day)) {
      return;
    }
    await tx.execute(sql`lock table ${fallback} in access exclusive mode`);
    await tx.execute(sql`create table ${partition} (like ${parent} including all)`);
    await tx.execute(sql`
      with moved as (delete from ${fallback} where id >= ${from} and id < ${to} returning *)
      insert into ${partition} select * from moved`);
    await tx.execute(
      sql`alter table ${parent} attach partition ${partition} for values from (${from}) to (${to})`,
    );
  });
