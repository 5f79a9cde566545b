import {
  deliveries,
  deliveryFaults,
  deliveryHours,
  deliveryQueue,
  events,
  webhookCatchUps,
} from "@zonepost/db";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { beforeEach, expect, it } from "vitest";
import { fixture, setUpWebhooks, workspace } from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { createPartitionSweep } from "../../../kernel/database/partitions.ts";
import { createRetentionSweep } from "../../../kernel/database/retention.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { newId, rowId } from "../../../kernel/ids.ts";
import { webhookPartitions, webhookRetentionRules } from "../index.ts";

const keptDays = 30;
const never = new AbortController().signal;
const tables = ["deliveries", "delivery_attempts", "events"];

setUpWebhooks();
beforeEach(async () => {
  await workspace.subscribe("https://hooks.example.com/zonepost");
});

/** The day of the wall clock, at noon, so that a day doesn't end during a test. */
const today = () => Math.floor(fixture.clock.wallNow().getTime() / dayMs);
const wallAt = (days: number) => new Date((today() + days + 0.5) * dayMs);
/** The first day of the partition of today, or of one some weeks later, as days from now and as a date. */
const startAt = (weeks = 0) => weeks * 7 - (today() % 7);
const dateAt = (weeks = 0) => wallAt(startAt(weeks)).toISOString().slice(0, 10).replaceAll("-", "");

async function sweepAt(days: number, options: { movableBytes: number } = { movableBytes: 32 * 1024 ** 2 }) {
  const warnings: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
  const deps = { db: fixture.db, log, clock: { wallNow: () => wallAt(days) } };
  await createPartitionSweep(deps, webhookPartitions(keptDays), options).run(never);
  return warnings;
}

const partitionsOf = async (table: string) =>
  (
    await fixture.db.execute<{ name: string; options: string[] | null }>(sql`
      select child.relname as name, child.reloptions as options
      from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = ${table}::regclass order by 1`)
  ).map(({ name, options }) => `${name} ${options ?? ""}`.trim());

/** The partitions of this workspace's rows. */
const placesOf = async (table: string) =>
  (
    await fixture.db.execute<{ name: string; rows: number }>(sql`
      select tableoid::regclass::text as name, count(*)::int as rows from ${sql.identifier(table)}
      where workspace_id = ${workspace.id} group by 1 order by 1`)
  ).map(({ name, rows }) => `${name} ${rows}`);

async function emitDelivery() {
  const [eventId] = await workspace.emit();
  const [delivery] = await fixture.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.eventId, rowId("evt", eventId as string) as string));
  if (!delivery) {
    throw new Error("no delivery");
  }
  await fixture.db.execute(sql`
    insert into delivery_attempts (workspace_id, delivery_id, number, attempted_at)
    values (${workspace.id}, ${delivery.id}, 1, now())`);
  return delivery;
}

/** As in a fresh installation. */
async function dropAllPartitions() {
  await fixture.db.execute(sql`truncate deliveries, delivery_attempts, events`);
  for (const table of tables) {
    for (const partition of await partitionsOf(table)) {
      if (!partition.startsWith(`${table}_default`)) {
        await fixture.db.execute(sql`drop table ${sql.identifier(partition.split(" ")[0] as string)}`);
      }
    }
  }
}

it("keeps deliveries, attempts and events in weekly partitions, created a week ahead, and moves existing rows", async () => {
  await emitDelivery();
  expect(await placesOf("deliveries")).toEqual(["deliveries_default 1"]);
  await Promise.all([sweepAt(0), sweepAt(0)]);
  await emitDelivery();
  for (const table of tables) {
    expect(await placesOf(table)).toEqual([`${table}_${dateAt()} 2`]);
  }
  expect(await partitionsOf("deliveries")).toEqual([
    `deliveries_${dateAt()} fillfactor=20`,
    `deliveries_${dateAt(1)} fillfactor=20`,
    "deliveries_default",
  ]);
  expect(await partitionsOf("delivery_attempts")).toHaveLength(3);
  expect(await partitionsOf("events")).toHaveLength(3);
});

it("drops the partitions past their retention, but not while one of their deliveries is queued", async () => {
  const { id } = await emitDelivery();
  await sweepAt(0);
  const lastKept = startAt(1) + keptDays - 1;
  await sweepAt(lastKept + 3);
  for (const table of tables) {
    expect(await placesOf(table)).toEqual([`${table}_${dateAt()} 1`]);
  }
  await fixture.db.delete(deliveryQueue).where(eq(deliveryQueue.deliveryId, id));
  await sweepAt(lastKept);
  expect(await placesOf("deliveries")).toHaveLength(1);
  await sweepAt(lastKept + 1);
  expect(await placesOf("deliveries")).toEqual([]);
  expect(await placesOf("delivery_attempts")).toEqual([]);
  expect(await placesOf("events")).toEqual([`events_${dateAt()} 1`]);
  await sweepAt(lastKept + 2);
  expect((await partitionsOf("events")).some((name) => name.startsWith(`events_${dateAt()}`))).toBe(false);
  // A row of a day without a partition is deleted from the default one, again only once it isn't queued.
  await emitDelivery();
  await sweepAt(lastKept + 2);
  expect(await placesOf("events")).toEqual(["events_default 1"]);
  await fixture.reset();
  await sweepAt(lastKept + 2);
  expect(await placesOf("events")).toEqual([]);
});

it("turns a default partition that is too large to be moved into the first partition, and drops it as a whole", async () => {
  await dropAllPartitions();
  await emitDelivery();
  await Promise.all([sweepAt(0, { movableBytes: 0 }), sweepAt(0, { movableBytes: 0 })]);
  expect(await partitionsOf("events")).toEqual([`events_before_${dateAt(2)}`, "events_default"]);
  await emitDelivery();
  expect(await placesOf("events")).toEqual([`events_before_${dateAt(2)} 2`]);
  await fixture.reset();
  await sweepAt(startAt(2) + keptDays);
  expect(await placesOf("events")).toHaveLength(1);
  // Nothing is left of the check that replaced the scan.
  const [event] = await fixture.db.select().from(events).where(eq(events.workspaceId, workspace.id));
  const lastId = "ffffffff-0000-7000-8000-000000000000";
  await fixture.db.insert(events).values({ ...(event as typeof events.$inferInsert), id: lastId });
  await sweepAt(startAt(2) + keptDays + 1);
  expect(await placesOf("events")).toEqual(["events_default 1"]);
});

it("doesn't wait for a long report, so that other queries don't wait for it either", async () => {
  await dropAllPartitions();
  const { promise: isReporting, resolve: reported } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const report = fixture.db.transaction(async (tx) => {
    await tx.execute(sql`select count(*) from deliveries`);
    reported();
    await mayEnd;
  });
  await isReporting;
  const sweeping = sweepAt(0);
  // Not behind the sweep, which would wait for the report.
  await emitDelivery();
  const warnings = await sweeping;
  end();
  await report;
  // Another table's lock may be held for too long by the event above.
  expect(warnings.map((line) => JSON.parse(line).table)).toContain("deliveries");
  expect(await partitionsOf("deliveries")).toEqual(["deliveries_default"]);
  await sweepAt(0);
  expect(await placesOf("deliveries")).toEqual([`deliveries_${dateAt()} 1`]);
});

it("hides no row from a query that starts while rows are moved to a new partition", async () => {
  await dropAllPartitions();
  await emitDelivery();
  // The move waits for a query that waits for it.
  await fixture.db.execute(sql`
    create function wait_for_query() returns trigger language plpgsql as $$
    begin
      while not exists (select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock') loop
        perform pg_sleep(0.01);
        perform pg_stat_clear_snapshot();
      end loop;
      return old;
    end $$`);
  for (const table of tables) {
    await fixture.db.execute(sql`
      create trigger wait before delete on ${sql.identifier(`${table}_default`)}
      for each row execute function wait_for_query()`);
  }
  const sweeping = sweepAt(0);
  const isMoving = async () =>
    (
      await fixture.db.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)
    ).length > 0;
  const found: string[][] = [];
  for (const table of tables) {
    await expect.poll(isMoving).toBe(true);
    found.push(await placesOf(table));
  }
  await sweeping;
  await fixture.db.execute(sql`drop function wait_for_query cascade`);
  expect(found).toEqual(tables.map((table) => [`${table}_${dateAt()} 1`]));
});

it("ends a delivery as skipped if its event is gone", async () => {
  const { id, eventId } = await emitDelivery();
  await fixture.db.delete(events).where(eq(events.id, eventId));
  await fixture.runSweep();
  expect((await fixture.db.select().from(deliveries).where(eq(deliveries.id, id)))[0]?.status).toBe(
    "skipped",
  );
  expect(await fixture.db.$count(deliveryQueue)).toBe(0);
});

it("deletes the counts of hours and the ended catch-ups that are past their retention, and no others", async () => {
  const { db, clock } = fixture;
  const endpointId = newId();
  const daysAgo = (days: number) => new Date(clock.at.getTime() - days * dayMs);
  await db.insert(deliveryHours).values(
    [29, 31].map((days) => ({
      workspaceId: workspace.id,
      endpointId,
      hour: daysAgo(days),
      durationCounts: [],
    })),
  );
  await db.insert(webhookCatchUps).values(
    ([29, 31, null] as const).map((days) => ({
      workspaceId: workspace.id,
      id: newId(),
      endpointId,
      since: daysAgo(99),
      until: daysAgo(98),
      state: days === null ? ("sending" as const) : ("done" as const),
      createdAt: daysAgo(90),
      finishedAt: days === null ? null : daysAgo(days),
    })),
  );
  const wallDaysAgo = (days: number) => new Date((today() - days) * dayMs);
  await db
    .insert(deliveryFaults)
    .values([29, 31].map((days) => ({ hour: wallDaysAgo(days), fault: "repeated" as const, count: 1 })));
  await createRetentionSweep(db, webhookRetentionRules(clock, keptDays)).run(never);
  expect((await db.select().from(deliveryFaults)).map(({ hour }) => hour)).toEqual([wallDaysAgo(29)]);
  const hours = await db.select().from(deliveryHours).where(eq(deliveryHours.endpointId, endpointId));
  expect(hours.map(({ hour }) => hour)).toEqual([daysAgo(29)]);
  const catchUps = await db.select().from(webhookCatchUps).where(eq(webhookCatchUps.endpointId, endpointId));
  expect(catchUps.map(({ finishedAt }) => finishedAt).sort()).toEqual([daysAgo(29), null]);
});
