import { sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";

/**
 * Gives claims back that were not sent, so that they can be claimed again at once. Until a probe's lease ends, which is
 * last, no other is granted.
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
    update delivery_queue q set claim_id = null, lease_until = null
    from unnest(
      ${all(({ workspaceId }) => workspaceId)}::uuid[],
      ${all(({ deliveryId }) => deliveryId)}::uuid[],
      ${all(({ claimId }) => claimId)}::uuid[]
    ) as released (workspace, id, claim)
    where q.workspace_id = released.workspace and q.delivery_id = released.id and q.claim_id = released.claim`);
}
