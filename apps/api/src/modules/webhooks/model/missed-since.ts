import { type SQL, sql } from "drizzle-orm";
import { minuteMs } from "../../../kernel/durations.ts";

/** An event's time is read before its transaction starts, which may commit after the deactivation. */
const emissionMs = 2 * minuteMs;

/** For an endpoint deactivated at that time: when the oldest event was created that it hasn't received. */
export const missedSince = (endpointId: string, deactivatedAt: Date): SQL<Date> => sql`
  least(${new Date(deactivatedAt.getTime() - emissionMs).toISOString()}::timestamptz, (
    select min(d.created_at) from delivery_queue q
    join deliveries d on d.workspace_id = q.workspace_id and d.id = q.delivery_id
    where q.endpoint_id = ${endpointId}::uuid and not d.is_test))`;
