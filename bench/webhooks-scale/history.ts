import { createDb } from "@zonepost/db";
import { createSecretBox } from "@zonepost/secret-box";
import postgres from "postgres";
import { finished, say, spawnNode } from "../processes.ts";
import { createDatabase, eventBody, workerEnvironment } from "../webhooks/contenders.ts";
import { createPartitionSweep, webhookPartitions } from "./product.mjs";

// Five weeks of deliveries, in partitions that the product's own sweep creates.

const databaseName = "scale";
export const keptDays = 30;
const weeks = 5;
const endpointsPerWorkspace = 5;
const ordinaryWorkspaces = 9_990;
/** Endpoints that the receiver answers for, each in a workspace of its own. */
const liveEndpoints = 50;
/** As many as `delivery_hours.duration_counts` has. */
const durationBuckets = 31;
const dayMs = 86_400_000;
export const encryptionKey = Buffer.alloc(32, 7).toString("base64");

/** Faster for a load whose loss would only mean to start again. No table keeps anything of it. */
export const loadingSettings = {
  fsync: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "8GB",
  autovacuum: "off",
  shared_buffers: "512MB",
  maintenance_work_mem: "256MB",
};

export const databaseUrlOf = (serverUrl: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${databaseName}` }).href;

export async function hasHistory(serverUrl: string): Promise<boolean> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  const found = await sql`select from pg_database where datname = ${databaseName}`;
  await sql.end();
  return found.length > 0;
}

/** 80 % of the deliveries are spread over 50,000 endpoints; one has delivered 10 %, and one, inactive, skipped 10 %. */
export async function createHistory(serverUrl: string, deliveries: number): Promise<void> {
  const databaseUrl = await createDatabase(serverUrl, databaseName);
  await finished(
    spawnNode("../packages/db/src/entry/migrate.ts", workerEnvironment(databaseUrl, encryptionKey)),
  );
  const sql = postgres(databaseUrl, {
    max: 2,
    onnotice: () => {},
    connection: { synchronous_commit: "off", work_mem: "64MB", enable_nestloop: "off", statement_timeout: 0 },
  });
  await addEndpoints(sql);
  const since = await createPartitions(databaseUrl);
  await fillPartitions(sql, since, deliveries);
  say("  counting the hours");
  await countHours(sql);
  say("  vacuum and analyze");
  await Promise.all([sql`vacuum (freeze, analyze) deliveries`, sql`vacuum (freeze, analyze) events`]);
  await sql`vacuum (freeze, analyze)`;
  await sql.end();
}

async function addEndpoints(sql: postgres.Sql): Promise<void> {
  const box = createSecretBox([encryptionKey]);
  // The last three workspaces are of the busy, the inactive and the noisy endpoint.
  const workspaces = ordinaryWorkspaces + liveEndpoints + 3;
  await sql`
    insert into workspaces (id, name, slug, created_at)
    select gen_random_uuid(), 'Bench', 'bench-' || place, now() - interval '1 year'
    from generate_series(0, ${workspaces - 1}::int) place`;
  await sql`
    create table bench_endpoints as
    select id as workspace_id, gen_random_uuid() as endpoint_id, place, number,
      case when place < ${ordinaryWorkspaces}::int then 'ordinary'
        when place < ${ordinaryWorkspaces + liveEndpoints}::int then 'live'
        when place = ${ordinaryWorkspaces + liveEndpoints}::int then 'busy'
        when place = ${ordinaryWorkspaces + liveEndpoints + 1}::int then 'inactive' else 'noisy' end as kind
    from (select id, substring(slug from 7)::int as place from workspaces where slug like 'bench-%') workspace
    cross join lateral generate_series(1,
      case when place < ${ordinaryWorkspaces}::int then ${endpointsPerWorkspace}::int else 1 end) number`;
  const endpoints = await sql<{ id: string }[]>`select endpoint_id as id from bench_endpoints`;
  const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
  const ids = endpoints.map(({ id }) => id);
  const sealed = ids.map((id) => box.seal(secret, `webhook_endpoint:${id}`));
  await sql`
    insert into webhook_endpoints (id, workspace_id, url, events, secret_encrypted, active, deactivated_at,
      deactivation_reason, created_at)
    select endpoint_id, workspace_id, 'https://hooks-' || place || '.example.com/zonepost/' || number, '{*}', sealed,
      kind <> 'inactive', case when kind = 'inactive' then now() - interval '36 days' end,
      case when kind = 'inactive' then 'paused' end, now() - interval '1 year'
    from bench_endpoints join unnest(${ids}::uuid[], ${sealed}::text[]) as secrets (endpoint_id, sealed) using (endpoint_id)`;
  await sql`analyze`;
}

/** As the worker would have created them week by week. Returns the beginning of the first. */
async function createPartitions(databaseUrl: string): Promise<Date> {
  const db = createDb(databaseUrl, { maxConnections: 1 });
  const today = Math.floor(Date.now() / dayMs);
  const firstDay = today - (today % 7) - (weeks - 1) * 7;
  const log = { warn: console.warn };
  for (let week = 0; week < weeks; week += 1) {
    const wallNow = () => new Date(Math.min((firstDay + week * 7) * dayMs, Date.now()));
    await createPartitionSweep({ db, log, clock: { wallNow } }, webhookPartitions(keptDays)).run(
      AbortSignal.timeout(60_000),
    );
  }
  await db.close();
  return new Date(firstDay * dayMs);
}

type Partition = { name: string; bound: string; options: string; since: Date; until: Date };

async function listPartitions(sql: postgres.Sql, table: string): Promise<Partition[]> {
  const rows = await sql<{ name: string; bound: string; options: string }[]>`
    select relname as name, pg_get_expr(relpartbound, child.oid) as bound,
      coalesce(array_to_string(reloptions, ', '), '') as options
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = ${table}::regclass and relname ~ '_[0-9]{8}$' order by relname`;
  return rows.map((row) => {
    const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})$/.exec(row.name) ?? [];
    const since = new Date(`${year}-${month}-${day}T00:00:00Z`);
    return { ...row, since, until: new Date(since.getTime() + 7 * dayMs) };
  });
}

/** Tables are filled before they get indexes, and attached in the place of the empty partitions. */
async function fillPartitions(sql: postgres.Sql, since: Date, deliveries: number): Promise<void> {
  const totalMs = Date.now() - since.getTime();
  const partitions = async (table: string) =>
    (await listPartitions(sql, table)).filter((each) => each.since.getTime() < Date.now());
  const [ofEvents, ofDeliveries, ofAttempts] = await Promise.all(
    ["events", "deliveries", "delivery_attempts"].map(partitions),
  );
  for (const [index, events] of (ofEvents ?? []).entries()) {
    const until = new Date(Math.min(events.until.getTime(), Date.now()));
    const share = (until.getTime() - events.since.getTime()) / totalMs;
    // Of 18 events, 8 are delivered to the 5 endpoints of a workspace, and 5 each to the busy and the inactive endpoint.
    const count = Math.round((deliveries * share * 18) / 50);
    say(`  ${events.name.slice(-8)}: ${Math.round(deliveries * share).toLocaleString("en")} deliveries`);
    const [own, attempts] = [ofDeliveries?.[index], ofAttempts?.[index]];
    if (!own || !attempts) {
      throw new Error("the tables have different partitions");
    }
    await refill(sql, "events", events, (tx, table) => addEvents(tx, table, events.since, until, count));
    await refill(sql, "deliveries", own, (tx, table) => addDeliveries(tx, table, events.name));
    await refill(sql, "delivery_attempts", attempts, (tx, table) => addAttempts(tx, table, own.name));
  }
}

async function refill(
  sql: postgres.Sql,
  parent: string,
  { name, bound, options }: Partition,
  fill: (tx: postgres.TransactionSql, table: postgres.Helper<string>) => Promise<unknown>,
): Promise<void> {
  await sql.unsafe(`drop table ${name}`);
  await sql.begin(async (tx) => {
    await tx.unsafe(`create table ${name} (like ${parent} including defaults including generated)`);
    await fill(tx, tx(name));
    // The pages are full, since updates have used the room that the fill factor left.
    await tx.unsafe(options === "" ? "select" : `alter table ${name} set (${options})`);
    await tx.unsafe(`alter table ${parent} attach partition ${name} ${bound}`);
  });
}

const addEvents = (
  tx: postgres.TransactionSql,
  table: postgres.Helper<string>,
  since: Date,
  until: Date,
  count: number,
) => tx`
  insert into ${table} (id, workspace_id, type, subject, sequence, body, created_at)
  select uuidv7(at - clock_timestamp()), workspace_id,
    (array['domain.registered', 'domain.expiring_soon', 'domain.transferred', 'domain.nameservers_changed',
      'domain.dnssec_enabled', 'domain.dnssec_disabled'])[1 + number / 18 % 6],
    'domain-' || number * 7919::bigint % case when kind = 'ordinary' then 40 else 20000 end || '.com',
    number, ${eventBody}, at
  from (
    select number, ${since}::timestamptz + (${until}::timestamptz - ${since}::timestamptz) * (number::float8 / ${count}) as at,
      case when number % 18 < 8 then number * 2654435761::bigint % ${ordinaryWorkspaces}
        when number % 18 < 13 then ${ordinaryWorkspaces + liveEndpoints}
        else ${ordinaryWorkspaces + liveEndpoints + 1} end as place
    from generate_series(0, ${count - 1}::int) number) numbered
  join (select place, workspace_id, kind from bench_endpoints where number = 1) workspace using (place)`;

const request = JSON.stringify({
  url: "https://hooks-1234.example.com/zonepost/1",
  headers: {
    "content-type": "application/json",
    "user-agent": "Zonepost-Webhooks/1.0",
    "x-service-event": "domain.transferred",
    "x-service-signature": `sha256=${"a".repeat(64)}`,
    "x-service-timestamp": "1772357400",
    "x-service-webhook-id": "whe_01k3v2m8q4f7x9b0c1d2e3f4g5",
    "x-service-attempt": "1",
    "webhook-id": "evt_01k3v2m8q4f7x9b0c1d2e3f4g5",
    "webhook-timestamp": "1772357400",
    "webhook-signature": `v1,${"b".repeat(44)}`,
  },
});
const responseHeaders = JSON.stringify({
  date: "Sun, 01 Mar 2026 09:30:00 GMT",
  connection: "keep-alive",
  "content-type": "text/plain; charset=utf-8",
});

const addDeliveries = (tx: postgres.TransactionSql, table: postgres.Helper<string>, events: string) => tx`
  insert into ${table} (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status, attempt,
    status_code, error, error_stage, duration_ms, last_attempt_at, request, response_headers, response_body, created_at)
  select uuidv7(created_at - clock_timestamp()), workspace_id, endpoint_id, id, type, subject, sequence, status,
    case status when 'skipped' then 0 when 'failed' then 5 else 1 end,
    case status when 'succeeded' then 204 when 'failed' then 500 end,
    case status when 'failed' then 'the receiver answered with 500' end, case status when 'failed' then 'http_500' end,
    case when status <> 'skipped' then 20 + sequence % 80 end, case when status <> 'skipped' then created_at end,
    case when status <> 'skipped' then ${request} end, case when status <> 'skipped' then ${responseHeaders} end,
    case when status <> 'skipped' then 'noted'::bytea end, created_at
  from (
    select event.*, endpoint.endpoint_id, case when kind = 'inactive' or (sequence + endpoint.number) % 199 = 0 then 'skipped'
      when (sequence + endpoint.number) % 101 = 0 then 'failed' else 'succeeded' end as status
    from ${tx(events)} event join bench_endpoints endpoint using (workspace_id)) due`;

const addAttempts = (tx: postgres.TransactionSql, table: postgres.Helper<string>, deliveries: string) => tx`
  insert into ${table} (workspace_id, delivery_id, number, status_code, error, error_stage, duration_ms, attempted_at,
    request, response_headers, response_body)
  select workspace_id, id, number, status_code, error, error_stage, duration_ms, last_attempt_at, request,
    response_headers, response_body
  from ${tx(deliveries)} cross join generate_series(1, 4) number where status = 'failed'`;

/** As recording counts them; of other endpoints only what their charts show. */
async function countHours(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into delivery_hours (workspace_id, endpoint_id, hour, delivered, located, failed_attempts, skipped,
      duration_counts, succeeded_within)
    select workspace_id, endpoint_id, date_trunc('hour', created_at), count(*) filter (where status = 'succeeded'),
      count(*) filter (where status = 'succeeded'), 5 * count(*) filter (where status = 'failed'),
      count(*) filter (where status = 'skipped'), array_fill(1, array[${durationBuckets}::int]),
      coalesce(range_agg(int8range(extract(epoch from created_at)::bigint * 1000 - 300000,
        extract(epoch from created_at)::bigint * 1000 + 1000)) filter (where status = 'succeeded'), '{}')
    from deliveries
    where created_at >= now() - interval '25 hours'
      or endpoint_id in (select endpoint_id from bench_endpoints where kind <> 'ordinary')
    group by 1, 2, 3`;
}
