import { sql } from "drizzle-orm";
import type { Queryable } from "../../../../kernel/ctx.ts";
import { plainArray, textArray } from "./array-parameters.ts";
import { hoursOf, upsertHours } from "./delivery-hours.ts";
import { type AttemptedResult, isCounted, planOf } from "./delivery-result.ts";

/** Before this result: a replay that fails doesn't undo it. */
export const wasDelivered = sql`(d.attempt > 0 and d.error is null or exists (
  select from delivery_attempts a where a.workspace_id = d.workspace_id and a.delivery_id = d.id and a.error is null))`;

/** @returns the ids of the deliveries whose claim was still ours */
export async function recordAttempts(
  db: Queryable,
  results: readonly AttemptedResult[],
  { ofHealthyEndpoints }: { ofHealthyEndpoints: boolean },
): Promise<Set<string>> {
  if (results.length === 0) {
    return new Set();
  }
  const plans = new Map(results.map((result) => [result, planOf(result)]));
  const plain = (read: (result: AttemptedResult) => string | number | null) => plainArray(results, read);
  const text = (read: (result: AttemptedResult) => string | null) => textArray(results, read);
  const hours = hoursOf(results);
  const [recorded] = await db.execute<{ count: number; ids: string[] | null }>(sql`
    with results as materialized (
      select * from unnest(
        ${plain(({ claim }) => claim.workspaceId)}::uuid[],
        ${plain(({ claim }) => claim.deliveryId)}::uuid[],
        ${plain(({ claim }) => claim.claimId)}::uuid[],
        ${plain((result) => (ofHealthyEndpoints && isCounted(result) ? result.claim.endpointId : null))}::uuid[],
        ${plain((result) => plans.get(result)?.status ?? null)}::text[],
        ${plain(({ claim }) => claim.attemptsMade + 1)}::int[],
        ${plain(({ claim }) => claim.replays)}::int[],
        ${plain(({ outcome }) => outcome.statusCode)}::int[],
        ${text(({ outcome }) => outcome.error ?? null)},
        ${plain(({ outcome }) => outcome.errorStage ?? null)}::text[],
        ${plain(({ outcome }) => outcome.durationMs)}::int[],
        ${plain(({ outcome }) => new Date(outcome.endedAt.getTime() - outcome.durationMs).toISOString())}::text[],
        ${plain((result) => plans.get(result)?.nextAt?.toISOString() ?? null)}::text[],
        ${text(({ outcome }) => outcome.request)},
        ${text(({ outcome }) => outcome.responseHeaders)},
        ${text(({ outcome }) => (outcome.responseBody ? Buffer.from(outcome.responseBody).toString("hex") : null))}
      ) as r (workspace, id, claim, endpoint, status, attempt, replays, code, error, stage, duration, tried, next, request,
        response_headers, response_body)
    ),
    healthy as materialized (
      select r.* from results r
      where not coalesce((select e.consecutive_failures > 0 or e.probe_at is not null
        from webhook_endpoints e where e.id = r.endpoint), false)
    ),
    done as (
      delete from delivery_queue q using healthy r
      where q.workspace_id = r.workspace and q.delivery_id = r.id and q.claim_id = r.claim and r.next is null
      returning q.delivery_id
    ),
    -- An endpoint that isn't ordered only holds others back until the first attempt, during a catch-up.
    retried as (
      update delivery_queue q
      set due_at = r.next::timestamptz, attempt = r.attempt, replays = r.replays, kind = 'scheduled', resume_at = null,
        is_ordered = coalesce((select e.ordered from webhook_endpoints e where e.id = q.endpoint_id), false),
        claim_id = null, lease_until = null
      from healthy r
      where q.workspace_id = r.workspace and q.delivery_id = r.id and q.claim_id = r.claim and r.next is not null
      returning q.delivery_id
    ),
    kept as materialized (select delivery_id from done union all select delivery_id from retried),
    previous as (
      insert into delivery_attempts (workspace_id, delivery_id, number, status_code, error, error_stage, duration_ms,
        attempted_at, request, response_headers, response_body)
      select d.workspace_id, d.id, d.attempt, d.status_code, d.error, d.error_stage, d.duration_ms,
        coalesce(d.last_attempt_at, d.created_at), d.request, d.response_headers, d.response_body
      from healthy r join deliveries d on d.workspace_id = r.workspace and d.id = r.id
      where r.attempt > 1 and d.attempt > 0 and r.id in (select delivery_id from kept)
      on conflict do nothing
    ),
    recorded as (
      update deliveries d
      set status = case when r.status = 'failed' and r.replays > 0 and ${wasDelivered} then 'succeeded' else r.status end,
        next_attempt_at = r.next::timestamptz, attempt = r.attempt, replays = r.replays,
        status_code = r.code, error = r.error, error_stage = r.stage, duration_ms = r.duration,
        last_attempt_at = r.tried::timestamptz, request = r.request, response_headers = r.response_headers,
        response_body = decode(r.response_body, 'hex')
      from healthy r
      where d.workspace_id = r.workspace and d.id = r.id and r.id in (select delivery_id from kept)
    ),
    counted as (${upsertHours(hours, sql`(select count(*) from kept) = ${results.length}::int`)})
    select count(*)::int as count, case when count(*) < ${results.length}::int then array_agg(delivery_id::text) end as ids from kept`);
  const ids = results.map(({ claim }) => claim.deliveryId);
  const kept = new Set(recorded?.count === ids.length ? ids : recorded?.ids);
  if (kept.size > 0 && kept.size < results.length) {
    const keptHours = hoursOf(results.filter(({ claim }) => kept.has(claim.deliveryId)));
    await db.execute(upsertHours(keptHours, sql`true`));
  }
  return kept;
}
