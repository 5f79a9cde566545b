import { sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import { currentOrder } from "./queued-delivery.ts";

/**
 * Gives claims back that were not sent, so that they can be claimed again at once. Until a probe's lease ends, which is
 * last, no other is granted. A change of the endpoint's order skipped rows that were being claimed, so it is applied here.
 */
export async function releaseDeliveries(db: Queryable, claims: readonly ClaimedDelivery[]): Promise<void> {
  const all = (read: (claim: ClaimedDelivery) => string) => sql.param(claims.map(read));
  for (const { endpointId, probeAt, heldUntil } of claims) {
    if (probeAt && heldUntil) {
      await db.execute(sql`
        update webhook_endpoints set probe_at = ${probeAt.toISOString()}::timestamptz
        where id = ${endpointId}::uuid and probe_at = ${heldUntil.toISOString()}::timestamptz`);
    }
  }
  await db.execute(sql`
    with endpoints as materialized (
      select id, ordered, catch_up_id from webhook_endpoints
      where id = any (${all(({ endpointId }) => endpointId)}::uuid[]) order by id for share
    )
    update delivery_queue q set claim_id = null, lease_until = null,
      is_ordered = ${currentOrder}
    from unnest(
      ${all(({ workspaceId }) => workspaceId)}::uuid[],
      ${all(({ deliveryId }) => deliveryId)}::uuid[],
      ${all(({ claimId }) => claimId)}::uuid[],
      ${all(({ endpointId }) => endpointId)}::uuid[]
    ) as released (workspace, id, claim, endpoint) left join endpoints e on e.id = released.endpoint
    -- Locks all endpoints before the first row of the queue, as recording does.
    where (select count(*) from endpoints) >= 0
      and q.workspace_id = released.workspace and q.delivery_id = released.id and q.claim_id = released.claim`);
}
