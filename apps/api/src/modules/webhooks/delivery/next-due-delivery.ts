import { sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { isRequested } from "./queued-delivery.ts";

// Scheduled deliveries to an active endpoint that just failed also wait for its probe.
const actionableAt = sql`greatest(q.due_at, case when e.active and not ${isRequested} then e.probe_at end)`;

/** Neither held by a catch-up, which is due work of its own, nor behind an earlier event of the same object. */
const isClaimable = sql`((e.is_held is not true or q.kind = 'test') and not (q.is_ordered and e.active and exists (
  select from delivery_queue other where other.is_ordered and other.endpoint_id = q.endpoint_id
    and other.subject = q.subject and other.sequence < q.sequence)))`;

/** The earliest business time after `after` at which a delivery can be tried; null if there is none. */
export async function nextDueDelivery(db: Queryable, after: Date): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(sql`
    select min(${actionableAt}) as at
    from delivery_queue q left join webhook_endpoints e on e.id = q.endpoint_id
    where ${actionableAt} > ${after.toISOString()}::timestamptz and ${isClaimable}`);
  return row?.at ? new Date(row.at) : null;
}

/** True if a delivery that could be tried at `now` is still waiting, or one is in flight. */
export async function isDeliveryBusy(db: Queryable, now: Date): Promise<boolean> {
  const rows = await db.execute(sql`
    select 1 from delivery_queue q left join webhook_endpoints e on e.id = q.endpoint_id
    where q.lease_until > now() or (${actionableAt} <= ${now.toISOString()}::timestamptz and ${isClaimable})
    limit 1`);
  return rows.length > 0;
}
