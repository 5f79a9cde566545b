import { deliveries, deliveryAttempts, deliveryHours, deliveryQueue, webhookEndpoints } from "@zonepost/db";
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  fixture,
  type ReceivedRequest,
  setUpWebhooks,
  workspace,
} from "../../../../../test/support/webhooks/set-up-webhooks.ts";
import type { Ctx } from "../../../../kernel/ctx.ts";
import { hourMs, minuteMs, secondMs } from "../../../../kernel/durations.ts";
import { rowId } from "../../../../kernel/ids.ts";
import { deliveryWork } from "../../index.ts";
import { durationBucketCount, durationBucketOf } from "./duration-buckets.ts";
import { ResultRecorder } from "./result-recorder.ts";

setUpWebhooks();

const isBusy = () => deliveryWork.isBusy(fixture.db, fixture.clock.at);
const emitOf = (name: string) =>
  workspace.emitEvent("domain.transferred", { name, direction: "in" as const });
const setEndpoint = (id: string, values: Partial<typeof webhookEndpoints.$inferInsert>) =>
  fixture.db
    .update(webhookEndpoints)
    .set(values)
    .where(eq(webhookEndpoints.id, rowId("whe", id) ?? ""));
const deliveriesOf = (id: string) =>
  fixture.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.endpointId, rowId("whe", id) ?? ""))
    .orderBy(asc(deliveries.id));
const hoursOf = (id: string) =>
  fixture.db
    .select()
    .from(deliveryHours)
    .where(eq(deliveryHours.endpointId, rowId("whe", id) ?? ""))
    .orderBy(asc(deliveryHours.hour));

async function onlyDelivery(id: string) {
  const [row] = await deliveriesOf(id);
  if (!row) {
    throw new Error("no delivery");
  }
  return row;
}

/** Moves the clock on and delivers what is due then. */
async function deliverAfter(milliseconds: number): Promise<void> {
  fixture.clock.advance(milliseconds);
  await fixture.runSweep();
}

const sequenceOf = (request: ReceivedRequest) => {
  const body = JSON.parse(request.body.toString());
  return `${body.data.name} ${body.sequence}`;
};

/** Queues a delivery again, as a person's replay does. */
async function requestAgain(
  delivery: typeof deliveries.$inferSelect,
  values: Partial<typeof deliveryQueue.$inferInsert> = {},
): Promise<void> {
  await fixture.db.insert(deliveryQueue).values({
    workspaceId: delivery.workspaceId,
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    eventId: delivery.eventId,
    subject: delivery.subject,
    sequence: delivery.sequence,
    kind: "replay",
    attempt: delivery.attempt,
    replays: delivery.replays + 1,
    dueAt: fixture.clock.at,
    ...values,
  });
}

describe("an attempt's record", () => {
  it("is on the delivery for the latest one, and beside it for those before", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const { id } = await workspace.subscribe(receiver.url);
    await workspace.emit();
    await fixture.runSweep();
    await deliverAfter(30 * secondMs);
    const attemptsOf = (deliveryId: string) =>
      fixture.db
        .select()
        .from(deliveryAttempts)
        .where(eq(deliveryAttempts.deliveryId, deliveryId))
        .orderBy(asc(deliveryAttempts.number));
    const second = await onlyDelivery(id);
    expect(second).toMatchObject({ attempt: 2, status: "pending" });
    const [first, ...others] = await attemptsOf(second.id);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      number: 1,
      statusCode: 500,
      error: "responded with 500",
      errorStage: "http_500",
      responseHeaders: expect.stringContaining('"connection"'),
    });
    expect(JSON.parse(first?.request ?? "")).toMatchObject({
      url: receiver.url,
      headers: { "X-Service-Attempt": "1" },
    });
    expect(Buffer.from(first?.responseBody ?? []).toString()).toBe("noted");
    receiver.answer = answerWith(204);
    await deliverAfter(5 * minuteMs);
    expect(await onlyDelivery(id)).toMatchObject({
      attempt: 3,
      status: "succeeded",
      statusCode: 204,
      error: null,
      errorStage: null,
      responseBody: expect.objectContaining({ length: 0 }),
    });
    expect((await attemptsOf(second.id)).map(({ number, attemptedAt }) => [number, attemptedAt])).toEqual([
      [1, first?.attemptedAt],
      [2, second.lastAttemptAt],
    ]);
  });

  it("is counted in the endpoint's hours, with its duration", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const { id } = await workspace.subscribe(receiver.url);
    await workspace.emit(3);
    await fixture.runSweep();
    receiver.answer = answerWith(500);
    await workspace.emit();
    await fixture.runSweep();
    fixture.clock.advance(hourMs);
    await setEndpoint(id, { active: false, probeAt: null });
    await fixture.runSweep();
    const [first, second, ...others] = await hoursOf(id);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ delivered: 3, failedAttempts: 1, skipped: 0 });
    expect(first?.hour).toEqual(new Date(Math.floor(fixture.clock.at.getTime() / hourMs - 1) * hourMs));
    const durations = (await deliveriesOf(id)).flatMap(({ durationMs }) => durationMs ?? []);
    expect(durations).toHaveLength(4);
    const counts = Array<number>(durationBucketCount).fill(0);
    for (const bucket of durations.map(durationBucketOf)) {
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    expect(first?.durationCounts).toEqual(counts);
    expect(second).toMatchObject({ delivered: 0, failedAttempts: 0, skipped: 1 });
  });
});

describe("a result that can't be stored", () => {
  it("takes no other with it, and is recorded without the response", async () => {
    const { id } = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await workspace.emit(5);
    const { deliveries: claims } = await fixture.claim();
    const settled = Promise.withResolvers<void>();
    const logged: object[] = [];
    const log = { error: (facts: object) => logged.push(facts) } as unknown as Ctx["log"];
    const recorder = new ResultRecorder({
      ctx: {
        ...workspace.ctx(),
        ...fixture.ports,
        log,
        panelUrl: "",
        actor: { kind: "system", job: "test" },
      },
      random: () => 0,
      readClocks: async () => ({ wallMs: 0, businessMs: fixture.clock.at.getTime() }),
      leaseMs: 60_000,
      onSettled: () => settled.resolve(),
    });
    for (const [index, claim] of claims.entries()) {
      recorder.add({
        claim,
        endedAtWallMs: 0,
        answer: {
          statusCode: 200,
          error: undefined,
          errorStage: undefined,
          durationMs: 3,
          request: "{}",
          // PostgreSQL stores no NUL in a text.
          responseHeaders: index === 2 ? '{"x":"\u0000"}' : "{}",
          responseBody: null,
          retryAfterMs: 0,
          isGone: false,
        },
      });
    }
    await settled.promise;
    const rows = await deliveriesOf(id);
    expect(rows.map(({ status }) => status)).toEqual(Array(5).fill("succeeded"));
    expect(rows.map(({ responseHeaders }) => responseHeaders).sort()).toEqual([null, "{}", "{}", "{}", "{}"]);
    expect(logged[0]).toMatchObject({ stage: "record", deliveries: 5, tries: 1 });
  });
});

describe("events of the same object", () => {
  it("arrive one after the other at an ordered endpoint, and a failing object only holds back itself", async () => {
    let failing = "a.com";
    await using receiver = await createReceiver((response, request) =>
      response.writeHead(JSON.parse(request.body.toString()).data.name === failing ? 500 : 200).end(),
    );
    const { id } = await workspace.subscribe(receiver.url);
    await setEndpoint(id, { ordered: true });
    for (const name of ["a.com", "b.com", "a.com", "b.com", "a.com", "b.com"]) {
      await emitOf(name);
    }
    await fixture.runSweep();
    await deliverAfter(secondMs);
    expect(await isBusy()).toBe(false);
    const arrived = receiver.requests.map(sequenceOf);
    expect(arrived.filter((one) => one.startsWith("b"))).toEqual(["b.com 1", "b.com 2", "b.com 3"]);
    expect(arrived.filter((one) => one.startsWith("a"))).toEqual(["a.com 1"]);
    await deliverAfter(30 * secondMs);
    failing = "";
    await deliverAfter(5 * minuteMs);
    expect(receiver.requests.map(sequenceOf).filter((one) => one.startsWith("a"))).toEqual([
      "a.com 1",
      "a.com 1",
      "a.com 1",
      "a.com 2",
      "a.com 3",
    ]);
  });

  it("go on after the fifth failure of one of them", async () => {
    await using receiver = await createReceiver((response, request) =>
      response.writeHead(sequenceOf(request) === "a.com 1" ? 500 : 200).end(),
    );
    const { id } = await workspace.subscribe(receiver.url);
    await setEndpoint(id, { ordered: true });
    await emitOf("a.com");
    await emitOf("a.com");
    await fixture.runSweep();
    for (const delayMs of [30 * secondMs, 5 * minuteMs, hourMs]) {
      await deliverAfter(delayMs);
    }
    expect(receiver.requests.map(sequenceOf)).toEqual(Array(4).fill("a.com 1"));
    await deliverAfter(6 * hourMs);
    expect(receiver.requests.map(sequenceOf).slice(4)).toEqual(["a.com 1"]);
    // The failures pause the endpoint as a whole.
    await deliverAfter(5 * minuteMs);
    expect(receiver.requests.map(sequenceOf).slice(5)).toEqual(["a.com 2"]);
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  });

  it("wait for each other's first attempt during a catch-up, if the endpoint isn't ordered", async () => {
    await using receiver = await createReceiver((response, request) =>
      response.writeHead(sequenceOf(request) === "a.com 1" ? 500 : 200).end(),
    );
    await workspace.subscribe(receiver.url);
    await emitOf("a.com");
    await emitOf("a.com");
    await fixture.db.update(deliveryQueue).set({ isOrdered: true });
    await fixture.runSweep();
    expect(receiver.requests.map(sequenceOf)).toEqual(["a.com 1"]);
    await deliverAfter(secondMs);
    expect(receiver.requests.map(sequenceOf)).toEqual(["a.com 1", "a.com 2"]);
  });

  it("don't hide other objects behind a long queue", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const { id } = await workspace.subscribe(receiver.url);
    await setEndpoint(id, { ordered: true });
    await emitOf("a.com");
    const first = await onlyDelivery(id);
    await fixture.db.insert(deliveryQueue).values(
      Array.from({ length: 1_100 }, (_, index) => ({
        ...first,
        deliveryId: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
        eventId: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
        sequence: index + 2,
        isOrdered: true,
        attempt: 0,
        dueAt: new Date(fixture.clock.at.getTime() - secondMs),
      })),
    );
    await fixture.db
      .update(deliveryQueue)
      .set({ dueAt: new Date(fixture.clock.at.getTime() + hourMs) })
      .where(eq(deliveryQueue.deliveryId, first.id));
    await emitOf("b.com");
    await fixture.runSweep();
    expect(receiver.requests.map(sequenceOf)).toEqual(["b.com 1"]);
  });

  it("aren't claimed while a catch-up prepares", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const { id } = await workspace.subscribe(receiver.url);
    await workspace.emit();
    await setEndpoint(id, { isHeld: true });
    await fixture.runSweep();
    expect(receiver.requests).toEqual([]);
    expect(await isBusy()).toBe(false);
    await setEndpoint(id, { isHeld: false });
    expect(await isBusy()).toBe(true);
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(1);
  });
});

describe("an endpoint that is gone", () => {
  it("is deactivated with its reason, also next to deliveries that succeeded", async () => {
    await using receiver = await createReceiver((response, request) =>
      response.writeHead(sequenceOf(request) === "a.com 1" ? 410 : 200).end(),
    );
    await using other = await createReceiver(answerWith(200));
    const { id } = await workspace.subscribe(receiver.url);
    const healthy = await workspace.subscribe(other.url);
    await emitOf("a.com");
    await fixture.runSweep();
    expect(await fixture.endpoint(id)).toMatchObject({ active: false, deactivationReason: "gone" });
    expect(await onlyDelivery(healthy.id)).toMatchObject({ status: "succeeded" });
  });
});

describe("a replay", () => {
  it("is one more attempt with the same bytes, isn't retried, and leaves the failure count when it fails", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const { id } = await workspace.subscribe(receiver.url, ["domain.transferred"]);
    await workspace.emit();
    await fixture.runSweep();
    // Neither the pause after a failure nor the selection of events concerns a replay.
    const probeAt = new Date(fixture.clock.at.getTime() + minuteMs);
    await setEndpoint(id, { events: ["payment.failed"], consecutiveFailures: 3, probeAt });
    receiver.answer = answerWith(500);
    await requestAgain(await onlyDelivery(id));
    expect(await isBusy()).toBe(true);
    await fixture.runSweep();
    expect(await onlyDelivery(id)).toMatchObject({
      attempt: 2,
      replays: 1,
      // It was delivered before.
      status: "succeeded",
      statusCode: 500,
      nextAttemptAt: null,
    });
    expect(await fixture.endpoint(id)).toMatchObject({ consecutiveFailures: 3, probeAt });
    receiver.answer = answerWith(200);
    await requestAgain(await onlyDelivery(id));
    await fixture.runSweep();
    expect(await onlyDelivery(id)).toMatchObject({ attempt: 3, replays: 2, status: "succeeded" });
    expect(await fixture.endpoint(id)).toMatchObject({ consecutiveFailures: 0, probeAt: null });
    expect(receiver.requests.map(({ headers }) => headers["x-service-attempt"])).toEqual(["1", "2", "3"]);
    expect(new Set(receiver.requests.map(({ body }) => body.toString())).size).toBe(1);
    expect(await fixture.db.$count(deliveryQueue)).toBe(0);
  });

  it("of a pending delivery leaves its schedule as it was when it fails", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const { id } = await workspace.subscribe(receiver.url);
    await workspace.emit();
    await fixture.runSweep();
    const { nextAttemptAt } = await onlyDelivery(id);
    await fixture.db
      .update(deliveryQueue)
      .set({ kind: "replay", dueAt: fixture.clock.at, resumeAt: nextAttemptAt, replays: 1 });
    await fixture.runSweep();
    expect(await onlyDelivery(id)).toMatchObject({ attempt: 2, status: "pending", nextAttemptAt });
    await deliverAfter(30 * secondMs);
    const third = await onlyDelivery(id);
    expect(third).toMatchObject({ attempt: 3, replays: 1, status: "pending" });
    // Two scheduled attempts have failed, so the next delay is the third one.
    expect(third.nextAttemptAt).toEqual(new Date(fixture.clock.at.getTime() + 5 * minuteMs));
  });

  it("that isn't sent because the endpoint was deactivated keeps the outcome before it", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const { id } = await workspace.subscribe(receiver.url);
    await workspace.emit();
    await fixture.runSweep();
    await setEndpoint(id, { active: false });
    await requestAgain(await onlyDelivery(id));
    await fixture.runSweep();
    expect(await onlyDelivery(id)).toMatchObject({ attempt: 1, status: "succeeded" });
    expect(receiver.requests).toHaveLength(1);
  });
});

describe("a test event", () => {
  it("goes to an inactive endpoint once, and changes neither its health nor its counts", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const { id } = await workspace.subscribe(receiver.url, ["payment.failed"]);
    await setEndpoint(id, { active: false, isHeld: true });
    await workspace.subscribe(receiver.url);
    await workspace.emit();
    const [other] = await fixture.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.workspaceId, workspace.id));
    if (!other) {
      throw new Error("no delivery");
    }
    const test = { ...other, id: other.eventId, endpointId: rowId("whe", id) ?? "", isTest: true };
    await fixture.reset();
    await fixture.db.insert(deliveries).values(test);
    await requestAgain(test, { kind: "test", replays: 0 });
    await fixture.runSweep();
    expect(await onlyDelivery(id)).toMatchObject({
      attempt: 1,
      status: "failed",
      statusCode: 500,
      nextAttemptAt: null,
    });
    expect(receiver.requests).toHaveLength(1);
    expect(await fixture.endpoint(id)).toMatchObject({ consecutiveFailures: 0, probeAt: null });
    expect(await hoursOf(id)).toEqual([]);
    expect(await fixture.db.$count(deliveryQueue)).toBe(0);
  });
});
