import { sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

// Deliveries to an active endpoint that just failed also wait for its probe.
const actionableAt = sql`greatest(q.due_at, case when e.active then e.probe_at end)`;

/** The earliest business time after `after` at which a delivery can be tried; null if there is none. */
export async function nextDueDelivery(db: Queryable, after: Date): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(sql`
    select min(${actionableAt}) as at
    from delivery_queue q left join webhook_endpoints e on e.id = q.endpoint_id
    where ${actionableAt} > ${after.toISOString()}::timestamptz`);
  return row?.at ? new Date(row.at) : null;
}

/** True if a delivery that could be tried at `now` is still waiting, or one is in flight. */
export async function isDeliveryBusy(db: Queryable, now: Date): Promise<boolean> {
  const rows = await db.execute(sql`
    select 1 from delivery_queue q left join webhook_endpoints e on e.id = q.endpoint_id
    where q.lease_until > now() or ${actionableAt} <= ${now.toISOString()}::timestamptz
    limit 1`);
  return rows.length > 0;
}
