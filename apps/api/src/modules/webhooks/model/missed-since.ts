import { type SQL, sql } from "drizzle-orm";

/** For an endpoint deactivated at that time: when the oldest event was created that it hasn't received. */
export const missedSince = (endpointId: string, deactivatedAt: Date): SQL<Date> => sql`
  least(${deactivatedAt.toISOString()}::timestamptz, (
    select min(d.created_at) from delivery_queue q
    join deliveries d on d.workspace_id = q.workspace_id and d.id = q.delivery_id
    where q.endpoint_id = ${endpointId}::uuid and not d.is_test))`;
