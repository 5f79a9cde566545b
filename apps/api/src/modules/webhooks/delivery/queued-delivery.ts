import { type SQL, sql } from "drizzle-orm";

// Conditions on a row `q` of the queue.

export const isFree: SQL = sql`(q.lease_until is null or q.lease_until <= now())`;

/** An event that a person asked for is sent although the endpoint is failing; a test also if it is inactive. */
export const isRequested: SQL = sql`(q.kind <> 'scheduled' and not q.is_ordered)`;

/** When it goes back to the queue unsent: a change of the order of its endpoint `e` skipped it while it was locked. */
export const currentOrder: SQL = sql`
  case when q.kind = 'scheduled' and e.id is not null then e.ordered or (q.is_ordered and e.catch_up_id is not null)
    else q.is_ordered end`;
