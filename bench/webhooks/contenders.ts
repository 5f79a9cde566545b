import type { ChildProcess } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { createSecretBox } from "@zonepost/secret-box";
import { runMigrations } from "graphile-worker";
import postgres from "postgres";
import { finished, spawnNode } from "../processes.ts";
import { createAttemptsTable } from "./attempt-log.ts";

/** A sender of webhooks with a queue: Zonepost, or a peer. */
export type Contender = {
  name: string;
  /** For the emitter. */
  kind: "zonepost" | "graphile-worker";
  databaseUrl: string;
  sql: postgres.Sql;
  /** The processes to start; each reports `ready`. */
  start(): ChildProcess[];
  /** Adds deliveries, spread over the endpoints, in the caller's transaction. */
  enqueue(tx: postgres.TransactionSql, count: number): Promise<void>;
  /** The number of attempts in the log. */
  countLogged(): Promise<number>;
  /** Removes all deliveries. */
  reset(): Promise<void>;
  workspaceIds: string[];
};

export const eventBody = JSON.stringify({
  id: "evt_01k3v2m8q4f7x9b0c1d2e3f4g5",
  type: "domain.transferred",
  createdAt: "2026-03-01T09:30:00.000Z",
  workspaceId: "wsp_01k3v2m8q4f7x9b0c1d2e3f4g5",
  sequence: 1,
  data: { name: "example.com", direction: "in" },
});

export const manyEndpoints = 50;

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await sql`create database ${sql(name)}`;
  await sql.end();
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

export type Place = { serverUrl: string; receiverUrl: string; cleanUp: AsyncDisposableStack };

function openSql(databaseUrl: string, cleanUp: AsyncDisposableStack): postgres.Sql {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} });
  cleanUp.defer(() => sql.end());
  return sql;
}

/** Of Zonepost's own worker process. */
const workerEnvironment = (databaseUrl: string, encryptionKey: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: "production",
  DATABASE_URL: databaseUrl,
  AUTH_SECRET: randomBytes(32).toString("base64"),
  ENCRYPTION_KEY: encryptionKey,
  ZONEPOST_MODE: "sandbox",
  WEBHOOKS_ALLOW_PRIVATE_NETWORKS: "true",
  LOG_LEVEL: "fatal",
  // Deliveries use no registry, so none is running.
  EPP_PORT: "1",
  EPP_CLIENT_ID: "bench",
  EPP_PASSWORD: "bench-password",
});

/** Zonepost's own worker process, with the endpoints in a workspace each. With `noisyUrl`, only one more has what is enqueued. */
export async function createZonepost(
  place: Place,
  {
    endpoints,
    workers = 1,
    name,
    noisyUrl,
  }: { endpoints: number; workers?: number; name: string; noisyUrl?: string },
): Promise<Contender> {
  const databaseUrl = await createDatabase(
    place.serverUrl,
    `zonepost_${endpoints}_${workers}${noisyUrl ? "_noisy" : ""}`,
  );
  const encryptionKey = randomBytes(32).toString("base64");
  const environment = workerEnvironment(databaseUrl, encryptionKey);
  await finished(spawnNode("../packages/db/src/entry/migrate.ts", environment));
  const sql = openSql(databaseUrl, place.cleanUp);
  const workspaceIds = Array.from({ length: endpoints + (noisyUrl ? 1 : 0) }, () => randomUUID());
  const box = createSecretBox([encryptionKey]);
  for (const [index, workspaceId] of workspaceIds.entries()) {
    const id = randomUUID();
    await sql`insert into workspaces (id, name, slug, created_at)
      values (${workspaceId}, 'Bench', ${`bench-${index}`}, now())`;
    await sql`insert into webhook_endpoints (id, workspace_id, url, events, secret_encrypted, created_at)
      values (${id}, ${workspaceId}, ${`${index < endpoints ? place.receiverUrl : noisyUrl}/hook/${index}`}, '{*}',
        ${box.seal(`whsec_${Buffer.alloc(32, 5).toString("base64")}`, `webhook_endpoint:${id}`)}, now())`;
  }
  const enqueuedFor = noisyUrl ? workspaceIds.slice(endpoints) : workspaceIds;
  return {
    name,
    kind: "zonepost",
    databaseUrl,
    sql,
    workspaceIds: workspaceIds.slice(0, endpoints),
    start: () =>
      Array.from({ length: workers }, () => spawnNode("../apps/api/src/entry/worker.ts", environment)),
    async enqueue(tx, count) {
      await tx`
        create temporary table added on commit drop as
        select uuidv7() as event_id, uuidv7() as delivery_id, endpoint.*, 'domain-' || at || '.com' as subject
        from generate_series(1, ${count}::int) at
        join (
          select id as endpoint_id, workspace_id, row_number() over () - 1 as place from webhook_endpoints
          where workspace_id = any (${enqueuedFor})) endpoint
          on endpoint.place = at % ${enqueuedFor.length}::int`;
      await tx`insert into events (id, workspace_id, type, subject, sequence, body, created_at)
        select event_id, workspace_id, 'domain.transferred', subject, 1, ${eventBody}, now() from added`;
      await tx`insert into deliveries (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status,
          next_attempt_at, created_at)
        select delivery_id, workspace_id, endpoint_id, event_id, 'domain.transferred', subject, 1, 'pending', now(), now()
        from added`;
      await tx`insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
        select workspace_id, delivery_id, endpoint_id, event_id, subject, 1, now() from added`;
      await tx`select pg_notify('zonepost_deliveries', 'deliveries')`;
    },
    async countLogged() {
      const [waiting] = await sql<{ is: boolean }[]>`select exists (select from delivery_queue) as is`;
      if (waiting?.is) {
        return 0;
      }
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from deliveries where status = 'succeeded'`;
      return row?.count ?? 0;
    },
    async reset() {
      await sql`truncate events, deliveries, delivery_attempts, delivery_queue, delivery_hours, event_sequences`;
      await sql`update webhook_endpoints set consecutive_failures = 0, probe_at = null, active = true`;
    },
  };
}

async function createPeer(place: Place) {
  const databaseUrl = await createDatabase(place.serverUrl, "graphile");
  const sql = openSql(databaseUrl, place.cleanUp);
  await sql.unsafe(createAttemptsTable);
  await sql`create table events (id text primary key, body text not null)`;
  return {
    databaseUrl,
    sql,
    workspaceIds: [],
    async countLogged() {
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from attempts`;
      return row?.count ?? 0;
    },
  };
}

/** With a local queue, and the log rows of all waiting jobs in one statement: twice as fast as its documentation teaches. */
export async function createGraphileWorker(place: Place): Promise<Contender> {
  const peer = await createPeer(place);
  await runMigrations({ connectionString: peer.databaseUrl });
  return {
    ...peer,
    name: "graphile-worker, tuned",
    kind: "graphile-worker",
    start: () => [
      spawnNode("webhooks/graphile-worker.ts", {
        ...process.env,
        NODE_ENV: "production",
        DATABASE_URL: peer.databaseUrl,
        RECEIVER_URL: place.receiverUrl,
      }),
    ],
    async enqueue(tx, count) {
      await tx`
        with added as (
          select gen_random_uuid()::text as id, at % ${manyEndpoints}::int as endpoint
          from generate_series(1, ${count}::int) at
        ),
        stored as (insert into events (id, body) select id, ${eventBody} from added)
        select count(*) from graphile_worker.add_jobs((
          select array_agg(json_populate_record(null::graphile_worker.job_spec, json_build_object(
            'identifier', 'deliver',
            'payload', json_build_object('id', id, 'endpoint', endpoint, 'body', ${eventBody}::text))))
          from added))`;
    },
    async reset() {
      await peer.sql`truncate attempts, events`;
      await peer.sql`truncate graphile_worker._private_jobs`;
    },
  };
}
