import type { Db, Transaction } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Sweep } from "../due-work/due-work.ts";
import { dayMs, hourMs } from "../durations.ts";
import type { Logger } from "../log.ts";
import { findCause } from "./find-cause.ts";

/** A table that is partitioned by range of a UUIDv7, with the default partition `<table>_default`. */
export type PartitionedTable = {
  table: string;
  /** The column with the UUIDv7. */
  key: string;
  /** The days of a partition. Each one makes planning a query on the table slower, even if none of its rows are read. */
  days: number;
  keptDays: number;
  /** The part of a page, in percent, that inserts fill. The rest is for rows that grow when they are updated. */
  fillFactor?: number;
  /** True while something refers to rows with keys from `first` up to `end`; they are then kept longer. */
  isInUse?: (first: SQL, end: SQL) => SQL;
};

/** A partition holds the days from `firstDay` (null: from the beginning) to the one before `endDay`. */
type Partition = { name: string; firstDay: number | null; endDay: number };

const daysAhead = 7;
const lock = 7_305_100_519;
/** All queries on the table wait behind a waiting lock, so a long report postpones the change to the next run. */
const lockTimeoutMs = 500;
/** The rows of a smaller default partition are moved under a lock, in well under two seconds. */
const movableBytes = 32 * 1024 * 1024;
const batchSize = 5_000;

/**
 * Creates the partitions of the coming week, and drops those whose rows are all past their retention. Rows of other days
 * are in the default partition, and are deleted from it when their time has passed.
 */
export const createPartitionSweep = (
  { db, clock, log }: { db: Db; clock: Pick<Clock, "wallNow">; log: Logger },
  tables: readonly PartitionedTable[],
  limits: { movableBytes: number } = { movableBytes },
): Sweep => ({
  name: "partitions",
  wakeReasons: [],
  pollIntervalMs: hourMs,
  async run(signal) {
    const today = Math.floor(clock.wallNow().getTime() / dayMs);
    for (const table of tables) {
      try {
        await createPartitions(db, table, today, limits.movableBytes);
        await dropPartitions(db, table, today - table.keptDays);
        await deleteFromDefault(db, table, today - table.keptDays, signal);
      } catch (error) {
        if (!isLockTimeout(error)) {
          throw error;
        }
        log.warn({ table: table.table }, "the table is locked; its partitions are changed an hour later");
      }
    }
  },
});

async function createPartitions(
  db: Db,
  table: PartitionedTable,
  today: number,
  mostBytes: number,
): Promise<void> {
  if ((await listPartitions(db, table)).length === 0 && (await defaultBytes(db, table)) > mostBytes) {
    await keepDefaultAsPartition(db, table, startOf(table, today + daysAhead) + table.days);
  }
  const existing = await listPartitions(db, table);
  for (let day = startOf(table, today); day <= today + daysAhead; day += table.days) {
    if (!existing.some((each) => includesDay(each, day))) {
      await createPartition(db, table, day);
    }
  }
}

/** The first day of a day's partition. */
const startOf = ({ days }: PartitionedTable, day: number) => day - (day % days);

const includesDay = ({ firstDay, endDay }: Partition, day: number) =>
  (firstDay ?? day) <= day && day < endDay;

async function dropPartitions(db: Db, table: PartitionedTable, firstKeptDay: number): Promise<void> {
  const old = (await listPartitions(db, table)).filter(({ endDay }) => endDay <= firstKeptDay);
  for (const { name, firstDay, endDay } of old) {
    const isInUse = async (on: Db | Transaction) => {
      const first = firstDay === null ? firstId : firstIdOf(firstDay);
      const [row] = await on.execute<{ used: boolean }>(
        sql`select ${table.isInUse?.(first, firstIdOf(endDay)) ?? sql`false`} as used`,
      );
      return row?.used !== false;
    };
    if (await isInUse(db)) {
      continue;
    }
    await alone(db, async (tx) => {
      await tx.execute(sql`lock table only ${sql.identifier(table.table)} in access exclusive mode`);
      // A replay may have been ordered since.
      if (!(await isInUse(tx))) {
        await tx.execute(sql`drop table if exists ${sql.identifier(name)}`);
      }
    });
  }
}

async function deleteFromDefault(
  db: Db,
  { table, key, isInUse }: PartitionedTable,
  firstKeptDay: number,
  signal: AbortSignal,
): Promise<void> {
  const [fallback, end] = [defaultOf(table), firstIdOf(firstKeptDay)];
  for (let gone = batchSize; gone === batchSize && !signal.aborted; ) {
    const deleted = await db.execute(sql`
      delete from ${fallback} where ctid = any (array(
        select ctid from ${fallback} where ${sql.identifier(key)} < ${end}
          and not ${isInUse?.(firstId, end) ?? sql`false`} limit ${batchSize}))`);
    gone = deleted.count;
  }
}

/** SQLSTATE lock_not_available. */
const isLockTimeout = (error: unknown): boolean =>
  findCause(error, (_cause, code) => code === "55P03") !== undefined;

const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10).replaceAll("-", "");
const dayOf = (date: string) =>
  Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`) / dayMs;

const defaultOf = (table: string) => sql.identifier(`${table}_default`);

/** As a literal: bounds of partitions can't be parameters. */
function firstIdOf(day: number): SQL {
  const digits = (day * dayMs).toString(16).padStart(12, "0");
  return sql.raw(`'${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000'::uuid`);
}
const firstId = firstIdOf(0);

async function listPartitions(db: Db | Transaction, { table, days }: PartitionedTable): Promise<Partition[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = ${table}::regclass`);
  return rows.flatMap(({ name }): Partition[] => {
    const [, before, date] = /_(before_)?(\d{8})$/.exec(name) ?? [];
    if (date === undefined) {
      return [];
    }
    const day = dayOf(date);
    return [before ? { name, firstDay: null, endDay: day } : { name, firstDay: day, endDay: day + days }];
  });
}

async function defaultBytes(db: Db, { table }: PartitionedTable): Promise<number> {
  const [row] = await db.execute<{ bytes: number }>(
    sql`select pg_table_size(${`${table}_default`}::regclass)::float8 as bytes`,
  );
  return row?.bytes ?? 0;
}

/** One worker at a time. */
const alone = (db: Db, work: (tx: Transaction) => Promise<unknown>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    await tx.execute(sql.raw(`set local lock_timeout = ${lockTimeoutMs}`));
    await work(tx);
  });

/** Moves the rows that are already in the default partition. */
const createPartition = (db: Db, table: PartitionedTable, firstDay: number): Promise<void> =>
  alone(db, async (tx) => {
    if ((await listPartitions(tx, table)).some((each) => includesDay(each, firstDay))) {
      return;
    }
    const [parent, fallback, partition, key] = [
      sql.identifier(table.table),
      defaultOf(table.table),
      sql.identifier(`${table.table}_${dateOf(firstDay)}`),
      sql.identifier(table.key),
    ];
    const [from, to] = [firstIdOf(firstDay), firstIdOf(firstDay + table.days)];
    // Not only the default partition: a statement that waits for that has already read which partitions there are.
    await tx.execute(sql`lock table only ${parent} in access exclusive mode`);
    await tx.execute(sql`lock table ${fallback} in access exclusive mode`);
    await tx.execute(
      sql`create table ${partition} (like ${parent} including all) ${withFillFactor(table.fillFactor)}`,
    );
    const columns = await storedColumns(tx, table);
    await tx.execute(sql`
      with moved as (delete from ${fallback} where ${key} >= ${from} and ${key} < ${to} returning *)
      insert into ${partition} (${columns}) select ${columns} from moved`);
    await tx.execute(
      sql`alter table ${parent} attach partition ${partition} for values from (${from}) to (${to})`,
    );
  });

/** The columns that can be inserted: generated ones can't. */
async function storedColumns(tx: Transaction, { table }: PartitionedTable): Promise<SQL> {
  const rows = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  return sql.join(
    rows.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
}

const withFillFactor = (fillFactor = 100) => sql.raw(`with (fillfactor = ${fillFactor})`);

/**
 * Turns a default partition that is too large to be moved or scanned under a lock into the first partition, and creates
 * an empty default one. The check, which is validated while the table is in use, replaces the scan at the attachment.
 */
async function keepDefaultAsPartition(db: Db, table: PartitionedTable, endDay: number): Promise<void> {
  const [parent, fallback, partition] = [
    sql.identifier(table.table),
    defaultOf(table.table),
    sql.identifier(`${table.table}_before_${dateOf(endDay)}`),
  ];
  const check = sql.identifier(`${table.table}_default_is_before`);
  const removeCheck = (tx: Transaction) =>
    tx.execute(sql`alter table ${fallback} drop constraint if exists ${check}`);
  const isDone = async (tx: Transaction) => (await listPartitions(tx, table)).length > 0;
  await alone(db, async (tx) => {
    if (await isDone(tx)) {
      return;
    }
    await removeCheck(tx);
    await tx.execute(sql`
      alter table ${fallback} add constraint ${check} check (${sql.identifier(table.key)} < ${firstIdOf(endDay)}) not valid`);
  });
  await alone(db, async (tx) => {
    if (await isDone(tx)) {
      return;
    }
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`alter table ${fallback} validate constraint ${check}`);
  });
  await alone(db, async (tx) => {
    if (await isDone(tx)) {
      await removeCheck(tx);
      return;
    }
    // Locks the parent too, until the end.
    await tx.execute(sql`alter table ${parent} detach partition ${fallback}`);
    await tx.execute(sql`alter table ${fallback} rename to ${partition}`);
    await tx.execute(
      sql`alter table ${parent} attach partition ${partition} for values from (minvalue) to (${firstIdOf(endDay)})`,
    );
    await tx.execute(sql`alter table ${partition} drop constraint ${check}`);
    await tx.execute(sql`create table ${fallback} partition of ${parent} default`);
  });
}
