import { createDb } from "@zonepost/db";
import { eventTypes, type WebhookDeliveryQuery } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import pino from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  delivered,
  fixture,
  setUpWebhooks,
  type WebhooksFixture,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { whole } from "../../../../test/support/whole.ts";
import { wallClock } from "../../../kernel/clock.ts";
import { createPartitionSweep } from "../../../kernel/database/partitions.ts";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import { isPage } from "../../../kernel/http/page.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { completeDeliveries } from "../delivery/record/complete-deliveries.ts";
import { webhookPartitions } from "../index.ts";
import { sendTestEvent } from "../test-events/send-test-event.ts";
import { listDeliveries } from "./list-deliveries.ts";

let id: string;

setUpWebhooks();
beforeEach(async () => {
  ({ id } = await workspace.subscribe("http://127.0.0.1:4999/hook"));
});

const endpointId = () => rowId("whe", id) ?? "";
const type = "domain.transferred";
const now = () => wallClock.wallNow().getTime();

type Status = "pending" | "succeeded" | "failed" | "skipped";

/** Deliveries of each of some endpoints, spread evenly over some days up to now or some hours ago. */
const addDeliveries = (
  count: number,
  {
    of = [endpointId()],
    days = 0,
    hoursAgo = 0,
    status = "succeeded",
  }: { of?: string[]; days?: number; hoursAgo?: number; status?: Status } = {},
) =>
  fixture.db.execute(sql`
    insert into deliveries (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status, created_at)
    select uuidv7(at - clock_timestamp()), ${workspace.id}::uuid, endpoint, uuidv7(), ${type}, 'a.com', number, ${status}, at
    from (
      select number, now() - ${hoursAgo}::float8 * interval '1 hour'
        + (number::float8 / ${count}::int - 1) * ${days}::int * interval '1 day' as at
      from generate_series(1, ${count}::int) as number
    ) spread cross join unnest(${sql.param(of)}::uuid[]) as endpoint`);

/** Queues the pending deliveries. */
const queuePending = () =>
  fixture.db.execute(sql`
    insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
    select workspace_id, id, endpoint_id, event_id, subject, sequence, ${fixture.clock.at.toISOString()}::timestamptz
    from deliveries where endpoint_id = ${endpointId()}::uuid and status = 'pending'`);

/** As a worker records them together. */
async function recordSuccesses(hoursAgo: readonly number[]) {
  for (const hours of hoursAgo) {
    await addDeliveries(1, { hoursAgo: hours, status: "pending" });
  }
  await queuePending();
  const { deliveries } = await fixture.claim({ room: { perEndpoint: 100, perWorkspace: 100 } });
  const outcome = { ...delivered, endedAt: fixture.clock.at };
  await completeDeliveries(
    workspace.systemCtx(),
    deliveries.map((claim) => ({ claim, outcome })),
  );
}

/** Reads the log over a new connection, whose first plans depend on the values. Counts the most rows read for it and of the queue. */
async function search(query: WebhookDeliveryQuery) {
  const connected = createDb(fixture.database.url, { maxConnections: 1 });
  try {
    return await connected.$client.begin(async (client) => {
      const rowsRead = async () => {
        const [read] = await client<{ rows: number; ofQueue: number }[]>`
          select coalesce(sum(read) filter (where relname like 'deliveries%'), 0)::int as rows,
            coalesce(sum(read) filter (where relname = 'delivery_queue'), 0)::int as "ofQueue"
          from (select relname, seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables) tables`;
        return read ?? { rows: Number.NaN, ofQueue: Number.NaN };
      };
      const db = { $client: client } as unknown as WebhooksFixture["db"];
      const ctx = { ...workspace.ctx(), db, clock: wallClock };
      let [before, mostRead, mostOfQueue, statuses] = [await rowsRead(), 0, 0, [] as Status[]];
      // PostgreSQL plans a prepared query for its values five times; then it can keep one plan for all values.
      for (let time = 0; time < 7; time += 1) {
        statuses = (await whole(listDeliveries(ctx, { id }, query))).map(({ status }) => status);
        const after = await rowsRead();
        mostRead = Math.max(mostRead, after.rows - before.rows);
        mostOfQueue = Math.max(mostOfQueue, after.ofQueue - before.ofQueue);
        before = after;
      }
      const [plans] = await client<{ again: number }[]>`
        select max(custom_plans)::int as again from pg_prepared_statements where statement like '%from webhook_endpoints%'`;
      return { statuses, mostRead, mostOfQueue, timesPlanned: plans?.again };
    });
  } finally {
    await connected.close();
  }
}

const hundred = (status: Status) => Array.from({ length: 100 }, () => status);

it("finds the few that match, without reading the many that were skipped since", async () => {
  await addDeliveries(1, { status: "succeeded" });
  await addDeliveries(1, { status: "failed" });
  await addDeliveries(10_000, { status: "skipped" });
  await fixture.db.execute(sql`analyze deliveries`);
  const searches: [WebhookDeliveryQuery, Status[]][] = [
    [{ status: "succeeded" }, ["succeeded"]],
    [{ status: "failed" }, ["failed"]],
    [{ type, status: "succeeded" }, ["succeeded"]],
    [{ type, status: "failed" }, ["failed"]],
    [{ type: "domain.expired" }, []],
    [{ type: "domain.expired", status: "skipped" }, []],
    [{}, hundred("skipped")],
  ];
  for (const [query, expected] of searches) {
    const { statuses, mostRead } = await search(query);
    expect([query, statuses]).toEqual([query, expected]);
    expect([query, mostRead < 500]).toEqual([query, true]);
  }
});

it("finds the few that are pending, without reading the many that succeeded since", async () => {
  await addDeliveries(2_000, { status: "pending" });
  await queuePending();
  await addDeliveries(20_000, { status: "succeeded" });
  await fixture.db.execute(sql`analyze deliveries, delivery_queue`);
  const searches: [WebhookDeliveryQuery, Status[], number][] = [
    [{ status: "pending" }, hundred("pending"), 100],
    [{ status: "pending", type, subject: "a.com" }, hundred("pending"), 100],
    [{ status: "pending", type: "domain.expired" }, [], 2_000],
    [{ status: "pending", subject: "b.com" }, [], 2_000],
  ];
  for (const [query, expected, rows] of searches) {
    const { statuses, mostRead } = await search(query);
    expect([query, statuses]).toEqual([query, expected]);
    expect([query, mostRead <= rows]).toEqual([query, true]);
  }
});

it("reads nothing of another endpoint's long queue", async () => {
  const own = id;
  ({ id } = await workspace.subscribe("http://127.0.0.1:4999/other"));
  await addDeliveries(20_000, { status: "pending" });
  await queuePending();
  id = own;
  await addDeliveries(10);
  await fixture.db.execute(sql`analyze deliveries, delivery_queue`);
  const searches: [WebhookDeliveryQuery, number][] = [
    [{ status: "succeeded" }, 10],
    [{ status: "pending" }, 0],
  ];
  for (const [query, count] of searches) {
    const { statuses, mostOfQueue } = await search(query);
    expect([query, statuses.length, mostOfQueue]).toEqual([query, count, 0]);
  }
});

describe("while many wait, what succeeded", () => {
  it("is found before, between and after them, without reading them", async () => {
    await recordSuccesses([3]);
    await recordSuccesses([1]);
    await addDeliveries(3_000, { hoursAgo: 2, status: "pending" });
    await addDeliveries(3_000, { status: "pending" });
    await queuePending();
    await fixture.db.execute(sql`analyze deliveries, delivery_queue, delivery_hours`);
    const between = {
      since: new Date(now() - 2.5 * hourMs).toISOString(),
      until: new Date(now() - hourMs / 2).toISOString(),
    };
    const searches: [WebhookDeliveryQuery, number][] = [
      [{}, 2],
      [{ type }, 2],
      [{ subject: "a.com" }, 2],
      [{ type, subject: "a.com" }, 2],
      [{ type: "domain.expired" }, 0],
      [between, 1],
    ];
    for (const [query, count] of searches) {
      const { statuses, mostRead } = await search({ ...query, status: "succeeded" });
      expect([query, statuses]).toEqual([query, Array.from({ length: count }, () => "succeeded")]);
      expect([query, mostRead < 50]).toEqual([query, true]);
    }
  });

  it("is found in more ranges than are searched one after the other", async () => {
    const hoursAgo = Array.from({ length: 30 }, (_, index) => 9 - index / 5);
    await recordSuccesses(hoursAgo.slice(0, 15));
    fixture.clock.advance(hourMs);
    await recordSuccesses(hoursAgo.slice(15));
    await addDeliveries(2_000, { status: "pending" });
    await queuePending();
    expect((await search({ status: "succeeded" })).statuses).toHaveLength(30);
  });

  it("is found page by page, in one range if an hour has too many", async () => {
    const hoursAgo = Array.from({ length: 60 }, (_, index) => 15 - index / 5);
    await recordSuccesses(hoursAgo.slice(0, 40));
    await recordSuccesses(hoursAgo.slice(40));
    await addDeliveries(2_000, { status: "pending" });
    await queuePending();
    const found: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const query = { status: "succeeded" as const, limit: 7, ...(cursor ? { cursor } : {}) };
      const listed = await listDeliveries({ ...workspace.ctx(), clock: wallClock }, { id }, query);
      if (!isPage(listed)) {
        throw new Error("a page was requested");
      }
      found.push(...listed.page.map((each) => each.id));
      cursor = listed.nextCursor;
    }
    const succeeded = await fixture.db.execute<{ id: string }>(sql`
      select id from deliveries where endpoint_id = ${endpointId()}::uuid and status = 'succeeded' order by id desc`);
    expect(succeeded).toHaveLength(60);
    expect(found).toEqual(succeeded.map((row) => publicId("whd", row.id)));
    const [hour] = await fixture.db.execute<{ bytes: number }>(sql`
      select pg_column_size(succeeded_within) as bytes from delivery_hours where endpoint_id = ${endpointId()}::uuid`);
    expect(hour?.bytes).toBeLessThan(100);
  });

  it("is found if it was a test event", async () => {
    await using receiver = await createReceiver(answerWith(204));
    ({ id } = await workspace.subscribe(receiver.url));
    await sendTestEvent(workspace.ctx(), { id, type });
    await fixture.runSweep();
    await addDeliveries(2_000, { status: "pending" });
    await queuePending();
    expect((await search({ status: "succeeded" })).statuses).toEqual(["succeeded"]);
  });

  it("is found if the version before recorded it, or if its hour's counts are past their retention", async () => {
    const found = async () => (await search({ status: "succeeded" })).statuses.length;
    await recordSuccesses([0]);
    await addDeliveries(1, { hoursAgo: 1 });
    await addDeliveries(2_000, { status: "pending" });
    await queuePending();
    expect(await found()).toBe(1);
    await addDeliveries(1, { hoursAgo: 31 * 24 });
    expect(await found()).toBe(2);
    await fixture.db.execute(sql`
      update delivery_hours set delivered = delivered + 1, hour = now() where endpoint_id = ${endpointId()}::uuid`);
    expect(await found()).toBe(3);
  });
});

it("reads about a page of a busy endpoint in each partition, although most endpoints have few deliveries", async () => {
  const log = pino({ level: "silent" });
  for (const days of [-21, -14, -7, 0]) {
    const clock = { wallNow: () => new Date(now() + days * dayMs) };
    await createPartitionSweep({ db: fixture.db, log, clock }, webhookPartitions(30)).run(
      new AbortController().signal,
    );
  }
  await addDeliveries(20, { of: Array.from({ length: 300 }, newId), days: 20 });
  await addDeliveries(20_000, { days: 20 });
  for (const status of ["failed", "skipped"] as const) {
    await addDeliveries(2_000, { days: 20, status });
  }
  await fixture.db.execute(sql`analyze deliveries`);
  const period = {
    since: new Date(now() - 15 * dayMs).toISOString(),
    until: new Date(now() - 2 * dayMs).toISOString(),
  };
  const filters: WebhookDeliveryQuery[] = [
    {},
    { status: "succeeded" },
    { status: "failed" },
    { status: "skipped" },
    { type },
    { type, status: "succeeded" },
    { type, status: "failed" },
    { subject: "a.com" },
  ];
  for (const query of filters.flatMap((filter) => [filter, { ...filter, ...period }])) {
    const { statuses, mostRead, timesPlanned } = await search(query);
    expect([query, statuses.length]).toEqual([query, 100]);
    // After five, PostgreSQL keeps a plan only if it expects no gain from planning for the values.
    expect([query, timesPlanned]).toEqual([query, 5]);
    // A page of each part that is merged, and a row of each partition of each type.
    expect([query, mostRead < 300 + 5 * (eventTypes.length + 2)]).toEqual([query, true]);
  }
});
