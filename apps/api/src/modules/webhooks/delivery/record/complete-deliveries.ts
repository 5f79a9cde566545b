import type { Db } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { type SQL, sql } from "drizzle-orm";
import { audit } from "../../../../kernel/audit.ts";
import type { Ctx, Queryable, Transaction } from "../../../../kernel/ctx.ts";
import { hourMs } from "../../../../kernel/durations.ts";
import { publicId } from "../../../../kernel/ids.ts";
import { type CaughtUp, countCaughtUp } from "../../model/count-caught-up.ts";
import { countFault } from "../../model/count-fault.ts";
import { missedSince } from "../../model/missed-since.ts";
import { rangesAround, withRanges } from "../../model/succeeded-within.ts";
import type { ClaimedDelivery } from "../claimed-delivery.ts";
import {
  type AttemptOutcome,
  type EndpointHealth,
  healthAfter,
  nextAttemptAt,
  noticeFor,
} from "../policy.ts";
import type { AttemptResult } from "../send-delivery.ts";
import { plainArray, textArray } from "./array-parameters.ts";
import { durationBucketCount, durationBucketOf } from "./duration-buckets.ts";
import { notifyOwners } from "./notify-owners.ts";

export type DeliveryResult = {
  claim: ClaimedDelivery;
  outcome:
    | {
        kind: "skipped";
        /** Business time. */
        endedAt: Date;
      }
    | (AttemptResult & {
        kind: "attempted";
        /** Business time. */
        endedAt: Date;
        random: number;
      });
};

type Attempted = Extract<DeliveryResult["outcome"], { kind: "attempted" }>;
type AttemptedResult = { claim: ClaimedDelivery; outcome: Attempted };

const isAttempted = (result: DeliveryResult): result is AttemptedResult =>
  result.outcome.kind === "attempted";

const isDelivered = (result: DeliveryResult): boolean =>
  isAttempted(result) && result.outcome.error === undefined;

const ourStages = ["internal", "secret"] as const;
const isOfStage = ({ outcome }: DeliveryResult, stage: string): boolean =>
  outcome.kind === "attempted" && outcome.errorStage === stage;
const isOurFault = (result: DeliveryResult): boolean => ourStages.some((stage) => isOfStage(result, stage));

/** Tests never change an endpoint's health, a person's replay only when it succeeds, and our own errors neither. */
function isCounted(result: DeliveryResult): boolean {
  const { kind } = result.claim;
  return kind === "scheduled" ? !isOurFault(result) : kind === "replay" && isDelivered(result);
}

/** In the middle of a catch-up, what its replays are told applies to the rest. A single replay is a person's own choice. */
const asksToWait = ({ claim, outcome }: DeliveryResult): boolean =>
  claim.catchUpId !== null && outcome.kind === "attempted" && outcome.retryAfterMs > 0;

const concernsHealth = (result: DeliveryResult): boolean => isCounted(result) || asksToWait(result);

type CompleteCtx = Ctx & { secretBox: SecretBox; panelUrl: string };

/**
 * Records many results. Drops a result whose claim was lost: its lease ended and another worker took it, or the endpoint
 * was deleted.
 */
export async function completeDeliveries(
  ctx: CompleteCtx,
  results: readonly DeliveryResult[],
): Promise<void> {
  const troubled = new Set(
    results
      .filter((result) => concernsHealth(result) && !isDelivered(result))
      .map(({ claim }) => claim.endpointId),
  );
  const attempts = results.filter(isAttempted);
  const quick = attempts.filter((result) =>
    concernsHealth(result) ? !troubled.has(result.claim.endpointId) : planOf(result).nextAt === null,
  );
  const recorded = quick.length > 0 ? await recordHealthy(ctx.db, quick) : new Set<string>();
  const rest = results.filter(({ claim }) => !recorded.has(claim.deliveryId));
  if (rest.length > 0) {
    await recordWithHealth(ctx, rest);
  }
  for (const stage of ourStages) {
    await countFault(ctx.db, stage, results.filter((result) => isOfStage(result, stage)).length);
  }
}

/**
 * Only successes, and last attempts that don't change health: while their endpoints are healthy, one statement does it all,
 * unless catch-ups count them.
 */
async function recordHealthy(db: Db, results: readonly AttemptedResult[]): Promise<Set<string>> {
  const record = (queryable: Queryable) => recordAttempts(queryable, results, { ofHealthyEndpoints: true });
  if (results.every(({ claim }) => claim.catchUpId === null)) {
    return record(db);
  }
  return db.transaction(async (tx) => {
    const kept = await record(tx);
    await countCaughtUp(tx, caughtUpOf(results, kept));
    return kept;
  });
}

const caughtUpOf = (results: readonly AttemptedResult[], kept: ReadonlySet<string>): CaughtUp[] =>
  results
    .filter(({ claim }) => kept.has(claim.deliveryId))
    .map((result) => ({ ...result.claim, status: planOf(result).status }));

async function recordWithHealth(ctx: CompleteCtx, results: readonly DeliveryResult[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const endpoints = await lockEndpoints(tx, results);
    const attempts = results.filter(isAttempted);
    const attempted = await recordAttempts(tx, attempts, { ofHealthyEndpoints: false });
    const unsent = results.filter((result) => !isAttempted(result));
    const skipped = await recordSkips(tx, unsent);
    const kept = new Set([...attempted, ...skipped.keys()]);
    await countCaughtUp(tx, [
      ...caughtUpOf(attempts, attempted),
      ...unsent.map(
        ({ claim }): CaughtUp => ({ ...claim, status: skipped.get(claim.deliveryId) ?? "pending" }),
      ),
    ]);
    for (const endpoint of endpoints) {
      const outcomes = results.filter(
        (result) =>
          concernsHealth(result) &&
          result.claim.endpointId === endpoint.id &&
          // What the old URL answers after a move says nothing about the new one.
          result.claim.endpoint?.url === endpoint.url &&
          kept.has(result.claim.deliveryId),
      );
      await recordHealth(tx, ctx, endpoint, outcomes);
    }
  });
}

/** What happens to the delivery after an attempt; without `nextAt`, nothing is left to do. */
function planOf({ claim, outcome }: AttemptedResult): {
  status: "succeeded" | "failed" | "pending";
  nextAt: Date | null;
} {
  if (outcome.error === undefined) {
    return { status: "succeeded", nextAt: null };
  }
  const nextAt =
    claim.kind === "scheduled"
      ? nextAttemptAt(
          claim.attemptsMade + 1 - claim.replays,
          outcome.endedAt,
          outcome.random,
          outcome.retryAfterMs,
        )
      : claim.kind === "replay" && claim.resumeAt
        ? new Date(Math.max(claim.resumeAt.getTime(), outcome.endedAt.getTime()))
        : null;
  return { status: nextAt ? "pending" : "failed", nextAt };
}

/** Before this result: a replay that fails doesn't undo it. */
const wasDelivered = sql`(d.attempt > 0 and d.error is null or exists (
  select from delivery_attempts a where a.workspace_id = d.workspace_id and a.delivery_id = d.id and a.error is null))`;

/** @returns the ids of the deliveries whose claim was still ours */
async function recordAttempts(
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

type DeliveryHour = {
  workspaceId: string;
  endpointId: string;
  hour: string;
  delivered: number;
  failedAttempts: number;
  durationCounts: number[];
  succeededIds: string[];
};

/** What the attempts add to their endpoints' hours. Tests aren't counted, but must be found too. */
function hoursOf(results: readonly AttemptedResult[]): DeliveryHour[] {
  const hours = new Map<string, DeliveryHour>();
  for (const result of results) {
    const { claim, outcome } = result;
    const isSuccess = outcome.error === undefined;
    if (claim.kind === "test" && !isSuccess) {
      continue;
    }
    const key = `${claim.endpointId} ${Math.floor(outcome.endedAt.getTime() / hourMs)}`;
    const counted = hours.get(key) ?? {
      workspaceId: claim.workspaceId,
      endpointId: claim.endpointId,
      hour: hourOf(outcome.endedAt),
      delivered: 0,
      failedAttempts: 0,
      durationCounts: Array.from({ length: durationBucketCount }, () => 0),
      succeededIds: [],
    };
    hours.set(key, counted);
    if (isSuccess) {
      counted.succeededIds.push(claim.deliveryId);
    }
    if (claim.kind === "test") {
      continue;
    }
    counted[isSuccess ? "delivered" : "failedAttempts"] += 1;
    // The receiver took no time if nothing was sent.
    if (!isOurFault(result)) {
      const bucket = durationBucketOf(outcome.durationMs);
      counted.durationCounts[bucket] = (counted.durationCounts[bucket] ?? 0) + 1;
    }
  }
  return [...hours.values()];
}

const hourOf = (at: Date): string => new Date(Math.floor(at.getTime() / hourMs) * hourMs).toISOString();

const sumsOfCounts = sql.raw(
  Array.from(
    { length: durationBucketCount },
    (_, bucket) => `h.duration_counts[${bucket + 1}] + excluded.duration_counts[${bucket + 1}]`,
  ).join(", "),
);

/** In the order of the key, so that two workers can't wait for each other. */
const upsertHours = (hours: readonly DeliveryHour[], condition: SQL): SQL => sql`
  insert into delivery_hours as h (workspace_id, endpoint_id, hour, delivered, located, failed_attempts, duration_counts,
    succeeded_within)
  select workspace, endpoint, hour::timestamptz, delivered, delivered, failed_attempts, counts::int[], within::int8multirange
  from unnest(
    ${plainArray(hours, (one) => one.workspaceId)}::uuid[],
    ${plainArray(hours, (one) => one.endpointId)}::uuid[],
    ${plainArray(hours, (one) => one.hour)}::text[],
    ${plainArray(hours, (one) => one.delivered)}::int[],
    ${plainArray(hours, (one) => one.failedAttempts)}::int[],
    ${textArray(hours, (one) => `{${one.durationCounts}}`)},
    ${textArray(hours, (one) => rangesAround(one.succeededIds))}
  ) as counted (workspace, endpoint, hour, delivered, failed_attempts, counts, within)
  where ${condition}
  order by 1, 2, 3
  on conflict (workspace_id, endpoint_id, hour) do update
  set delivered = h.delivered + excluded.delivered, failed_attempts = h.failed_attempts + excluded.failed_attempts,
    duration_counts = array[${sumsOfCounts}], located = h.located + excluded.located,
    succeeded_within = ${withRanges(sql`h.succeeded_within`, sql`excluded.succeeded_within`)}`;

/**
 * Deliveries that were not sent. One that its endpoint has by now become active for is released instead. A replay leaves
 * the outcome of the attempt before it, and the retry after it takes place at its time.
 * @returns the ids of the deliveries, and what becomes of each; a catch-up has skipped one with a retry
 */
async function recordSkips(
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
      update delivery_queue q set claim_id = null, lease_until = null from results r
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

type LockedEndpoint = EndpointHealth & { id: string; workspaceId: string; url: string };

/**
 * Locks the endpoints whose health can change, so not healthy ones with only successes, and those whose deliveries are
 * retried: in the order that is set by then.
 */
async function lockEndpoints(tx: Transaction, results: readonly DeliveryResult[]): Promise<LockedEndpoint[]> {
  const retried = results.filter((result) => isAttempted(result) && planOf(result).nextAt !== null);
  const locked = [...retried, ...results.filter(concernsHealth)];
  const idsOf = (some: readonly DeliveryResult[]) => [...new Set(some.map(({ claim }) => claim.endpointId))];
  const failing = idsOf(locked.filter((result) => isAttempted(result) && !isDelivered(result)));
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
      and (consecutive_failures > 0 or probe_at is not null or id = any(${plainArray(failing, (id) => id)}::uuid[]))
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
async function recordHealth(
  tx: Transaction,
  ctx: CompleteCtx,
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
  await notifyOwners(tx, ctx, { ...before, ...after, notice, reason, deliveryId, at: last.endedAt });
}
