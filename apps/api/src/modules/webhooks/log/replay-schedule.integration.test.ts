import { deliveryQueue } from "@zonepost/db";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  createWebhooksFixture,
  type WebhooksFixture,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { whole } from "../../../../test/support/whole.ts";
import { startSweeps } from "../../../kernel/due-work/sweep-loop.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { hourMs, minuteMs, secondMs } from "../../../kernel/durations.ts";
import { getDelivery } from "./get-delivery.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { replayDelivery } from "./replay-delivery.ts";

let fixture: WebhooksFixture;
let workspace: Awaited<ReturnType<WebhooksFixture["createWorkspace"]>>;
let receiver: Awaited<ReturnType<typeof createReceiver>>;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  fixture = await createWebhooksFixture();
  receiver = await createReceiver(answerWith(500));
  const stop = new AbortController();
  const { stopped } = await startSweeps([fixture.createSweep()], {
    db: fixture.db,
    log: pino({ level: "silent" }),
    signal: stop.signal,
  });
  stopWorker = () => {
    stop.abort();
    return stopped;
  };
});
afterAll(async () => {
  await stopWorker();
  await receiver[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});
beforeEach(async () => {
  workspace = await fixture.createWorkspace();
  receiver.requests.length = 0;
  receiver.answer = answerWith(500);
});

/** An endpoint with one delivery, whose attempts the worker makes as they become due or are requested. */
async function emitOne() {
  const { id } = await workspace.subscribe(receiver.url);
  const [eventId] = await workspace.emit();
  const [delivery] = await whole(listDeliveries(workspace.ctx(), { id }));
  const target = { id, deliveryId: delivery?.id ?? "" };
  /** The delivery and its endpoint after as many attempts. */
  const after = async (attempt: number) => {
    await expect.poll(() => getDelivery(workspace.ctx(), target)).toMatchObject({ attempt });
    const { status, nextAttemptAt } = await getDelivery(workspace.ctx(), target);
    const { consecutiveFailures, probeAt } = await fixture.endpoint(id);
    return { status, nextAttemptAt, consecutiveFailures, probeAt };
  };
  return {
    eventId,
    after,
    replay: () => replayDelivery(workspace.ctx(), target),
    attempts: async () => (await getDelivery(workspace.ctx(), target)).attempts,
  };
}

const inMs = (milliseconds: number) => new Date(fixture.clock.at.getTime() + milliseconds).toISOString();

async function advance(milliseconds: number): Promise<void> {
  fixture.clock.advance(milliseconds);
  await wakeWorkers(fixture.db, "clock");
}

it("a failed replay leaves the schedule of the retries and the failure count, and a successful one ends both", async () => {
  const { eventId, after, replay, attempts } = await emitOne();
  const first = await after(1);
  expect(first).toMatchObject({
    status: "pending",
    nextAttemptAt: inMs(30 * secondMs),
    consecutiveFailures: 1,
  });

  await advance(10 * secondMs);
  await replay();
  expect(await after(2)).toEqual(first);

  await advance(20 * secondMs);
  const third = await after(3);
  // The second attempt of the schedule, so the next delay is its third.
  expect(third).toMatchObject({
    status: "pending",
    nextAttemptAt: inMs(5 * minuteMs),
    consecutiveFailures: 2,
  });

  receiver.answer = answerWith(200);
  await replay();
  expect(await after(4)).toEqual({
    status: "succeeded",
    nextAttemptAt: null,
    consecutiveFailures: 0,
    probeAt: null,
  });
  expect(await fixture.db.$count(deliveryQueue)).toBe(0);

  const { requests } = receiver;
  expect(requests.map(({ headers }) => headers["x-service-attempt"])).toEqual(["1", "2", "3", "4"]);
  expect(new Set(requests.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([eventId]));
  expect(new Set(requests.map(({ body }) => body.toString("hex"))).size).toBe(1);
  expect((await attempts()).map(({ number, response }) => [number, response?.statusCode])).toEqual([
    [1, 500],
    [2, 500],
    [3, 500],
    [4, 200],
  ]);
});

it("replays are no part of the five attempts, and one after the last of them isn't retried", async () => {
  const { after, replay } = await emitOne();
  await after(1);
  await replay();
  await after(2);
  for (const [index, delayMs] of [30 * secondMs, 5 * minuteMs, hourMs, 6 * hourMs].entries()) {
    await advance(delayMs);
    await after(3 + index);
  }
  const last = await after(6);
  expect(last).toMatchObject({ status: "failed", nextAttemptAt: null, consecutiveFailures: 5 });
  await replay();
  expect(await after(7)).toEqual(last);
  expect(await fixture.db.$count(deliveryQueue)).toBe(0);
});
