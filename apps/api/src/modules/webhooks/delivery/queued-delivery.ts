import { type SQL, sql } from "drizzle-orm";

// Conditions on a row `q` of the queue.

export const isFree: SQL = sql`(q.lease_until is null or q.lease_until <= now())`;

/** An event that a person asked for is sent although the endpoint is failing; a test also if it is inactive. */
export const isRequested: SQL = sql`(q.kind <> 'scheduled' and not q.is_ordered)`;
