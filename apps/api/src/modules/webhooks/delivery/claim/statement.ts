import { type SQL, sql } from "drizzle-orm";

// Parts of the statements that claim.

/** A value that is given to each execution. */
export const value = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

export const isFree = sql`(q.lease_until is null or q.lease_until <= now())`;
/** Not a value: of one, PostgreSQL expects a tenth of the table, plans for that, and plans each claim again (3 ms). */
export const literal = (count: number): SQL => sql.raw(String(Math.trunc(count)));

export const now = value("now", "timestamptz");
export const leaseEnd = sql`now() + make_interval(secs => ${value("leaseSeconds", "int")})`;

/**
 * The URL's host without its port and final dot; of an IPv6 address without its last bracket. A regular expression took
 * 36 µs a row, half of a claim.
 */
export const hostOf = (url: SQL): SQL => {
  const authority = sql`split_part(translate(${url}, '?#', '//'), '/', 3)`;
  return sql`lower(rtrim(split_part(${authority}, case when ${authority} like '[%' then ']' else ':' end, 1), '.'))`;
};

/** With the limit, PostgreSQL looks each one up. Without it, a prepared plan hashed all 50,000 endpoints: 37 of 41 ms. */
export const endpointOf = (id: SQL): SQL =>
  sql`select * from webhook_endpoints where webhook_endpoints.id = ${id} limit 1`;

/**
 * Waiting for the disk was most of a claim's time (p99 14 to 27 ms of 15 to 30). A claim that a crash of PostgreSQL undoes is
 * made again: of deliveries in flight, since recording a result waits for the disk, and so for the claim before it.
 */
export const commitWithoutWaiting = sql`set_config('synchronous_commit', 'off', true) as commit_mode`;

/** Of the queue, in the order of `ClaimRow`. */
export const claimedColumns = sql`claimed.workspace_id, claimed.delivery_id, claimed.endpoint_id, claimed.event_id, claimed.kind,
  claimed.attempt, claimed.replays, claimed.catch_up_id, claimed.resume_at, claimed.is_ordered, claimed.is_repeat, claimed.due_at`;
