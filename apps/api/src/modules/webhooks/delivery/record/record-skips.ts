import { sql } from "drizzle-orm";
import type { Transaction } from "../../../../kernel/ctx.ts";
import { currentOrder } from "../queued-delivery.ts";
import { plainArray } from "./array-parameters.ts";
import { hourOf } from "./delivery-hours.ts";
import type { DeliveryResult } from "./delivery-result.ts";
import { durationBucketCount } from "./duration-buckets.ts";
import { wasDelivered } from "./record-attempts.ts";

/**
 * Deliveries that were not sent. One that its endpoint has by now become active for is released instead. A replay leaves
 * the outcome of the attempt before it, and the retry after it takes place at its time.
 * @returns the ids of the deliveries, and what becomes of each; a catch-up has skipped one with a retry
 */
export async function recordSkips(
  tx: Transaction,
  results: readonly DeliveryResult[],
): Promise<Map<string, "succeeded" | "failed" | "skipped">> {
  if (results.length === 0) {
    return new Map();
  }
  const all = (read: (result: DeliveryResult) => string | number | null) => plainArray(results, read);
  const rows = await tx.execute<{ id: string; status: "succeeded" | "failed" | "skipped" }>(sql`
    with results as materialized (
      select r.*, r.was_active = 0 and coalesce((select e.active from webhook_endpoints e where e.id = r.endpoint), false) as is_wanted
      from unnest(
        ${all(({ claim }) => claim.workspaceId)}::uuid[],
        ${all(({ claim }) => claim.deliveryId)}::uuid[],
        ${all(({ claim }) => claim.claimId)}::uuid[],
        ${all(({ claim }) => claim.endpointId)}::uuid[],
        ${all(({ claim }) => (claim.endpoint?.active ? 1 : 0))}::int[],
        ${all(({ outcome }) => hourOf(outcome.endedAt))}::text[],
        ${all(({ outcome }) => outcome.endedAt.toISOString())}::text[]
      ) as r (workspace, id, claim, endpoint, was_active, hour, ended)
    ),
    released as (
      update delivery_queue q set claim_id = null, lease_until = null, is_ordered = ${currentOrder}
      from results r join webhook_endpoints e on e.id = r.endpoint
      where q.workspace_id = r.workspace and q.delivery_id = r.id and q.claim_id = r.claim and r.is_wanted
    ),
    kept as (
      update delivery_queue q
      set kind = 'scheduled', due_at = q.resume_at, resume_at = null, replays = q.replays - 1, claim_id = null, lease_until = null,
        catch_up_id = null, is_ordered = coalesce((select e.ordered from webhook_endpoints e where e.id = q.endpoint_id), false)
      from results r
      where q.workspace_id = r.workspace and q.delivery_id = r.id and q.claim_id = r.claim and not r.is_wanted
        and q.kind = 'replay' and q.resume_at > r.ended::timestamptz
      returning q.workspace_id, q.delivery_id, q.due_at
    ),
    postponed as (
      update deliveries d set next_attempt_at = kept.due_at, replays = d.replays - 1
      from kept where d.workspace_id = kept.workspace_id and d.id = kept.delivery_id
      returning d.id
    ),
    done as (
      delete from delivery_queue q using results r
      where q.workspace_id = r.workspace and q.delivery_id = r.id and q.claim_id = r.claim and not r.is_wanted
        and not (q.kind = 'replay' and coalesce(q.resume_at > r.ended::timestamptz, false))
      returning q.delivery_id, q.kind, q.resume_at
    ),
    recorded as (
      update deliveries d
      set next_attempt_at = null, replays = d.replays - case when done.kind = 'replay' then 1 else 0 end,
        status = case when done.kind = 'scheduled' or done.resume_at is not null or d.attempt = 0 then 'skipped'
          when ${wasDelivered} then 'succeeded' else 'failed' end
      from results r join done on done.delivery_id = r.id
      where d.workspace_id = r.workspace and d.id = r.id
      returning d.id, d.workspace_id, d.endpoint_id, r.hour, d.status, d.is_test
    ),
    counted as (
      insert into delivery_hours as h (workspace_id, endpoint_id, hour, skipped, duration_counts)
      select workspace_id, endpoint_id, hour::timestamptz, count(*), array_fill(0, array[${durationBucketCount}::int])
      from recorded where status = 'skipped' and not is_test
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (workspace_id, endpoint_id, hour) do update set skipped = h.skipped + excluded.skipped
    )
    select id, status from recorded union all select id, 'skipped' from postponed`);
  return new Map(rows.map(({ id, status }) => [id, status]));
}
