import type { ChildProcess } from "node:child_process";
import { createDb, type Db } from "@zonepost/db";
import { createSecretBox } from "@zonepost/secret-box";
import postgres from "postgres";
import { percentile } from "../measure.ts";
import { eventBody, workerEnvironment } from "../webhooks/contenders.ts";
import { encryptionKey } from "./history.ts";
import type { Ctx } from "./product.mjs";

// The database with its history, and what the sections share.

export type Endpoint = { endpointId: string; workspaceId: string };

export type Place = {
  dataDir: string;
  databaseUrl: string;
  environment: NodeJS.ProcessEnv;
  db: Db;
  sql: postgres.Sql;
  /** As the worker has. */
  ctx: Ctx;
  endpoints: Record<"ordinary" | "live" | "busy" | "inactive" | "noisy", Endpoint[]>;
  cleanUp: AsyncDisposableStack;
};

export async function openPlace(
  databaseUrl: string,
  dataDir: string,
  cleanUp: AsyncDisposableStack,
): Promise<Place> {
  const db = createDb(databaseUrl, { maxConnections: 4, applicationName: "bench", statementTimeoutMs: 0 });
  cleanUp.defer(() => db.close());
  const sql = db.$client as unknown as postgres.Sql;
  const rows = await sql<(Endpoint & { kind: keyof Place["endpoints"] })[]>`
    select kind, endpoint_id as "endpointId", workspace_id as "workspaceId" from bench_endpoints order by place, number`;
  const of = (kind: keyof Place["endpoints"]) => rows.filter((row) => row.kind === kind);
  const place: Place = {
    dataDir,
    databaseUrl,
    environment: workerEnvironment(databaseUrl, encryptionKey),
    db,
    sql,
    ctx: {
      db,
      clock: { now: async () => new Date(), wallNow: () => new Date() },
      secretBox: createSecretBox([encryptionKey]),
      panelUrl: "http://panel.test",
      log: console,
      actor: { kind: "system", job: "bench" },
      requestId: null,
      ipAddress: null,
    },
    endpoints: {
      ordinary: of("ordinary"),
      live: of("live"),
      busy: of("busy"),
      inactive: of("inactive"),
      noisy: of("noisy"),
    },
    cleanUp,
  };
  await emptyQueue(place);
  return place;
}

/** For what people ask, as the owner of the endpoint's workspace. */
export const ownerOf = ({ ctx }: Place, { workspaceId }: Endpoint): Ctx => ({
  ...ctx,
  actor: {
    kind: "user",
    userId: workspaceId,
    sessionId: workspaceId,
    email: "owner@bench.test",
    workspaceId,
    role: "owner",
    domainNames: null,
    confirmedAt: new Date(),
  },
});

export async function emptyQueue({ sql }: Place): Promise<void> {
  await sql`truncate delivery_queue`;
  await sql`update webhook_endpoints set consecutive_failures = 0, probe_at = null
    where consecutive_failures > 0 or probe_at is not null`;
}

/** Commits `count` events that fell due in the last hour, spread over the endpoints of a kind. */
export async function enqueue(
  { sql, endpoints }: Place,
  kind: keyof Place["endpoints"],
  count: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      create temporary table added on commit drop as
      select uuidv7() as event_id, uuidv7() as delivery_id, endpoint_id, workspace_id,
        'domain-' || at % 20000 || '.com' as subject,
        now() - make_interval(secs => 3600.0 * (${count}::int - at) / ${count}::int) as due_at
      from generate_series(0, ${count - 1}::int) at
      join (select endpoint_id, workspace_id, row_number() over () - 1 as turn
        from bench_endpoints where kind = ${kind}) endpoint on turn = at % ${endpoints[kind].length}::int`;
    await tx`
      insert into events (id, workspace_id, type, subject, sequence, body, created_at)
      select event_id, workspace_id, 'domain.transferred', subject, 1, ${eventBody}, due_at from added`;
    await tx`
      insert into deliveries (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status,
        next_attempt_at, created_at)
      select delivery_id, workspace_id, endpoint_id, event_id, 'domain.transferred', subject, 1, 'pending', due_at, due_at
      from added`;
    await tx`
      insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
      select workspace_id, delivery_id, endpoint_id, event_id, subject, 1, due_at from added`;
    await tx`select pg_notify('zonepost_deliveries', 'deliveries')`;
  });
}

/** Otherwise autovacuum and a checkpoint would follow a load in the middle of a measurement. Not while workers run. */
export async function settleLoaded({ sql, databaseUrl }: Place): Promise<void> {
  await sql`vacuum (analyze) delivery_queue, deliveries, events`;
  // The embedded server's superuser has the same password.
  const superuser = postgres(Object.assign(new URL(databaseUrl), { username: "postgres" }).href, { max: 1 });
  await superuser`checkpoint`;
  await superuser.end();
}

/** A million due deliveries of the noisy endpoint; those that are left are used again. */
export async function enqueueMillion(place: Place): Promise<void> {
  const { sql } = place;
  const [queued] = await sql<{ count: number }[]>`select count(*)::int as count from delivery_queue`;
  if ((queued?.count ?? 0) < 900_000) {
    await emptyQueue(place);
    await enqueue(place, "noisy", 1_000_000);
    await settleLoaded(place);
  }
}

/** Milliseconds of each of `times` calls, sorted. */
export async function timeEach(
  times: number,
  call: (index: number) => Promise<unknown>,
): Promise<Float64Array> {
  const takenMs = new Float64Array(times);
  for (let index = 0; index < times; index += 1) {
    const startedAt = performance.now();
    await call(index);
    takenMs[index] = performance.now() - startedAt;
  }
  return takenMs.sort();
}

export const p50 = (sorted: Float64Array): number => percentile(sorted, 0.5);
export const p95 = (sorted: Float64Array): number => percentile(sorted, 0.95);
export const p99 = (sorted: Float64Array): number => percentile(sorted, 0.99);

export const pidOf = (child: ChildProcess): number => child.pid ?? 0;
