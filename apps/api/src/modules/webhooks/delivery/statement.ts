import { type SQL, sql } from "drizzle-orm";

// Parts of the statements that claim.

/** A value that is given to each execution. */
export const value = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

export const isFree = sql`(q.lease_until is null or q.lease_until <= now())`;
/** Not a value: of one, PostgreSQL expects a tenth of the table, plans for that, and plans each claim again (3 ms). */
export const literal = (count: number): SQL => sql.raw(String(Math.trunc(count)));

export const now = value("now", "timestamptz");
export const leaseEnd = sql`now() + make_interval(secs => ${value("leaseSeconds", "int")})`;

/** First attempts before retries, then the oldest: the order of the index by endpoint. */
export const placeInEndpoint = sql`least(q.attempt, 1), q.due_at`;

/** How many due rows of an endpoint are looked at to find some that don't wait for another of their object. */
const rowsPerEndpoint = 1_000;

/**
 * Two columns are compared as one, and sorted by, so that only the index by endpoint has the order: else a plan made while
 * one endpoint has most rows reads them for all others.
 */
const rowsOf = (columns: SQL, endpointId: SQL, attempted: SQL, from: SQL): SQL => sql`
  (select ${columns} from delivery_queue q
    where q.endpoint_id = ${endpointId}
      and (${placeInEndpoint}) >= (${attempted}, ${from}) and (${placeInEndpoint}) <= (${attempted}, ${now})
    order by ${placeInEndpoint} limit ${literal(rowsPerEndpoint)})`;

const beginning = sql`'-infinity'::timestamptz`;

// Listed, since PostgreSQL prepares each column of a limited selection for each execution, used or not.
const rowColumns = sql`q.ctid, q.workspace_id, q.delivery_id, q.endpoint_id, q.kind, q.attempt, q.due_at, q.lease_until,
  q.is_ordered, q.subject, q.sequence`;
const lease = sql`q.lease_until`;

/** The due first attempts of an endpoint. */
export const firstAttemptsOf = (endpointId: SQL): SQL => rowsOf(rowColumns, endpointId, sql`0`, beginning);

const dueOf = (columns: SQL, endpointId: SQL, from: SQL): SQL =>
  sql`(${rowsOf(columns, endpointId, sql`0`, sql`coalesce(${from}, ${beginning})`)} union all ${rowsOf(columns, endpointId, sql`1`, beginning)})`;

/** The due rows of an endpoint, whose first attempts start at `from`: from there, no deleted rows are read again. */
export const dueRowsOf = (endpointId: SQL, from: SQL): SQL => dueOf(rowColumns, endpointId, from);

/** The same, only to see whether they are free. */
export const dueLeasesOf = (endpointId: SQL, from = sql`null::timestamptz`): SQL =>
  dueOf(lease, endpointId, from);

export const isBlocked = sql`(q.is_ordered and exists (select from delivery_queue other
  where other.is_ordered and other.endpoint_id = q.endpoint_id and other.subject = q.subject and other.sequence < q.sequence))`;

/** An event that a person asked for is sent although the endpoint is failing; a test also if it is inactive. */
export const isRequested = sql`(q.kind <> 'scheduled' and not q.is_ordered)`;

/** If a delivery is due that a person asked for. */
export const hasRequested = sql`exists (select from delivery_queue q where ${isRequested} and q.due_at <= ${now} and ${isFree})`;

/** With the limit, PostgreSQL looks each one up. Without it, a prepared plan hashed all 50,000 endpoints: 37 of 41 ms. */
export const endpointOf = (id: SQL): SQL =>
  sql`select id, workspace_id, active, is_held, probe_at, target_host, events, url, secret_encrypted, next_secret_encrypted,
    rotation_ends_at from webhook_endpoints where webhook_endpoints.id = ${id} limit 1`;

/**
 * Waiting for the disk was most of a claim's time (p99 14 to 27 ms of 15 to 30). A claim that a crash of PostgreSQL undoes is
 * made again: of deliveries in flight, since recording a result waits for the disk, and so for the claim before it.
 */
export const commitWithoutWaiting = sql`set_config('synchronous_commit', 'off', true) as commit_mode`;

const claimed = [
  "workspace_id",
  "delivery_id",
  "endpoint_id",
  "event_id",
  "kind",
  "attempt",
  "replays",
  "catch_up_id",
  "resume_at",
  "is_ordered",
  "due_at",
];
const endpoint = ["url", "active", "secret_encrypted", "next_secret_encrypted", "rotation_ends_at"];

/** What a claim returns of the queue. */
export const claimedColumns = (of: string): SQL =>
  sql.raw(claimed.map((column) => `${of}.${column}`).join(", "));

/** The event is `ev`. */
export const isSubscribed = (events: SQL): SQL => sql`${events} && array[ev.type, '*'] as is_subscribed`;

/** What a claim returns of an endpoint, besides its host. */
export const endpointColumns = (of: string): SQL =>
  sql.raw(endpoint.map((column) => `${of}.${column}`).join(", "));

export const endpointColumnsOfEither = (of: string, or: string): SQL =>
  sql.raw(endpoint.map((column) => `coalesce(${of}.${column}, ${or}.${column})`).join(", "));
