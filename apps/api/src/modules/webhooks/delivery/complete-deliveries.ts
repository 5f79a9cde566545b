import type { Transaction } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { notifyOwners } from "./notify-owners.ts";
import { type AttemptOutcome, type EndpointHealth, healthAfter, nextAttemptAt, noticeFor } from "./policy.ts";
import type { AttemptResult } from "./send-delivery.ts";

export type DeliveryResult = {
  claim: ClaimedDelivery;
  outcome:
    | { kind: "skipped" }
    | (AttemptResult & {
        kind: "attempted";
        /** Business time. */
        endedAt: Date;
        random: number;
      });
};

type Completion = {
  workspace: string;
  id: string;
  claim: string;
  status: "succeeded" | "failed" | "pending" | "skipped";
  attempt: number | null;
  code: number | null;
  error: string | null;
  duration: number | null;
  tried: string | null;
  next: string | null;
};

/**
 * Records many results in one transaction. Drops a result whose claim was lost: its lease ended and another worker took
 * it, or the endpoint was deleted.
 */
export async function completeDeliveries(
  ctx: Ctx & { secretBox: SecretBox; panelUrl: string },
  results: readonly DeliveryResult[],
): Promise<void> {
  if (results.length === 0) {
    return;
  }
  await ctx.db.transaction(async (tx) => {
    const endpoints = await lockEndpoints(tx, results);
    const kept = await recordResults(tx, results.map(completionOf));
    for (const endpoint of endpoints) {
      const outcomes = results.filter(
        (result) => result.claim.endpointId === endpoint.id && kept.has(result.claim.deliveryId),
      );
      await recordHealth(tx, ctx, endpoint, outcomes);
    }
  });
}

function completionOf({ claim, outcome }: DeliveryResult): Completion {
  const ids = { workspace: claim.workspaceId, id: claim.deliveryId, claim: claim.claimId };
  if (outcome.kind === "skipped") {
    return {
      ...ids,
      status: "skipped",
      attempt: null,
      code: null,
      error: null,
      duration: null,
      tried: null,
      next: null,
    };
  }
  const attempt = claim.attemptsMade + 1;
  const next =
    outcome.error === undefined
      ? null
      : nextAttemptAt(attempt, outcome.endedAt, outcome.random, outcome.retryAfterMs);
  return {
    ...ids,
    status: outcome.error === undefined ? "succeeded" : next ? "pending" : "failed",
    attempt,
    code: outcome.statusCode,
    error: outcome.error ?? null,
    duration: outcome.durationMs,
    tried: new Date(outcome.endedAt.getTime() - outcome.durationMs).toISOString(),
    next: next?.toISOString() ?? null,
  };
}

type LockedEndpoint = EndpointHealth & { id: string; workspaceId: string; url: string };

/** Locks the endpoints whose health can change, so not healthy ones with only successes. */
async function lockEndpoints(tx: Transaction, results: readonly DeliveryResult[]): Promise<LockedEndpoint[]> {
  const ids = [...new Set(results.map(({ claim }) => claim.endpointId))];
  const failing = results.flatMap(({ claim, outcome }) =>
    outcome.kind === "attempted" && outcome.error !== undefined ? [claim.endpointId] : [],
  );
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
    where id in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json))
      and (consecutive_failures > 0 or probe_at is not null
        or id in (select value::uuid from json_array_elements_text(${JSON.stringify(failing)}::json)))
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

/** @returns the ids of the deliveries whose claim was still ours */
async function recordResults(tx: Transaction, completions: Completion[]): Promise<Set<string>> {
  const rows = await tx.execute<{ id: string }>(sql`
    with results as materialized (
      select * from json_to_recordset(${JSON.stringify(completions)}::json) as r (
        workspace uuid, id uuid, claim uuid, status text, attempt int, code int, error text, duration int,
        tried timestamptz, next timestamptz)
    ),
    done as (
      delete from delivery_queue q using results r
      where q.workspace_id = r.workspace and q.delivery_id = r.id and q.claim_id = r.claim and r.status <> 'pending'
      returning q.delivery_id
    ),
    retried as (
      update delivery_queue q
      set due_at = r.next, attempt = r.attempt, claim_id = null, lease_until = null
      from results r
      where q.workspace_id = r.workspace and q.delivery_id = r.id and q.claim_id = r.claim and r.status = 'pending'
      returning q.delivery_id
    ),
    kept as (select delivery_id from done union all select delivery_id from retried),
    recorded as (
      update deliveries d
      set status = r.status, next_attempt_at = r.next,
        attempt = coalesce(r.attempt, d.attempt),
        status_code = case when r.attempt is null then d.status_code else r.code end,
        error = case when r.attempt is null then d.error else r.error end,
        duration_ms = coalesce(r.duration, d.duration_ms),
        last_attempt_at = coalesce(r.tried, d.last_attempt_at)
      from results r
      where d.workspace_id = r.workspace and d.id = r.id and r.id in (select delivery_id from kept)
    )
    select delivery_id as id from kept`);
  return new Set(rows.map((row) => row.id));
}

async function recordHealth(
  tx: Transaction,
  ctx: Ctx & { secretBox: SecretBox; panelUrl: string },
  before: LockedEndpoint,
  results: readonly DeliveryResult[],
): Promise<void> {
  const outcomes = results.flatMap(({ claim, outcome }): AttemptOutcome[] =>
    outcome.kind === "attempted"
      ? [
          {
            succeeded: outcome.error === undefined,
            isProbe: claim.probeAt !== null,
            endedAt: outcome.endedAt,
            isGone: outcome.isGone,
            retryAfterMs: outcome.retryAfterMs,
          },
        ]
      : [],
  );
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
  if (!notice || !last) {
    return;
  }
  if (notice === "deactivated") {
    await audit(tx, ctx, {
      workspaceId: before.workspaceId,
      action: "webhook_endpoint.deactivated",
      target: publicId("whe", before.id),
      details: { consecutiveFailures: after.consecutiveFailures },
      occurredAt: last.endedAt,
    });
  }
  await notifyOwners(tx, ctx, { ...before, ...after, notice, at: last.endedAt });
}
