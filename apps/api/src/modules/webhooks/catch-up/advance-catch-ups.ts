import { setTimeout as pause } from "node:timers/promises";
import { deliveryQueue, type Transaction, webhookCatchUps, webhookEndpoints } from "@zonepost/db";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { firstIdAt } from "../../../kernel/ids.ts";
import { isFree } from "../delivery/queued-delivery.ts";
import { type CaughtUp, countCaughtUp, totalAtEnd } from "../model/count-caught-up.ts";
import { tryLockOutEmission } from "../model/emission-lock.ts";
import type { EndpointRow } from "../model/find-endpoint.ts";
import type { CatchUpRow } from "./get-catch-up.ts";
import { type ClockTimes, clockTimes, isInRange, missedParts } from "./missed-deliveries.ts";

type CatchUpCtx = Pick<Ctx, "db" | "clock">;

/** `waits` for something that ends soon; `idle` until its deliveries have been sent. */
type Progress = "moved" | "waits" | "idle";

type Step = { batchSize: number; times: ClockTimes };

const waitMs = 50;
/** The time that it takes to queue a delivery, so that paced ones aren't overdue when sending starts. */
const queueingMs = 0.1;

/** Prepares, ends and stops catch-ups in bounded transactions, each of which leaves them where any worker can go on. */
export async function advanceCatchUps(
  ctx: CatchUpCtx,
  signal: AbortSignal,
  { batchSize = 1_000 }: { batchSize?: number } = {},
): Promise<void> {
  while (!signal.aborted) {
    const open = await ctx.db
      .select()
      .from(webhookCatchUps)
      .where(isNull(webhookCatchUps.finishedAt))
      .orderBy(asc(webhookCatchUps.id));
    const steps: Progress[] = [];
    const errors: unknown[] = [];
    // One step of each workspace, however many of its endpoints catch up, so that it only delays itself.
    const served = new Set<string>();
    for (const catchUp of open) {
      if (!served.has(catchUp.workspaceId)) {
        // One that fails must not hold up the others.
        const progress = await advance(ctx, catchUp, batchSize).catch((error: unknown) => {
          errors.push(error);
          return "idle" as const;
        });
        steps.push(progress);
        if (progress === "moved") {
          served.add(catchUp.workspaceId);
        }
      }
    }
    if (errors.length > 0) {
      throw errors.length === 1 ? errors[0] : new AggregateError(errors, "catch-ups couldn't be advanced");
    }
    if (steps.includes("moved")) {
      continue;
    }
    if (!steps.includes("waits")) {
      return;
    }
    await pause(waitMs);
  }
}

async function advance(ctx: CatchUpCtx, found: CatchUpRow, batchSize: number): Promise<Progress> {
  const step = { batchSize, times: await clockTimes(ctx) };
  return ctx.db.transaction(async (tx) => {
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, found.endpointId))
      .for("update");
    const [catchUp] = await tx
      .select()
      .from(webhookCatchUps)
      .where(and(isSame(found), isNull(webhookCatchUps.finishedAt)))
      .for("update");
    if (!catchUp) {
      return "idle";
    }
    // Deliveries to an inactive endpoint are skipped when they are claimed.
    if (!endpoint?.active || endpoint.catchUpId !== catchUp.id) {
      return finish(tx, catchUp, "stopped", step);
    }
    if (catchUp.state === "stopped") {
      return skipRest(tx, endpoint, catchUp, step);
    }
    if (catchUp.state === "sending") {
      return (await hasPending(tx, catchUp)) ? "idle" : finish(tx, catchUp, "done", step);
    }
    return catchUp.preparedUpTo === null
      ? orderWaiting(tx, endpoint, catchUp, step)
      : queueMissed(tx, endpoint, catchUp, step);
  });
}

const isSame = ({ workspaceId, id }: CatchUpRow): SQL | undefined =>
  and(eq(webhookCatchUps.workspaceId, workspaceId), eq(webhookCatchUps.id, id));

/**
 * Events emitted by transactions that began before the catch-up are queued without an order. Once none is emitting in the
 * workspace, or all of that time have ended, and nothing is in flight, all that waits for its first attempt gets its place
 * behind what the endpoint missed. Only the first would wait for as long as events are emitted without a pause, and only
 * the second for every other long transaction of the server.
 */
async function orderWaiting(
  tx: Transaction,
  endpoint: EndpointRow,
  catchUp: CatchUpRow,
  step: Step,
): Promise<Progress> {
  const { batchSize, times } = step;
  const [state] = await tx.execute<{ is_settled: boolean; is_in_flight: boolean }>(sql`
    select ${tryLockOutEmission(catchUp.workspaceId)}
        or age(xmin) > age(pg_snapshot_xmin(pg_current_snapshot())::xid) as is_settled,
      exists (select from delivery_queue where endpoint_id = ${catchUp.endpointId}::uuid and lease_until > now()) as is_in_flight
    from webhook_catch_ups where workspace_id = ${catchUp.workspaceId}::uuid and id = ${catchUp.id}::uuid`);
  if (!state?.is_settled || state.is_in_flight) {
    return "waits";
  }
  if (catchUp.onHoldUpTo !== null) {
    return includeOnHold(tx, endpoint, catchUp, step);
  }
  // Ends the claims of dead workers too: one that is only slow must not record a result later.
  const ordered = await tx.execute(sql`
    update delivery_queue q set is_ordered = true, claim_id = null, lease_until = null
    where (q.workspace_id, q.delivery_id) in (
      select workspace_id, delivery_id from delivery_queue
      where endpoint_id = ${catchUp.endpointId}::uuid and kind <> 'test'
        and ((kind = 'scheduled' and attempt = 0 and not is_ordered) or claim_id is not null)
      limit ${batchSize})
    returning 1`);
  if (ordered.length < batchSize) {
    const pacedTo = new Date(times.now.getTime() + Math.ceil(catchUp.total * queueingMs));
    await tx
      .update(webhookCatchUps)
      .set({ preparedUpTo: firstIdAt(0), pacedTo })
      .where(isSame(catchUp));
  }
  return "moved";
}

/**
 * What was queued when the endpoint was reactivated. A person's request outranks the delay of a retry, and also a
 * Retry-After: it gets an attempt now, as a replay, so that the retry still takes place at its time if that one fails.
 */
async function includeOnHold(
  tx: Transaction,
  endpoint: EndpointRow,
  catchUp: CatchUpRow,
  { batchSize, times }: Step,
): Promise<Progress> {
  const now = sql`${catchUp.createdAt.toISOString()}::timestamptz`;
  const isRetry = sql`(q.kind = 'scheduled' and q.attempt > 0 and q.due_at > ${now})`;
  const [batch] = await tx.execute<{ count: number; last: string | null; queued: number }>(sql`
    with found as materialized (
      select workspace_id, delivery_id from delivery_queue
      where endpoint_id = ${catchUp.endpointId}::uuid and kind <> 'test' and delivery_id > ${catchUp.onHoldUpTo}::uuid
        and (attempt > 0 or delivery_id < ${catchUp.id}::uuid)
      order by delivery_id limit ${batchSize}
    ),
    wanted as materialized (
      select d.workspace_id, d.id from found join deliveries d on d.workspace_id = found.workspace_id and d.id = found.delivery_id
      where ${isInRange({ ...catchUp, endpoint }, times)}
    ),
    included as (
      update delivery_queue q
      set is_ordered = true, catch_up_id = ${catchUp.id}::uuid, claim_id = null, lease_until = null, due_at = least(q.due_at, ${now}),
        kind = case when ${isRetry} then 'replay' else q.kind end,
        resume_at = case when ${isRetry} then q.due_at else q.resume_at end,
        replays = q.replays + case when ${isRetry} then 1 else 0 end
      from wanted where q.workspace_id = wanted.workspace_id and q.delivery_id = wanted.id
      returning q.workspace_id, q.delivery_id, q.due_at, q.replays
    ),
    pending as (
      update deliveries d
      set next_attempt_at = included.due_at, replays = included.replays
      from included where d.workspace_id = included.workspace_id and d.id = included.delivery_id
    )
    select count(*)::int as count, (array_agg(delivery_id order by delivery_id desc))[1] as last,
      (select count(*) from included)::int as queued
    from found`);
  const onHoldUpTo = batch?.count === batchSize ? batch.last : null;
  const queued = catchUp.queued + (batch?.queued ?? 0);
  await tx.update(webhookCatchUps).set({ onHoldUpTo, queued }).where(isSame(catchUp));
  return "moved";
}

/** Skipped deliveries continue their schedule. Failed ones have none left, so that each is replayed once. */
async function queueMissed(
  tx: Transaction,
  endpoint: EndpointRow,
  catchUp: CatchUpRow,
  { batchSize, times }: Step,
): Promise<Progress> {
  const { id, workspaceId, endpointId, ratePerSecond } = catchUp;
  const pacedTo = catchUp.pacedTo ?? times.now;
  const parts = missedParts({ ...catchUp, endpoint }, times).map(
    (part) =>
      sql`(select d.id from ${part} and d.id > ${catchUp.preparedUpTo}::uuid order by d.id limit (select ${batchSize}::int))`,
  );
  const dueAt =
    ratePerSecond === null
      ? sql`created_at`
      : sql`${pacedTo.toISOString()}::timestamptz + place * interval '1 second' / ${ratePerSecond}::int`;
  const [batch] = await tx.execute<{ count: number; last: string | null; queued: number }>(sql`
    with found as materialized (${sql.join(parts, sql` union all `)} order by id limit ${batchSize}),
    picked as materialized (
      select d.* from deliveries d
      where d.workspace_id = ${workspaceId}::uuid and d.id in (select id from found) and d.status in ('skipped', 'failed')
      -- One that is locked is being replayed by a person, which locks the queue first.
      for update of d skip locked
    ),
    placed as (select *, row_number() over (order by id) - 1 as place from picked),
    queued as (
      insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, is_ordered,
        kind, due_at, attempt, replays, catch_up_id)
      select workspace_id, id, endpoint_id, event_id, subject, sequence, true,
        case when status = 'failed' then 'replay' else 'scheduled' end, ${dueAt}, attempt,
        replays + case when status = 'failed' then 1 else 0 end, ${id}::uuid
      from placed on conflict do nothing returning delivery_id, due_at, replays
    ),
    pending as (
      update deliveries d
      set status = 'pending', next_attempt_at = q.due_at, replays = q.replays
      from queued q where d.workspace_id = ${workspaceId}::uuid and d.id = q.delivery_id
    )
    select count(*)::int as count, (array_agg(id order by id desc))[1] as last, (select count(*) from queued)::int as queued
    from found`);
  const count = batch?.count ?? 0;
  const queued = catchUp.queued + (batch?.queued ?? 0);
  if (count === batchSize) {
    const pacedMs = ratePerSecond === null ? 0 : (count * 1_000) / ratePerSecond;
    await tx
      .update(webhookCatchUps)
      .set({ queued, preparedUpTo: batch?.last, pacedTo: new Date(pacedTo.getTime() + pacedMs) })
      .where(isSame(catchUp));
    return "moved";
  }
  await tx.update(webhookCatchUps).set({ state: "sending", queued, total: queued }).where(isSame(catchUp));
  await tx.update(webhookEndpoints).set({ isHeld: false }).where(eq(webhookEndpoints.id, endpointId));
  await wakeWorkers(tx, "deliveries");
  return "moved";
}

/** In the queue, whose index has only what still waits. */
async function hasPending(db: Queryable, { workspaceId, id }: CatchUpRow): Promise<boolean> {
  const [row] = await db
    .select({ id: deliveryQueue.deliveryId })
    .from(deliveryQueue)
    .where(and(eq(deliveryQueue.workspaceId, workspaceId), eq(deliveryQueue.catchUpId, id)))
    .limit(1);
  return row !== undefined;
}

/** Except what is in flight: its result counts. A retry that was brought forward takes place at its time instead. */
async function skipRest(
  tx: Transaction,
  { ordered }: EndpointRow,
  catchUp: CatchUpRow,
  step: Step,
): Promise<Progress> {
  const ended = await tx.execute<{ status: "pending" | "failed" | "skipped" }>(sql`
    with rest as materialized (
      select q.workspace_id, q.delivery_id,
        coalesce(q.kind = 'replay' and q.resume_at > ${step.times.now.toISOString()}::timestamptz, false) as is_retry
      from delivery_queue q
      where q.workspace_id = ${catchUp.workspaceId}::uuid and q.catch_up_id = ${catchUp.id}::uuid and ${isFree}
      limit ${step.batchSize} for update of q skip locked
    ),
    kept as (
      update delivery_queue q
      set kind = 'scheduled', due_at = q.resume_at, resume_at = null, replays = q.replays - 1, is_ordered = ${ordered},
        catch_up_id = null
      from rest where q.workspace_id = rest.workspace_id and q.delivery_id = rest.delivery_id and rest.is_retry
      returning q.delivery_id, 'pending' as status, q.due_at, true as is_replay
    ),
    gone as (
      delete from delivery_queue q using rest
      where q.workspace_id = rest.workspace_id and q.delivery_id = rest.delivery_id and not rest.is_retry
      returning q.delivery_id, case when q.kind = 'replay' and q.resume_at is null then 'failed' else 'skipped' end as status,
        null::timestamptz as due_at, q.kind = 'replay' as is_replay
    )
    update deliveries d
    set status = ended.status, next_attempt_at = ended.due_at,
      replays = d.replays - case when ended.is_replay then 1 else 0 end
    from (select * from kept union all select * from gone) ended
    where d.workspace_id = ${catchUp.workspaceId}::uuid and d.id = ended.delivery_id
    returning d.status`);
  if (ended.length > 0) {
    const { workspaceId, id: catchUpId } = catchUp;
    const outcomeOf = ({ status }: (typeof ended)[number]): CaughtUp => ({
      workspaceId,
      catchUpId,
      status: status === "pending" ? "skipped" : status,
    });
    await countCaughtUp(tx, ended.map(outcomeOf));
    return "moved";
  }
  return (await hasPending(tx, catchUp)) ? "waits" : finish(tx, catchUp, "stopped", step);
}

async function finish(
  tx: Transaction,
  catchUp: CatchUpRow,
  state: "done" | "stopped",
  { times }: Step,
): Promise<Progress> {
  await tx
    .update(webhookCatchUps)
    .set({ state, total: totalAtEnd, finishedAt: times.now })
    .where(isSame(catchUp));
  await tx
    .update(webhookEndpoints)
    .set({ catchUpId: null, isHeld: false })
    .where(and(eq(webhookEndpoints.id, catchUp.endpointId), eq(webhookEndpoints.catchUpId, catchUp.id)));
  await wakeWorkers(tx, "deliveries");
  return "moved";
}

/** True while a catch-up could move on without a delivery being sent. */
export async function isCatchUpBusy(db: Queryable): Promise<boolean> {
  const open = await db.select().from(webhookCatchUps).where(isNull(webhookCatchUps.finishedAt));
  for (const catchUp of open) {
    if (catchUp.state !== "sending" || !(await hasPending(db, catchUp))) {
      return true;
    }
  }
  return false;
}
