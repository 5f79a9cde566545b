import type { SecretBox } from "@zonepost/secret-box";
import { sql } from "drizzle-orm";
import { audit } from "../../../../kernel/audit.ts";
import type { Ctx, Transaction } from "../../../../kernel/ctx.ts";
import { publicId } from "../../../../kernel/ids.ts";
import { missedSince } from "../../model/missed-since.ts";
import { type AttemptOutcome, type EndpointHealth, healthAfter, noticeFor } from "../policy.ts";
import { plainArray } from "./array-parameters.ts";
import {
  concernsHealth,
  type DeliveryResult,
  isAttempted,
  isCounted,
  isDelivered,
  planOf,
} from "./delivery-result.ts";
import { notifyMembers } from "./notify-members.ts";

export type RecordCtx = Ctx & { secretBox: SecretBox; panelUrl: string };

type LockedEndpoint = EndpointHealth & { id: string; workspaceId: string; url: string };

/**
 * Locks the endpoints whose health can change, so not healthy ones with only successes, and those whose deliveries go
 * back to the queue: in the order that is set by then.
 */
export async function lockEndpoints(
  tx: Transaction,
  results: readonly DeliveryResult[],
): Promise<LockedEndpoint[]> {
  const queued = results.filter((result) => !isAttempted(result) || planOf(result).nextAt !== null);
  const locked = [...queued, ...results.filter(concernsHealth)];
  const idsOf = (some: readonly DeliveryResult[]) => [...new Set(some.map(({ claim }) => claim.endpointId))];
  const undelivered = idsOf(locked.filter((result) => !isDelivered(result)));
  const rows = await tx.execute<{
    id: string;
    workspace_id: string;
    url: string;
    active: boolean;
    consecutive_failures: number;
    probe_at: string | null;
    deactivated_at: string | null;
    deactivation_reason: EndpointHealth["deactivationReason"];
  }>(sql`
    select id, workspace_id, url, active, consecutive_failures, probe_at, deactivated_at, deactivation_reason
    from webhook_endpoints
    where id = any(${plainArray(idsOf(locked), (id) => id)}::uuid[])
      and (consecutive_failures > 0 or probe_at is not null or id = any(${plainArray(undelivered, (id) => id)}::uuid[]))
    order by id for update`);
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspace_id,
    url: row.url,
    active: row.active,
    consecutiveFailures: row.consecutive_failures,
    probeAt: row.probe_at === null ? null : new Date(row.probe_at),
    deactivatedAt: row.deactivated_at === null ? null : new Date(row.deactivated_at),
    deactivationReason: row.deactivation_reason,
  }));
}

export async function recordHealth(
  tx: Transaction,
  ctx: RecordCtx,
  before: LockedEndpoint,
  results: readonly DeliveryResult[],
): Promise<void> {
  const outcomes = results.flatMap((result): AttemptOutcome[] => {
    const { claim, outcome } = result;
    return outcome.kind === "attempted"
      ? [
          {
            succeeded: outcome.error === undefined,
            isCounted: isCounted(result),
            isProbe: claim.probeAt !== null,
            endedAt: outcome.endedAt,
            isGone: outcome.isGone,
            retryAfterMs: outcome.retryAfterMs,
          },
        ]
      : [];
  });
  const inOrder = outcomes.sort((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
  const last = inOrder.at(-1);
  // An unsent probe leaves its turn to the next.
  const unsent = results.find(({ claim, outcome }) => outcome.kind === "skipped" && claim.probeAt);
  const probeAt = unsent && before.probeAt ? unsent.claim.probeAt : before.probeAt;
  const after = inOrder.reduce<EndpointHealth>(healthAfter, { ...before, probeAt });
  if (!last && !unsent) {
    return;
  }
  await tx.execute(sql`
    update webhook_endpoints
    set active = ${after.active}, consecutive_failures = ${after.consecutiveFailures},
      probe_at = ${after.probeAt?.toISOString() ?? null}::timestamptz,
      deactivated_at = ${after.deactivatedAt?.toISOString() ?? null}::timestamptz,
      deactivation_reason = ${after.deactivationReason}
    where id = ${before.id}::uuid`);
  const notice = noticeFor(before, after);
  const lastFailed = results.findLast(
    ({ outcome }) => outcome.kind === "attempted" && outcome.error !== undefined,
  );
  if (!notice || !last || !lastFailed) {
    return;
  }
  if (notice === "deactivated") {
    await tx.execute(sql`
      update webhook_endpoints
      set missed_since = ${missedSince(before.id, last.endedAt)}
      where id = ${before.id}::uuid`);
    await audit(tx, ctx, {
      workspaceId: before.workspaceId,
      action: "webhook_endpoint.deactivated",
      target: publicId("whe", before.id),
      details: {
        url: before.url,
        reason: after.deactivationReason,
        consecutiveFailures: after.consecutiveFailures,
      },
      occurredAt: last.endedAt,
    });
  }
  const { deliveryId } = lastFailed.claim;
  const reason = after.deactivationReason;
  await notifyMembers(tx, ctx, { ...before, ...after, notice, reason, deliveryId, at: last.endedAt });
}
