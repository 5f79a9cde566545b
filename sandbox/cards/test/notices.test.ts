import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { retryDelaysMs } from "../src/rules/notice-schedule.ts";
import { hang } from "./receiver.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(async () => {
  vi.useRealTimers();
  await sandbox?.[Symbol.asyncDispose]();
});

/** From here on, only `advance` moves the business clock. */
const stopClock = () => vi.useFakeTimers({ toFake: ["Date"] });

const create = async () => (await sandbox.stripe.customers.create()).id;

async function openNotices(): Promise<number> {
  const [row] = await sandbox.sql<{ count: number }[]>`select count(*)::int as count from cards.notices`;
  return row?.count ?? 0;
}

async function waitUntil(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = performance.now() + 60_000; !(await condition()); ) {
    if (performance.now() > deadline) {
      throw new Error("the condition did not become true");
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const attempts = () => sandbox.logged.filter((entry) => entry.event === "notice");

async function hasRecordedAttempt(): Promise<boolean> {
  const [row] = await sandbox.sql`select from cards.notices where leased_until is null`;
  return row !== undefined;
}

describe("a notice", () => {
  it("is signed by the wall clock, names the request and its key, and settles its event", async () => {
    await sandbox.advance(100 * 86_400);
    const before = Date.now() / 1000 + 100 * 86_400;
    const { id } = await sandbox.stripe.customers.create({}, { idempotencyKey: "order-1" });
    const event = await sandbox.receiver.waitFor("customer.created", id);
    expect(sandbox.receiver.refused).toEqual([]);
    expect(Math.abs(event.created - before)).toBeLessThan(3_600);
    expect(event.request).toMatchObject({ id: expect.stringMatching(/^req_/), idempotency_key: "order-1" });
    await waitUntil(async () => (await sandbox.stripe.events.retrieve(event.id)).pending_webhooks === 0);
    const missing = await sandbox.stripe.events.list({ delivery_success: false });
    expect(missing.data).toEqual([]);
    expect((await sandbox.stripe.events.list({ types: ["customer.created"] })).data).toHaveLength(1);
  });

  it("is retried by the business clock until it is accepted", async () => {
    stopClock();
    sandbox.receiver.answerNext(500, 302);
    const id = await create();
    await waitUntil(() => attempts().length === 1);
    await waitUntil(hasRecordedAttempt);
    await sandbox.advance(9);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(attempts()).toHaveLength(1);
    await sandbox.advance(1);
    await waitUntil(() => attempts().length === 2);
    await waitUntil(hasRecordedAttempt);
    await sandbox.advance(60);
    await sandbox.receiver.waitFor("customer.created", id, 3);
    await waitUntil(async () => (await openNotices()) === 0);
  });

  it("is given up after the last attempt, and the event can still be read", async () => {
    sandbox.receiver.answerNext(...Array<number>(20).fill(500));
    const id = await create();
    for (const [at, delayMs] of retryDelaysMs.entries()) {
      await waitUntil(() => attempts().length === at + 1);
      await waitUntil(hasRecordedAttempt);
      await sandbox.advance(delayMs / 1000);
    }
    await waitUntil(async () => (await openNotices()) === 0);
    expect(attempts()).toHaveLength(retryDelaysMs.length + 1);
    const { data } = await sandbox.stripe.events.list({ delivery_success: false });
    expect(data.map(({ data: { object } }) => (object as { id: string }).id)).toEqual([id]);
  });

  it("is sent after a restart", async () => {
    sandbox.receiver.answerNext(500);
    const id = await create();
    await waitUntil(() => attempts().length === 1);
    await sandbox.restart();
    await sandbox.advance(10);
    await sandbox.receiver.waitFor("customer.created", id, 2);
    expect(await sandbox.stripe.customers.retrieve(id)).toMatchObject({ id });
  });

  it("that a stop interrupts is sent again at the next start", async () => {
    sandbox.receiver.answerNext(hang);
    const id = await create();
    await sandbox.receiver.waitFor("customer.created", id);
    await sandbox.restart();
    await sandbox.receiver.waitFor("customer.created", id, 2);
  });

  it("that a killed process had claimed is sent again when its lease has ended", async () => {
    sandbox.receiver.answerNext(500);
    const id = await create();
    await waitUntil(() => attempts().length === 1);
    await waitUntil(hasRecordedAttempt);
    await sandbox.sql`update cards.notices set leased_until = now() + interval '1 minute'`;
    await sandbox.advance(10);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(attempts()).toHaveLength(1);
    await sandbox.sql`update cards.notices set leased_until = now() - interval '1 second'`;
    await sandbox.advance(1);
    await sandbox.receiver.waitFor("customer.created", id, 2);
  });

  it("isn't queued without an endpoint", async () => {
    await sandbox.cards.setWebhook(undefined);
    await create();
    expect(await openNotices()).toBe(0);
  });
});

describe("trouble with notices", () => {
  const trouble = (kind: string, times: number) => sandbox.control("/trouble", { kind, times });

  it("delays them by an hour of the business clock", async () => {
    await trouble("notices_delayed", 1);
    const [late, prompt] = [await create(), await create()];
    await sandbox.receiver.waitFor("customer.created", prompt);
    expect(sandbox.receiver.typesAbout(late)).toEqual([]);
    await sandbox.advance(3600);
    await sandbox.receiver.waitFor("customer.created", late);
  });

  it("doubles them", async () => {
    await trouble("notices_doubled", 1);
    const [twice, once] = [await create(), await create()];
    const first = await sandbox.receiver.waitFor("customer.created", twice);
    const second = await sandbox.receiver.waitFor("customer.created", twice, 2);
    expect(second.id).toBe(first.id);
    await sandbox.receiver.waitFor("customer.created", once);
    await waitUntil(async () => (await openNotices()) === 0);
    expect(sandbox.receiver.typesAbout(once)).toHaveLength(1);
  });

  it("sends them in reverse order", async () => {
    stopClock();
    await trouble("notices_shuffled", 3);
    const ids = [await create(), await create(), await create()];
    for (let step = 0; step < 3; step += 1) {
      await sandbox.advance(30);
      await sandbox.receiver.waitFor("customer.created", ids[2 - step] ?? "");
    }
    const arrived = sandbox.receiver.events.map((event) => (event.data.object as { id?: string }).id);
    expect(arrived).toEqual(ids.reverse());
  });

  it("loses them, but not the events", async () => {
    await trouble("notices_lost", 1);
    const [lost, sent] = [await create(), await create()];
    await sandbox.receiver.waitFor("customer.created", sent);
    expect(sandbox.receiver.typesAbout(lost)).toEqual([]);
    await waitUntil(async () => (await openNotices()) === 0);
    expect((await sandbox.stripe.events.list({ type: "customer.created" })).data).toHaveLength(2);
  });
});
