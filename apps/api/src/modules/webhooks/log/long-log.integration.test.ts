import { createDb } from "@zonepost/db";
import { eventTypes, type WebhookDeliveryQuery } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import pino from "pino";
import { beforeEach, expect, it } from "vitest";
import { whole } from "../../../../test/support/whole.ts";
import { wallClock } from "../../../kernel/clock.ts";
import { createPartitionSweep } from "../../../kernel/database/partitions.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { newId, rowId } from "../../../kernel/ids.ts";
import { webhookPartitions } from "../index.ts";
import { fixture, setUpWebhooks, type WebhooksFixture, workspace } from "../webhooks-fixture.ts";
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

/** Deliveries of each of some endpoints, spread evenly over the last days. */
const addDeliveries = (
  count: number,
  {
    of = [endpointId()],
    days = 0,
    status = "succeeded",
  }: { of?: string[]; days?: number; status?: Status } = {},
) =>
  fixture.db.execute(sql`
    insert into deliveries (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status, created_at)
    select uuidv7(at - clock_timestamp()), ${workspace.id}::uuid, endpoint, uuidv7(), ${type}, 'a.com', number, ${status}, at
    from (
      select number, now() + (number::float8 / ${count}::int - 1) * ${days}::int * interval '1 day' as at
      from generate_series(1, ${count}::int) as number
    ) spread cross join unnest(${sql.param(of)}::uuid[]) as endpoint`);

/** Reads the log over a new connection, whose first plans depend on the values. Counts the most rows read for it. */
async function search(query: WebhookDeliveryQuery) {
  const connected = createDb(fixture.database.url, { maxConnections: 1 });
  try {
    return await connected.$client.begin(async (client) => {
      const rowsRead = async () => {
        const [read] = await client<{ rows: number }[]>`
          select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as rows
          from pg_stat_xact_user_tables where relname like 'deliveries%'`;
        return read?.rows ?? Number.NaN;
      };
      const db = { $client: client } as unknown as WebhooksFixture["db"];
      const ctx = { ...workspace.ctx(), db, clock: wallClock };
      let [before, mostRead, statuses] = [await rowsRead(), 0, [] as Status[]];
      // PostgreSQL plans a prepared query for its values five times; then it can keep one plan for all values.
      for (let time = 0; time < 7; time += 1) {
        statuses = (await whole(listDeliveries(ctx, { id }, query))).map(({ status }) => status);
        const after = await rowsRead();
        mostRead = Math.max(mostRead, after - before);
        before = after;
      }
      return { statuses, mostRead };
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
  await fixture.db.execute(sql`
    insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
    select workspace_id, id, endpoint_id, event_id, subject, sequence, created_at from deliveries
    where endpoint_id = ${endpointId()}::uuid`);
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
    const { statuses, mostRead } = await search(query);
    expect([query, statuses.length]).toEqual([query, 100]);
    // A page of each part that is merged, and a row of each partition of each type.
    expect([query, mostRead < 300 + 5 * (eventTypes.length + 2)]).toEqual([query, true]);
  }
});
