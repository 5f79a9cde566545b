import {
  auditEntries,
  type Db,
  deliveries,
  deliveryHours,
  deliveryQueue,
  webhookCatchUps,
  webhookEndpoints,
} from "@zonepost/db";
import { type EventData, parseEvent, webhookCatchUpCountLimit, webhookMissedLimit } from "@zonepost/schema";
import { and, asc, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  fixture,
  type ReceivedRequest,
  setUpWebhooks,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { whole } from "../../../../test/support/whole.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../../../kernel/durations.ts";
import { newId, rowId } from "../../../kernel/ids.ts";
import { durationBucketCount, durationBucketOf } from "../delivery/record/duration-buckets.ts";
import { deleteEndpoint } from "../endpoints/delete-endpoint.ts";
import { reactivateEndpoint } from "../endpoints/reactivate-endpoint.ts";
import { updateEndpoint } from "../endpoints/update-endpoint.ts";
import { getHealth } from "../health/get-health.ts";
import { catchUpWork, emitAll } from "../index.ts";
import { listDeliveries } from "../log/list-deliveries.ts";
import { advanceCatchUps } from "./advance-catch-ups.ts";
import { findCatchUp, getCatchUp } from "./get-catch-up.ts";
import { catchUpsPerHour } from "./limit-catch-ups.ts";
import { getMissedEvents, listMissedEvents } from "./missed-deliveries.ts";
import { previewCatchUp, startCatchUp } from "./start-catch-up.ts";
import { stopCatchUp } from "./stop-catch-up.ts";

setUpWebhooks();

const never = new AbortController().signal;
const prepare = (options: { batchSize?: number } = {}) => advanceCatchUps(fixture, never, options);
const log = (id: string) => whole(listDeliveries(workspace.ctx(), { id }));
const endpointRowId = (id: string) => rowId("whe", id) ?? "";
const pause = (id: string) =>
  updateEndpoint({ ...workspace.ctx(), ...fixture.ports }, { id, patch: { active: false } });
const reactivate = (id: string, input: { catchUp?: boolean } = {}) =>
  reactivateEndpoint(workspace.ctx(), { id, ...input });
const catchUp = (id: string, input: { since?: Date; until?: Date; ratePerSecond?: number } = {}) => ({
  id,
  catchUp: {
    since: (input.since ?? start).toISOString(),
    until: input.until?.toISOString(),
    ratePerSecond: input.ratePerSecond,
    dryRun: false,
  },
});
const begin = (id: string, input?: Parameters<typeof catchUp>[1]) =>
  startCatchUp(workspace.ctx(), catchUp(id, input));
const progress = (id: string) => getCatchUp(workspace.ctx(), { id });
const start = new Date(0);

const transfer = (name: string): EventData<"domain.transferred"> => ({ name, direction: "in" });
const emitFor = (names: readonly string[]) =>
  fixture.db.transaction((tx) =>
    emitAll(
      tx,
      names.map((name) => ({
        workspaceId: workspace.id,
        type: "domain.transferred" as const,
        data: transfer(name),
        createdAt: fixture.clock.at,
      })),
    ),
  );

/** For a worker that commits nothing from the given transaction on, as if it was killed. */
const dyingAt = (last: number) => {
  let count = 0;
  const transaction: Db["transaction"] = (work) =>
    fixture.db.transaction(async (tx) => {
      const result = await work(tx);
      count += 1;
      if (count >= last) {
        throw new Error("killed");
      }
      return result;
    });
  return { clock: fixture.clock, db: Object.assign(Object.create(fixture.db) as Db, { transaction }) };
};

/** Reads in a transaction, and counts the rows of deliveries, queued or not, that were read for it. */
const countingRows = <Found>(read: (ctx: ReturnType<typeof workspace.ctx>) => Promise<Found>) =>
  fixture.db.transaction(async (tx) => {
    const rowsRead = async () => {
      const [found] = await tx.execute<{ rows: number }>(sql`
        select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as rows
        from pg_stat_xact_user_tables where relname like 'deliver%'`);
      return found?.rows ?? Number.NaN;
    };
    // Of this connection, and not only of this transaction.
    const before = await rowsRead();
    const found = await read({ ...workspace.ctx(), db: tx as unknown as Db });
    return { found, rowsRead: (await rowsRead()) - before };
  });

/** What arrived, as "subject number". */
const arrived = ({ requests }: { requests: ReceivedRequest[] }) =>
  requests.map(({ body }) => {
    const { data, sequence } = parseEvent(body.toString());
    return `${"name" in data ? data.name : ""} ${sequence}`;
  });

/** An endpoint that has skipped these events and is active again. */
async function missed(url: string, names: readonly string[]) {
  const endpoint = await workspace.subscribe(url);
  await pause(endpoint.id);
  await emitFor(names);
  await fixture.runSweep();
  await reactivate(endpoint.id);
  return endpoint;
}

describe("a catch-up", () => {
  it("delivers what was skipped with attempt 1, replays what failed, and leaves out the rest", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const endpoint = await workspace.subscribe(receiver.url);
    await emitFor(["delivered.com", "failed.com"]);
    await fixture.runSweep();
    await fixture.db
      .update(deliveries)
      .set({ status: "failed", attempt: 5 })
      .where(
        and(eq(deliveries.endpointId, endpointRowId(endpoint.id)), eq(deliveries.subject, "failed.com")),
      );
    await pause(endpoint.id);
    await emitFor(["skipped.com", "skipped.com"]);
    await fixture.runSweep();
    await reactivate(endpoint.id);
    receiver.requests.length = 0;

    expect(await previewCatchUp(workspace.ctx(), catchUp(endpoint.id))).toEqual({ count: 3 });
    expect(await findCatchUp(workspace.ctx(), { id: endpoint.id })).toBeNull();
    expect(await begin(endpoint.id)).toEqual({ count: 3 });
    expect(await progress(endpoint.id)).toMatchObject({ state: "preparing", total: 3, waiting: 3 });
    await emitFor(["skipped.com"]);
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(0);
    expect(await catchUpWork.isBusy(fixture.db, fixture.clock.at)).toBe(true);
    await prepare();
    expect(await catchUpWork.isBusy(fixture.db, fixture.clock.at)).toBe(false);
    expect(await progress(endpoint.id)).toMatchObject({ state: "sending", waiting: 3 });
    await fixture.runSweep();

    expect(arrived(receiver).toSorted()).toEqual([
      "failed.com 1",
      "skipped.com 1",
      "skipped.com 2",
      "skipped.com 3",
    ]);
    const attempts = new Map(
      (await log(endpoint.id)).map(({ eventId, attempt }) => [eventId, attempt] as const),
    );
    expect([...attempts.values()].toSorted()).toEqual([1, 1, 1, 1, 6]);
    expect(await catchUpWork.isBusy(fixture.db, fixture.clock.at)).toBe(true);
    await prepare();
    expect(await catchUpWork.isBusy(fixture.db, fixture.clock.at)).toBe(false);
    expect(await progress(endpoint.id)).toEqual({
      state: "done",
      since: start.toISOString(),
      until: null,
      ratePerSecond: null,
      total: 3,
      delivered: 3,
      failed: 0,
      waiting: 0,
      skipped: 0,
      startedAt: fixture.clock.at.toISOString(),
      finishedAt: fixture.clock.at.toISOString(),
    });
    expect(await fixture.endpoint(endpoint.id)).toMatchObject({ catchUpId: null, isHeld: false });
    expect(await begin(endpoint.id)).toEqual({ count: 0 });
    await prepare();
    expect(await progress(endpoint.id)).toMatchObject({ state: "done", total: 0 });
  });

  it("continues the schedule of what was partly sent, and replays a failed delivery once", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await emitFor(["partly.com", "failed.com"]);
    await fixture.runSweep();
    const isOfSubject = (subject: string) =>
      and(eq(deliveries.endpointId, endpointRowId(endpoint.id)), eq(deliveries.subject, subject));
    await pause(endpoint.id);
    fixture.clock.advance(hourMs);
    await fixture.runSweep();
    await reactivate(endpoint.id);
    await fixture.db
      .update(deliveries)
      .set({ status: "failed", attempt: 5 })
      .where(isOfSubject("failed.com"));
    expect(await begin(endpoint.id)).toEqual({ count: 2 });
    await prepare();
    await fixture.runSweep();
    fixture.clock.advance(minuteMs);
    await fixture.runSweep();
    const [partly] = await fixture.db.select().from(deliveries).where(isOfSubject("partly.com"));
    expect(partly).toMatchObject({ status: "pending", attempt: 2 });
    // After the second attempt of five, the schedule waits 5 minutes.
    expect(partly?.nextAttemptAt?.getTime()).toBeGreaterThanOrEqual(
      (partly?.lastAttemptAt?.getTime() ?? 0) + 5 * minuteMs,
    );
    const [failed] = await fixture.db.select().from(deliveries).where(isOfSubject("failed.com"));
    expect(failed).toMatchObject({ status: "failed", attempt: 6, nextAttemptAt: null });
    expect(await progress(endpoint.id)).toMatchObject({ state: "sending", failed: 1, waiting: 1 });
  });

  it("waits for as long as its receiver asks with Retry-After, without counting a failure", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const endpoint = await workspace.subscribe(receiver.url);
    const count = 40;
    await emitFor(Array.from({ length: count }, (_, index) => `object-${index}.com`));
    await fixture.runSweep();
    await fixture.db
      .update(deliveries)
      .set({ status: "failed", attempt: 5 })
      .where(eq(deliveries.endpointId, endpointRowId(endpoint.id)));
    receiver.requests.length = 0;
    receiver.answer = (response) => response.writeHead(429, { "Retry-After": "600" }).end();
    await begin(endpoint.id);
    await prepare();
    await fixture.runSweep();
    const refusedCount = receiver.requests.length;
    expect(refusedCount).toBeLessThan(count);
    expect(await fixture.endpoint(endpoint.id)).toMatchObject({
      active: true,
      consecutiveFailures: 0,
      probeAt: expect.toSatisfy((at: Date) => at.getTime() >= fixture.clock.at.getTime() + 10 * minuteMs),
    });
    expect(await progress(endpoint.id)).toMatchObject({
      failed: refusedCount,
      waiting: count - refusedCount,
    });
    receiver.answer = answerWith(200);
    fixture.clock.advance(10 * minuteMs - secondMs);
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(refusedCount);
    await fixture.walk();
    await prepare();
    expect(receiver.requests).toHaveLength(count);
    expect(await progress(endpoint.id)).toMatchObject({
      state: "done",
      delivered: count - refusedCount,
      failed: refusedCount,
    });
  });

  it("is limited to its time, the selected events and real ones, at its rate", async () => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await pause(endpoint.id);
    const times: Date[] = [];
    for (let index = 0; index < 4; index += 1) {
      times.push(fixture.clock.at);
      await emitFor(["example.com"]);
      fixture.clock.advance(minuteMs);
    }
    await workspace.emitEvent("domain.expired", {
      name: "example.com",
      expiresAt: "2026-03-01T00:00:00.000Z",
    });
    await fixture.runSweep();
    await reactivate(endpoint.id);
    const count = async (input: Parameters<typeof catchUp>[1]) =>
      (await previewCatchUp(workspace.ctx(), catchUp(endpoint.id, input))).count;
    expect(await count({})).toBe(5);
    expect(await count({ since: times[1] })).toBe(4);
    expect(await count({ since: times[1], until: times[2] })).toBe(2);
    expect(await count({ since: fixture.clock.at })).toBe(1);
    expect(await count({ since: new Date(fixture.clock.at.getTime() + 1) })).toBe(0);
    await updateEndpoint(
      { ...workspace.ctx(), ...fixture.ports },
      { id: endpoint.id, patch: { events: ["domain.transferred"] } },
    );
    expect(await count({})).toBe(4);
    await fixture.db
      .update(deliveries)
      .set({ isTest: true })
      .where(and(eq(deliveries.endpointId, endpointRowId(endpoint.id)), eq(deliveries.sequence, 1)));
    expect(await count({})).toBe(3);

    await begin(endpoint.id, { ratePerSecond: 2 });
    await prepare({ batchSize: 2 });
    const due = await fixture.db
      .select({ dueAt: deliveryQueue.dueAt })
      .from(deliveryQueue)
      .orderBy(asc(deliveryQueue.sequence));
    const first = due[0]?.dueAt.getTime() ?? 0;
    expect(first).toBeGreaterThanOrEqual(fixture.clock.at.getTime());
    expect(due.map(({ dueAt }) => dueAt.getTime() - first)).toEqual([0, 500, secondMs]);
  });

  it("is counted from an index alone, up to a limit before it starts", async () => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await pause(endpoint.id);
    const count = webhookCatchUpCountLimit + 1;
    await fixture.db.execute(sql`
      insert into deliveries (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status, created_at,
        request)
      select uuidv7(), ${workspace.id}::uuid, ${endpointRowId(endpoint.id)}::uuid, uuidv7(), 'domain.transferred', 'a.com',
        number, 'skipped', ${fixture.clock.at.toISOString()}::timestamptz, repeat('{}', 300)
      from generate_series(1, ${count}::int) as number`);
    // Pages that something else is using are left out, and another transaction's snapshot holds all of them back.
    const vacuum = async () => {
      await fixture.db.execute(sql`vacuum (analyze) deliveries`);
      const [pages] = await fixture.db.execute<{ left: number }>(sql`
        select sum(relpages - relallvisible)::int as left from pg_class where relkind = 'r' and relname like 'deliveries%'`);
      return pages?.left;
    };
    await expect.poll(vacuum).toBeLessThan(count / 1_000);
    for (const events of [["*"], ["domain.transferred", "domain.expired"]] as const) {
      await updateEndpoint(
        { ...workspace.ctx(), ...fixture.ports },
        { id: endpoint.id, patch: { events: [...events] } },
      );
      const banner = await countingRows((ctx) => listMissedEvents(ctx));
      expect(banner.found).toMatchObject([{ count: webhookMissedLimit }]);
      const preview = await countingRows((ctx) => previewCatchUp(ctx, catchUp(endpoint.id)));
      expect(preview.found).toEqual({ count: webhookCatchUpCountLimit });
      expect(banner.rowsRead + preview.rowsRead).toBeLessThan(count / 10);
    }
    await reactivate(endpoint.id);
    const ofActive = await countingRows((ctx) => getMissedEvents(ctx, { id: endpoint.id }));
    expect(ofActive.found).toEqual({ since: fixture.clock.at.toISOString(), count: webhookMissedLimit });
    expect(ofActive.rowsRead).toBeLessThan(count / 10);
    expect(await begin(endpoint.id)).toEqual({ count });
    expect(await progress(endpoint.id)).toMatchObject({ total: count });
    await fixture.db.execute(sql`truncate deliveries`);
  });

  it("is offered while an active endpoint has missed events of 30 days, from the oldest one on", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const missedOf = (id: string) => getMissedEvents(workspace.ctx(), { id });
    const endpoint = await missed(receiver.url, ["old.com"]);
    fixture.clock.advance(30 * dayMs + secondMs);
    await emitFor(["failed.com"]);
    await fixture.runSweep();
    expect(await missedOf(endpoint.id)).toEqual({ since: null, count: 0 });
    const failedAt = fixture.clock.at.toISOString();
    await fixture.db
      .update(deliveries)
      .set({ status: "failed" })
      .where(
        and(eq(deliveries.endpointId, endpointRowId(endpoint.id)), eq(deliveries.subject, "failed.com")),
      );
    fixture.clock.advance(hourMs);
    await pause(endpoint.id);
    await emitFor(["skipped.com"]);
    await fixture.runSweep();
    await reactivate(endpoint.id);
    expect(await missedOf(endpoint.id)).toEqual({ since: failedAt, count: 2 });
    await expect(
      getMissedEvents((await fixture.createWorkspace()).ctx(), { id: endpoint.id }),
    ).rejects.toMatchObject({
      code: "not_found",
    });

    await begin(endpoint.id, { since: new Date(failedAt) });
    await prepare();
    await fixture.runSweep();
    await prepare();
    expect(await missedOf(endpoint.id)).toEqual({ since: null, count: 0 });
  });

  it("has its progress read without its deliveries, however many there are", async () => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await begin(endpoint.id);
    await prepare();
    const [running] = await fixture.db
      .update(webhookCatchUps)
      .set({ state: "sending", finishedAt: null, total: 20_000, delivered: 9_000, failed: 900, skipped: 100 })
      .where(eq(webhookCatchUps.endpointId, endpointRowId(endpoint.id)))
      .returning();
    await fixture.db
      .update(webhookEndpoints)
      .set({ catchUpId: running?.id })
      .where(eq(webhookEndpoints.id, endpointRowId(endpoint.id)));
    await fixture.db.execute(sql`
      with waiting as (
        insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, is_ordered, due_at, catch_up_id)
        select ${workspace.id}::uuid, uuidv7(), ${endpointRowId(endpoint.id)}::uuid, uuidv7(), 'a.com', number, true, now(), ${running?.id}::uuid
        from generate_series(1, 10000) as number returning *
      )
      insert into deliveries (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status, created_at)
      select delivery_id, workspace_id, endpoint_id, event_id, 'domain.transferred', subject, sequence, 'pending', now() from waiting`);
    const { found, rowsRead } = await countingRows((ctx) => getCatchUp(ctx, { id: endpoint.id }));
    expect(found).toMatchObject({
      total: 20_000,
      delivered: 9_000,
      failed: 900,
      skipped: 100,
      waiting: 10_000,
    });
    expect(rowsRead).toBe(0);
    const busy = await countingRows(({ db }) => catchUpWork.isBusy(db, fixture.clock.at));
    expect(busy.found).toBe(false);
    expect(busy.rowsRead).toBeLessThan(10);
    const moved = await countingRows(({ db }) => advanceCatchUps({ ...fixture, db }, never));
    expect(moved.rowsRead).toBeLessThan(10);
    expect(await progress(endpoint.id)).toMatchObject({ state: "sending" });
  });

  it("is refused while another one runs or the endpoint is inactive", async () => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await expect(progress(endpoint.id)).rejects.toMatchObject({ code: "webhook_catch_up_not_found" });
    await expect(stopCatchUp(workspace.ctx(), { id: endpoint.id })).rejects.toMatchObject({
      code: "webhook_catch_up_not_running",
    });
    await pause(endpoint.id);
    await expect(begin(endpoint.id)).rejects.toMatchObject({ code: "webhook_endpoint_inactive" });
    await reactivate(endpoint.id);
    const results = await Promise.allSettled([begin(endpoint.id), begin(endpoint.id), begin(endpoint.id)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ kind: "conflict", code: "webhook_catch_up_running" });
      }
    }
    await prepare();
    expect(await begin(endpoint.id)).toEqual({ count: 0 });
    const actions = await fixture.db
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.workspaceId, workspace.id));
    expect(actions.filter(({ action }) => action.endsWith("catch_up_started"))).toHaveLength(2);
  });

  it.each([
    { scope: "endpoint", isOwn: true },
    { scope: "workspace", isOwn: false },
  ] as const)("is limited per hour and $scope, also when reactivating", async ({ scope, isOwn }) => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
    const endpointId = endpointRowId(endpoint.id);
    const started = (count: number) =>
      fixture.db.insert(webhookCatchUps).values(
        Array.from({ length: count }, () => ({
          workspaceId: workspace.id,
          id: newId(),
          endpointId: isOwn ? endpointId : newId(),
          since: start,
          state: "done" as const,
          createdAt: fixture.clock.at,
          finishedAt: fixture.clock.at,
        })),
      );
    await started(catchUpsPerHour[scope] - 1);
    await begin(endpoint.id);
    await prepare();
    const refused = {
      kind: "rate_limited",
      code: "webhook_catch_up_limit",
      publicMessage: expect.stringContaining(`This ${scope} has started ${catchUpsPerHour[scope]} catch-ups`),
      retryAfterSeconds: expect.toSatisfy((seconds) => seconds > 0 && seconds <= 2 * hourMs),
    };
    await expect(begin(endpoint.id)).rejects.toMatchObject(refused);
    await pause(endpoint.id);
    await expect(reactivate(endpoint.id, { catchUp: true })).rejects.toMatchObject(refused);
    expect(await fixture.endpoint(endpoint.id)).toMatchObject({ active: false, catchUpId: null });
    expect(await reactivate(endpoint.id)).toMatchObject({ active: true });
    fixture.clock.advanceWall(2 * hourMs);
    expect(await begin(endpoint.id)).toEqual({ count: 0 });
    fixture.clock.advanceWall(-2 * hourMs);
    await prepare();
  });

  it("is prepared next to those of another workspace that has more of them", async () => {
    const own = [];
    for (let index = 0; index < 3; index += 1) {
      own.push(await missed("http://127.0.0.1:4999/hook", ["a.com"]));
    }
    const other = await fixture.createWorkspace();
    const others = await other.subscribe("http://127.0.0.1:4999/hook");
    for (const { id } of own) {
      await begin(id);
    }
    await startCatchUp(other.ctx(), catchUp(others.id));
    // Nothing was missed here, so it takes two steps; the workspaces take turns.
    await expect(advanceCatchUps(dyingAt(5), never)).rejects.toThrow();
    expect(await getCatchUp(other.ctx(), { id: others.id })).toMatchObject({ state: "sending" });
    const states = await Promise.all(own.map(async ({ id }) => (await progress(id)).state));
    expect(states).toEqual(["sending", "preparing", "preparing"]);
    await prepare();
  });

  it("doesn't wait for a replay of a person, which locks in the other order", async () => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await emitFor(["a.com", "b.com"]);
    const ofEndpoint = eq(deliveries.endpointId, endpointRowId(endpoint.id));
    await fixture.db.update(deliveries).set({ status: "failed", attempt: 5 }).where(ofEndpoint);
    await fixture.db.delete(deliveryQueue);
    await fixture.db.transaction(async (replaying) => {
      const isFirst = and(ofEndpoint, eq(deliveries.subject, "a.com"));
      await replaying.update(deliveries).set({ status: "pending" }).where(isFirst);
      await begin(endpoint.id);
      await prepare();
    });
    expect(await progress(endpoint.id)).toMatchObject({ state: "sending", total: 1 });
  });

  it("goes on with those of others if one can't be advanced", async () => {
    const [broken, other] = [
      await missed("http://127.0.0.1:4999/hook", ["a.com"]),
      await fixture.createWorkspace(),
    ];
    await begin(broken.id);
    await fixture.db.execute(
      sql`alter table webhook_catch_ups add constraint broken check (endpoint_id <> ${sql.raw(`'${endpointRowId(broken.id)}'`)} or state = 'preparing' and prepared_up_to is null)`,
    );
    const theirs = await other.subscribe("http://127.0.0.1:4999/hook");
    await startCatchUp(other.ctx(), catchUp(theirs.id));
    await expect(prepare()).rejects.toThrow();
    await expect(prepare()).rejects.toThrow();
    await fixture.db.execute(sql`alter table webhook_catch_ups drop constraint broken`);
    expect(await getCatchUp(other.ctx(), { id: theirs.id })).toMatchObject({ state: "sending" });
    await prepare();
    expect(await progress(broken.id)).toMatchObject({ state: "sending" });
  });

  it("waits for deliveries in flight and for transactions that began before it", async () => {
    const endpoint = await missed("http://127.0.0.1:4999/hook", ["a.com"]);
    const emitting = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const late = fixture.db.transaction(async (tx) => {
      await emitAll(tx, [
        {
          workspaceId: workspace.id,
          type: "domain.transferred",
          data: transfer("a.com"),
          createdAt: fixture.clock.at,
        },
      ]);
      emitting.resolve();
      await mayCommit.promise;
    });
    await emitting.promise;
    await begin(endpoint.id);
    const preparing = prepare();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await progress(endpoint.id)).toMatchObject({ state: "preparing" });
    mayCommit.resolve();
    await late;
    await preparing;
    const queued = await fixture.db.select().from(deliveryQueue).orderBy(asc(deliveryQueue.sequence));
    expect(queued).toMatchObject([
      { sequence: 1, isOrdered: true },
      { sequence: 2, isOrdered: true },
    ]);
  });

  it.for([
    { what: "emits nothing in its workspace", isOwn: false, beginsFirst: true },
    { what: "began after it", isOwn: true, beginsFirst: false },
  ])("doesn't wait for a long transaction that $what", async ({ isOwn, beginsFirst }, { signal }) => {
    const endpoint = await missed("http://127.0.0.1:4999/hook", ["a.com"]);
    const { id: workspaceId } = isOwn ? workspace : await fixture.createWorkspace();
    const mayCommit = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => mayCommit.resolve());
    const emitSlowly = async () => {
      const hasEmitted = Promise.withResolvers<void>();
      const ended = fixture.db.transaction(async (tx) => {
        const { at: createdAt } = fixture.clock;
        await emitAll(tx, [{ workspaceId, type: "domain.transferred", data: transfer("b.com"), createdAt }]);
        hasEmitted.resolve();
        await mayCommit.promise;
      });
      await hasEmitted.promise;
      return { ended };
    };
    const before = beginsFirst ? await emitSlowly() : undefined;
    await begin(endpoint.id);
    const long = before ?? (await emitSlowly());
    await advanceCatchUps(fixture, signal);
    expect(await progress(endpoint.id)).toMatchObject({ state: "sending", total: 1 });
    mayCommit.resolve();
    await long.ended;
  });

  it("skips the rest when it is stopped, and can be started again", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const endpoint = await missed(receiver.url, ["a.com", "b.com", "c.com"]);
    await begin(endpoint.id, { ratePerSecond: 1 });
    await prepare();
    fixture.clock.advance(secondMs);
    await fixture.runSweep();
    const sent = receiver.requests.length;
    expect(sent).toBeGreaterThan(0);
    expect(await stopCatchUp(workspace.ctx(), { id: endpoint.id })).toMatchObject({
      state: "stopped",
      finishedAt: null,
    });
    expect(await catchUpWork.isBusy(fixture.db, fixture.clock.at)).toBe(true);
    await expect(begin(endpoint.id)).rejects.toMatchObject({ code: "webhook_catch_up_running" });
    await prepare({ batchSize: 1 });
    expect(await progress(endpoint.id)).toMatchObject({
      state: "stopped",
      total: 3,
      delivered: sent,
      waiting: 0,
      skipped: 3 - sent,
      finishedAt: fixture.clock.at.toISOString(),
    });
    fixture.clock.advance(hourMs);
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(sent);
    expect(await begin(endpoint.id)).toEqual({ count: 3 - sent });
    await prepare();
    await fixture.runSweep();
    expect(arrived(receiver).toSorted()).toEqual(["a.com 1", "b.com 1", "c.com 1"]);
  });

  it("ends when its endpoint is deactivated or deleted", async () => {
    const endpoint = await missed("http://127.0.0.1:4999/hook", ["a.com", "b.com"]);
    await begin(endpoint.id, { ratePerSecond: 1 });
    await prepare();
    await pause(endpoint.id);
    await prepare();
    expect(await progress(endpoint.id)).toMatchObject({ state: "stopped" });
    expect(await fixture.endpoint(endpoint.id)).toMatchObject({ catchUpId: null, isHeld: false });
    await reactivate(endpoint.id, { catchUp: true });
    const isOwn = eq(webhookCatchUps.endpointId, endpointRowId(endpoint.id));
    await deleteEndpoint(workspace.ctx(), { id: endpoint.id });
    await prepare();
    const rows = await fixture.db.select().from(webhookCatchUps).where(isOwn);
    expect(rows.map(({ state }) => state)).toEqual(["stopped", "stopped"]);
    await expect(progress(endpoint.id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("reactivating with a catch-up", () => {
  it("delivers what was missed since, also what waited when the endpoint was deactivated", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const endpoint = await workspace.subscribe(receiver.url);
    await pause(endpoint.id);
    await emitFor(["old.com"]);
    await fixture.runSweep();
    await reactivate(endpoint.id);
    fixture.clock.advance(hourMs);
    await emitFor(["waiting.com"]);
    fixture.clock.advance(minuteMs);
    expect(await pause(endpoint.id)).toMatchObject({ deactivationReason: "paused" });
    fixture.clock.advance(minuteMs);
    await emitFor(["new.com"]);
    expect(await listMissedEvents(workspace.ctx())).toEqual([
      { endpointId: endpoint.id, since: expect.any(String), count: 2 },
    ]);
    await fixture.runSweep();
    expect(await listMissedEvents(workspace.ctx())).toMatchObject([{ count: 2 }]);
    expect(await listMissedEvents((await fixture.createWorkspace()).ctx())).toEqual([]);

    const [one, other] = await Promise.all([
      reactivate(endpoint.id, { catchUp: true }),
      reactivate(endpoint.id, { catchUp: true }),
    ]);
    expect(one).toMatchObject({ active: true, deactivatedAt: null, deactivationReason: null });
    expect(other).toEqual(one);
    expect(await listMissedEvents(workspace.ctx())).toEqual([]);
    await prepare();
    await fixture.runSweep();
    await prepare();
    expect(arrived(receiver).toSorted()).toEqual(["new.com 1", "waiting.com 1"]);
    expect(await progress(endpoint.id)).toMatchObject({ state: "done", total: 2, delivered: 2 });
  });

  it("includes an event whose transaction was committed after the deactivation, although it began before", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const endpoint = await workspace.subscribe(receiver.url);
    const createdAt = fixture.clock.at;
    fixture.clock.advance(100);
    await pause(endpoint.id);
    await fixture.db.transaction((tx) =>
      emitAll(tx, [
        { workspaceId: workspace.id, type: "domain.transferred", data: transfer("straddle.com"), createdAt },
      ]),
    );
    await fixture.runSweep();
    await reactivate(endpoint.id, { catchUp: true });
    await prepare();
    await fixture.runSweep();
    expect(arrived(receiver)).toEqual(["straddle.com 1"]);
  });

  it("is refused if the endpoint is active already, so that nothing is left out unnoticed", async () => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await pause(endpoint.id);
    await reactivate(endpoint.id);
    await expect(reactivate(endpoint.id, { catchUp: true })).rejects.toMatchObject({
      kind: "conflict",
      code: "webhook_endpoint_active",
    });
    expect(await reactivate(endpoint.id)).toMatchObject({ active: true });
  });

  describe("while retries are on hold", () => {
    const isOf = (id: string, subject: string) =>
      and(eq(deliveries.endpointId, endpointRowId(id)), eq(deliveries.subject, subject));
    const stored = async (id: string, subject: string) => {
      const [row] = await fixture.db.select().from(deliveries).where(isOf(id, subject));
      return row;
    };
    const hold = async (receiver: { url: string }, names: readonly string[], ordered = false) => {
      const endpoint = await workspace.subscribe(receiver.url);
      await updateEndpoint({ ...workspace.ctx(), ...fixture.ports }, { id: endpoint.id, patch: { ordered } });
      await emitFor(names);
      await fixture.runSweep();
      await pause(endpoint.id);
      fixture.clock.advance(secondMs);
      return endpoint;
    };

    it.each([true, false])(
      "tries them at once, before the later events of their object (ordered: %s)",
      async (ordered) => {
        await using receiver = await createReceiver(answerWith(500));
        const endpoint = await hold(receiver, ["a.com", "b.com", "c.com"], ordered);
        await emitFor(["a.com"]);
        await fixture.runSweep();
        const [tried] = receiver.requests.splice(0);
        const now = fixture.clock.at;
        receiver.answer = answerWith(200);
        expect(await previewCatchUp(workspace.ctx(), catchUp(endpoint.id))).toEqual({ count: 4 });
        expect(await listMissedEvents(workspace.ctx())).toMatchObject([{ count: 4 }]);
        await reactivate(endpoint.id, { catchUp: true });
        expect(await progress(endpoint.id)).toMatchObject({ state: "preparing", total: 4, waiting: 4 });
        await emitFor(["a.com"]);
        await prepare({ batchSize: 1 });
        expect(await progress(endpoint.id)).toMatchObject({ state: "sending", total: 4, waiting: 4 });
        await fixture.runSweep();
        await prepare();
        expect(fixture.clock.at).toEqual(now);
        expect(await progress(endpoint.id)).toMatchObject({ state: "done", total: 4, delivered: 4 });
        const [first, ...others] = arrived(receiver).filter((line) => line.startsWith("a.com"));
        expect([first, ...others]).toEqual(["a.com 1", "a.com 2", "a.com 3"]);
        expect(arrived(receiver).toSorted()).toEqual(["a.com 1", "a.com 2", "a.com 3", "b.com 1", "c.com 1"]);
        const again = receiver.requests.find(({ body }) => tried && body.equals(tried.body));
        expect(again?.headers).toMatchObject({ "x-service-attempt": "2" });
        expect(again?.headers["webhook-id"]).toBe(tried?.headers["webhook-id"]);
      },
    );

    it.each([
      { asked: "with Retry-After", retryAfter: { "Retry-After": "7200" }, waitMs: 2 * hourMs },
      { asked: "without Retry-After", retryAfter: {}, waitMs: 30 * secondMs },
    ])(
      "counts no failure if they fail again, and retries them at their time ($asked)",
      async ({ retryAfter, waitMs }) => {
        await using receiver = await createReceiver((response) => {
          response.writeHead(503, retryAfter).end();
        });
        const startedAt = fixture.clock.at.getTime();
        const endpoint = await hold(receiver, ["a.com"]);
        const retryAt = (await stored(endpoint.id, "a.com"))?.nextAttemptAt;
        expect(retryAt?.getTime()).toBeGreaterThanOrEqual(startedAt + waitMs);
        await reactivate(endpoint.id, { catchUp: true });
        await prepare();
        await fixture.runSweep();
        expect(receiver.requests).toHaveLength(2);
        expect(await fixture.endpoint(endpoint.id)).toMatchObject({ active: true, consecutiveFailures: 0 });
        expect(await stored(endpoint.id, "a.com")).toMatchObject({
          status: "pending",
          attempt: 2,
          nextAttemptAt: retryAt,
        });
        expect(await progress(endpoint.id)).toMatchObject({ state: "sending", total: 1, waiting: 1 });
        // The receiver has asked again, a second later.
        const { probeAt } = await fixture.endpoint(endpoint.id);
        expect(probeAt?.getTime()).toBe(
          "Retry-After" in retryAfter ? fixture.clock.at.getTime() + waitMs : undefined,
        );
        fixture.clock.at = probeAt ?? (retryAt as Date);
        receiver.answer = answerWith(500);
        await fixture.runSweep();
        expect(receiver.requests).toHaveLength(3);
        const retried = await stored(endpoint.id, "a.com");
        // The second attempt of the schedule, and the third in all.
        expect(retried).toMatchObject({ status: "pending", attempt: 3 });
        expect(retried?.nextAttemptAt?.getTime()).toBeGreaterThanOrEqual(
          fixture.clock.at.getTime() + 5 * minuteMs,
        );
        expect(await fixture.endpoint(endpoint.id)).toMatchObject({ consecutiveFailures: 1 });
      },
    );

    it.each([
      {
        what: "the catch-up is stopped",
        end: (id: string) => stopCatchUp(workspace.ctx(), { id }),
        active: true,
      },
      { what: "the endpoint is paused again", end: pause, active: false },
    ])("leaves them to their schedule if $what before they are tried", async ({ end, active }) => {
      await using receiver = await createReceiver(answerWith(500));
      const endpoint = await hold(receiver, ["a.com"]);
      await emitFor(["b.com"]);
      await fixture.runSweep();
      const before = await stored(endpoint.id, "a.com");
      await reactivate(endpoint.id, { catchUp: true });
      await prepare();
      await end(endpoint.id);
      await prepare();
      await fixture.runSweep();
      expect(receiver.requests).toHaveLength(1);
      expect(await stored(endpoint.id, "a.com")).toMatchObject({
        status: "pending",
        nextAttemptAt: before?.nextAttemptAt,
        attempt: 1,
        replays: 0,
      });
      expect(await stored(endpoint.id, "b.com")).toMatchObject({ status: "skipped" });
      expect(await fixture.db.select().from(deliveryQueue)).toMatchObject([
        { kind: "scheduled", isOrdered: false, replays: 0, resumeAt: null, leaseUntil: null },
      ]);
      expect(await progress(endpoint.id)).toMatchObject({
        state: "stopped",
        total: 2,
        delivered: 0,
        skipped: 2,
        waiting: 0,
      });
      if (!active) {
        await reactivate(endpoint.id);
      }
      receiver.answer = answerWith(200);
      fixture.clock.at = before?.nextAttemptAt as Date;
      await fixture.runSweep();
      expect(await stored(endpoint.id, "a.com")).toMatchObject({ status: "succeeded", attempt: 2 });
    });

    it("leaves out what the endpoint no longer selects", async () => {
      await using receiver = await createReceiver(answerWith(500));
      const endpoint = await hold(receiver, ["a.com"]);
      const ctx = { ...workspace.ctx(), ...fixture.ports };
      await updateEndpoint(ctx, { id: endpoint.id, patch: { events: ["domain.expired"] } });
      await reactivate(endpoint.id, { catchUp: true });
      await prepare();
      await fixture.runSweep();
      expect(receiver.requests).toHaveLength(1);
      expect(await progress(endpoint.id)).toMatchObject({ state: "done", total: 0 });
    });
  });

  it("sends each missed event once and in the order of its object, next to new ones, whatever is killed", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const names = Array.from({ length: 50 }, (_, index) => `object-${index}.com`);
    const endpoint = await workspace.subscribe(receiver.url);
    await pause(endpoint.id);
    for (let round = 0; round < 10; round += 1) {
      await emitFor(names);
    }
    await fixture.runSweep();
    await reactivate(endpoint.id, { catchUp: true });
    await emitFor(names);

    // Each worker dies before it commits its second step.
    for (let kill = 1; kill <= 5; kill += 1) {
      await expect(advanceCatchUps(dyingAt(2), never, { batchSize: 20 })).rejects.toThrow("killed");
      await emitFor(names.slice(0, 10));
    }
    expect(await fixture.db.$count(deliveryQueue)).toBeLessThan(500);
    await Promise.all([prepare({ batchSize: 30 }), prepare({ batchSize: 30 })]);
    const workers = [fixture.runSweep(), fixture.createSweep().run(never)];
    await emitFor(names);
    await Promise.all(workers);
    await fixture.runSweep();
    await prepare();

    const bySubject = Map.groupBy(arrived(receiver), (line) => line.split(" ")[0] as string);
    expect(bySubject.size).toBe(50);
    for (const [index, name] of names.entries()) {
      const count = 10 + 1 + (index < 10 ? 5 : 0) + 1;
      expect(bySubject.get(name)).toEqual(Array.from({ length: count }, (_, at) => `${name} ${at + 1}`));
    }
    expect(await progress(endpoint.id)).toMatchObject({
      state: "done",
      total: 500,
      delivered: 500,
      waiting: 0,
    });
  });
});

describe("an endpoint's health", () => {
  it("has the counts of 24 hours, the 95th percentile of the durations, and what waits", async () => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
    const now = fixture.clock.at.getTime();
    const hourStart = Math.floor(now / hourMs) * hourMs;
    const empty = { nextAttemptAt: null, waiting: 0, p95DurationMs: null };
    expect(await getHealth(workspace.ctx(), { id: endpoint.id })).toMatchObject(empty);
    const counts = (durationMs: number, count: number) => {
      const buckets = Array<number>(durationBucketCount).fill(0);
      buckets[durationBucketOf(durationMs)] = count;
      return buckets;
    };
    const ids = { workspaceId: workspace.id, endpointId: endpointRowId(endpoint.id) };
    await fixture.db.insert(deliveryHours).values([
      {
        ...ids,
        hour: new Date(hourStart),
        delivered: 90,
        failedAttempts: 2,
        skipped: 3,
        durationCounts: counts(10, 90),
      },
      {
        ...ids,
        hour: new Date(hourStart - 23 * hourMs),
        delivered: 10,
        durationCounts: counts(4_000, 10),
      },
      {
        ...ids,
        hour: new Date(hourStart - 24 * hourMs),
        delivered: 1_000,
        durationCounts: counts(10, 1_000),
      },
    ]);
    await emitFor(["a.com", "b.com"]);
    await fixture.db
      .update(deliveryQueue)
      .set({ attempt: 3, dueAt: new Date(now - 1_000) })
      .where(eq(deliveryQueue.subject, "b.com"));
    const health = await getHealth(workspace.ctx(), { id: endpoint.id });
    expect(health.buckets).toHaveLength(24);
    const startsAt = new Date(hourStart).toISOString();
    expect(health.buckets.at(-1)).toEqual({ startsAt, delivered: 90, failedAttempts: 2, skipped: 3 });
    expect(health.buckets[0]).toMatchObject({ delivered: 10, failedAttempts: 0, skipped: 0 });
    expect(health.p95DurationMs).toBeGreaterThan(2_000);
    expect(health.p95DurationMs).toBeLessThan(6_000);
    expect(health).toMatchObject({ waiting: 2, nextAttemptAt: new Date(now - 1_000).toISOString() });
    await pause(endpoint.id);
    expect(await getHealth(workspace.ctx(), { id: endpoint.id })).toMatchObject({ nextAttemptAt: null });
    await expect(
      getHealth((await fixture.createWorkspace()).ctx(), { id: endpoint.id }),
    ).rejects.toMatchObject({ kind: "not_found" });
  });
});
