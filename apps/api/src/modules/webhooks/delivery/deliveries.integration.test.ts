import {
  auditEntries,
  deliveries,
  deliveryQueue,
  events,
  outgoingEmails,
  webhookEndpoints,
} from "@zonepost/db";
import { eventCatalog, eventTypes, parseEvent } from "@zonepost/schema";
import { verify } from "@zonepost/webhook-signing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { whole } from "../../../../test/support/whole.ts";
import { hourMs, minuteMs, secondMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";
import { deleteEndpoint } from "../endpoints/delete-endpoint.ts";
import { getEndpoint } from "../endpoints/get-endpoint.ts";
import { reactivateEndpoint } from "../endpoints/reactivate-endpoint.ts";
import { updateEndpoint } from "../endpoints/update-endpoint.ts";
import { deliveryWork, emit, emitAll } from "../index.ts";
import { getDelivery } from "../log/get-delivery.ts";
import { listDeliveries } from "../log/list-deliveries.ts";
import {
  answerWith,
  createReceiver,
  createWebhooksFixture,
  type WebhooksFixture,
} from "../webhooks-fixture.ts";
import { claimDeliveries, firstCursor } from "./claim-deliveries.ts";
import { completeDeliveries } from "./complete-deliveries.ts";

let fixture: WebhooksFixture;
let workspace: Awaited<ReturnType<WebhooksFixture["createWorkspace"]>>;

beforeAll(async () => {
  fixture = await createWebhooksFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
  await fixture.reset();
  workspace = await fixture.createWorkspace();
});

const log = (id: string) => whole(listDeliveries(workspace.ctx(), { id }));
const queueLength = () => fixture.db.$count(deliveryQueue);
const nextDueAt = () => deliveryWork.nextDueAt(fixture.db, fixture.clock.at);
const isBusy = () => deliveryWork.isBusy(fixture.db, fixture.clock.at);

/** Moves the clock from one due moment to the next, as the sandbox does, until `until` holds or nothing is due. */
async function walk(until: () => Promise<boolean> = async () => false, maxSteps = 100): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    await fixture.runSweep();
    if (await until()) {
      return;
    }
    const next = await nextDueAt();
    if (!next) {
      return;
    }
    fixture.clock.at = next;
  }
}

const systemCtx = () => ({
  ...workspace.ctx(),
  ...fixture.ports,
  panelUrl: "http://panel.test",
  actor: { kind: "system" as const, job: "test" },
});

const inFlightLimits = { perEndpoint: 8, perWorkspace: 64, perHost: 128 };

const inFlight = (keys: { endpoint?: string; workspace?: string; host?: string }, count: number) => {
  const countOf = (key: string | undefined) => new Map(key === undefined ? [] : [[key, count]]);
  return {
    endpoint: countOf(keys.endpoint),
    workspace: countOf(keys.workspace),
    host: countOf(keys.host),
  };
};

const claim = (overrides: Partial<Parameters<typeof claimDeliveries>[1]> = {}) =>
  claimDeliveries(systemCtx(), {
    now: fixture.clock.at,
    limit: 100,
    cursor: firstCursor,
    inFlight: inFlight({}, 0),
    inFlightLimits,
    leaseSeconds: 60,
    probeHoldMs: 17_000,
    ...overrides,
  });

const delivered = {
  kind: "attempted",
  durationMs: 5,
  statusCode: 200,
  error: undefined,
  errorStage: undefined,
  request: "{}",
  responseHeaders: "{}",
  responseBody: new Uint8Array(0),
  retryAfterMs: 0,
  isGone: false,
  random: 0,
} as const;
const refused = {
  ...delivered,
  statusCode: 500,
  error: "responded with 500",
  errorStage: "http_500",
} as const;

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

describe("emit", () => {
  it("leaves neither event nor delivery when the caller's transaction rolls back", async () => {
    await workspace.subscribe("http://127.0.0.1:4999/hook");
    const before = await fixture.db.$count(events);
    await expect(
      fixture.db.transaction(async (tx) => {
        await emit(tx, {
          workspaceId: workspace.id,
          type: "domain.transferred",
          data: { name: "example.com", direction: "in" },
          createdAt: fixture.clock.at,
        });
        throw new Error("the change failed");
      }),
    ).rejects.toThrow("the change failed");
    expect(await fixture.db.$count(events)).toBe(before);
    expect(await queueLength()).toBe(0);
  });

  it("creates deliveries only for endpoints of its workspace that selected the event", async () => {
    const other = await fixture.createWorkspace();
    await other.subscribe("http://127.0.0.1:4999/other");
    const all = await workspace.subscribe("http://127.0.0.1:4999/all", ["*"]);
    const one = await workspace.subscribe("http://127.0.0.1:4999/one", [
      "domain.transferred",
      "payment.failed",
    ]);
    const none = await workspace.subscribe("http://127.0.0.1:4999/none", ["payment.failed"]);
    await workspace.emit();
    expect(await log(all.id)).toMatchObject([
      { eventType: "domain.transferred", status: "pending", attempt: 0 },
    ]);
    expect(await log(one.id)).toHaveLength(1);
    expect(await log(none.id)).toEqual([]);
    expect(await queueLength()).toBe(2);
  });

  it("numbers the events of each object in the order of their commits, also under contention", async () => {
    const data = (name: string) => ({ name, direction: "in" as const });
    await Promise.all(
      ["a.com", "b.com", "a.com", "b.com", "a.com"].map((name) =>
        workspace.emitEvent("domain.transferred", data(name)),
      ),
    );
    await fixture.db.transaction((tx) =>
      emitAll(
        tx,
        ["b.com", "a.com", "b.com"].map((name) => ({
          workspaceId: workspace.id,
          type: "domain.transferred" as const,
          data: data(name),
          createdAt: fixture.clock.at,
        })),
      ),
    );
    await (await fixture.createWorkspace()).emitEvent("domain.transferred", data("a.com"));
    const rows = await fixture.db.select().from(events).where(eq(events.workspaceId, workspace.id));
    const numbersOf = (name: string) =>
      rows.filter(({ subject }) => subject === name).map(({ body }) => parseEvent(body).sequence);
    expect(numbersOf("a.com").sort()).toEqual([1, 2, 3, 4]);
    expect(numbersOf("b.com").sort()).toEqual([1, 2, 3, 4]);
    const lastTwo = rows
      .filter(({ subject }) => subject === "b.com")
      .sort(byId)
      .slice(-2);
    expect(lastTwo.map(({ sequence }) => sequence)).toEqual([3, 4]);
  });

  it("rejects data that doesn't match the event's schema", async () => {
    const data = { name: "example.com", direction: "sideways" } as never;
    await expect(workspace.emitEvent("domain.transferred", data)).rejects.toThrow();
    expect(await fixture.db.$count(events, eq(events.workspaceId, workspace.id))).toBe(0);
  });
});

describe("a delivery", () => {
  it("arrives signed, with the stored body byte for byte, and is logged", async () => {
    await using receiver = await createReceiver(answerWith(204));
    const endpoint = await workspace.subscribe(`${receiver.url}?token=x`);
    const event = await workspace.emitEvent("domain.transferred", { name: "bäckerei.de", direction: "out" });
    await fixture.runSweep();

    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    if (!request) {
      throw new Error("nothing came");
    }
    expect(request).toMatchObject({ method: "POST", path: "/hook?token=x" });
    const verified = await verify({
      headers: request.headers,
      body: new Uint8Array(request.body),
      secret: endpoint.secret ?? "",
    });
    expect(verified).toMatchObject({
      id: event.id,
      event: "domain.transferred",
      webhookId: endpoint.id,
      attempt: 1,
      timestamp: Math.floor(fixture.clock.wallNow().getTime() / 1000),
    });
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Zonepost-Webhooks/1",
      "x-service-event": "domain.transferred",
      "x-service-attempt": "1",
      "webhook-id": event.id,
    });
    const [stored] = await fixture.db.select().from(events).where(eq(events.workspaceId, workspace.id));
    expect(request.body.toString()).toBe(stored?.body);
    expect(parseEvent(request.body)).toEqual({
      id: event.id,
      type: "domain.transferred",
      sequence: 1,
      createdAt: "2026-03-01T09:30:00.000Z",
      workspaceId: expect.stringMatching(/^wsp_/),
      data: { name: "bäckerei.de", direction: "out" },
    });

    const [entry] = await log(endpoint.id);
    expect(entry).toEqual({
      id: expect.stringMatching(/^whd_/),
      eventId: event.id,
      eventType: "domain.transferred",
      subject: "bäckerei.de",
      sequence: 1,
      status: "succeeded",
      statusCode: 204,
      attempt: 1,
      createdAt: "2026-03-01T09:30:00.000Z",
      lastAttemptAt: expect.any(String),
      nextAttemptAt: null,
      durationMs: expect.any(Number),
    });
    expect(
      await getDelivery(workspace.ctx(), { id: endpoint.id, deliveryId: entry?.id ?? "" }),
    ).toMatchObject({
      endpointId: endpoint.id,
      body: stored?.body,
    });
    expect(await queueLength()).toBe(0);
  });

  it("carries every event of the catalog in a form that the published schema parses", async () => {
    await using receiver = await createReceiver(answerWith(200));
    await workspace.subscribe(receiver.url);
    for (const type of eventTypes) {
      await workspace.emitEvent(type, eventCatalog[type].example as never);
    }
    await fixture.runSweep();
    const types = receiver.requests.map((request) => parseEvent(request.body).type);
    expect(types.sort()).toEqual([...eventTypes].sort());
  });

  it("is retried 30 s, 5 min, 1 h and 6 h after the end of the previous attempt, then fails permanently", async () => {
    const start = fixture.clock.at.getTime();
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit();
    const times: number[] = [];
    await walk(async () => {
      if (receiver.requests.length > times.length) {
        times.push(fixture.clock.at.getTime() - start);
      }
      return false;
    });
    const [first, second, third, fourth] = [30 * secondMs, 5 * minuteMs, hourMs, 6 * hourMs];
    expect(times).toEqual([
      0,
      first,
      first + second,
      first + second + third,
      first + second + third + fourth,
    ]);
    expect(receiver.requests.map((request) => request.headers["x-service-attempt"])).toEqual([..."12345"]);
    expect(new Set(receiver.requests.map((request) => request.body.toString())).size).toBe(1);
    expect(await log(endpoint.id)).toMatchObject([
      { status: "failed", attempt: 5, statusCode: 500, error: "responded with 500", nextAttemptAt: null },
    ]);
    expect(await queueLength()).toBe(0);
  });

  it("only ever adds jitter to the delay", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit();
    const at = fixture.clock.at.getTime();
    await fixture.createSweep({ random: () => 0.999 }).run(new AbortController().signal);
    const [entry] = await log(endpoint.id);
    const delayMs = new Date(entry?.nextAttemptAt ?? 0).getTime() - at;
    expect(delayMs).toBeGreaterThan(30 * secondMs);
    expect(delayMs).toBeLessThan(32 * secondMs);
  });

  it("shows the latest attempt's status and error while it waits, and succeeds later", async () => {
    await using receiver = await createReceiver((response) =>
      response.writeHead(503, { "retry-after": "120" }).end(),
    );
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit();
    const at = fixture.clock.at.getTime();
    await fixture.runSweep();
    const [waiting] = await log(endpoint.id);
    expect(waiting).toMatchObject({
      status: "pending",
      attempt: 1,
      statusCode: 503,
      error: "responded with 503",
    });
    expect(new Date(waiting?.nextAttemptAt ?? 0).getTime() - at).toBeGreaterThanOrEqual(120 * secondMs);
    expect((await fixture.endpoint(endpoint.id)).probeAt?.getTime()).toBeGreaterThanOrEqual(
      at + 120 * secondMs,
    );
    receiver.answer = answerWith(200);
    await walk();
    const [entry] = await log(endpoint.id);
    expect(entry).toMatchObject({ status: "succeeded", attempt: 2, statusCode: 200 });
    expect(entry).not.toHaveProperty("error");
    expect((await fixture.endpoint(endpoint.id)).consecutiveFailures).toBe(0);
  });

  it("fails on a redirect, without following it", async () => {
    await using second = await createReceiver(answerWith(200));
    await using receiver = await createReceiver((response) =>
      response.writeHead(307, { location: second.url }).end(),
    );
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit();
    await fixture.runSweep();
    expect(await log(endpoint.id)).toMatchObject([
      { status: "pending", statusCode: 307, error: "redirects are not followed (307)" },
    ]);
    expect(second.requests).toEqual([]);
  });

  it("has an error if nothing responds", async () => {
    await using silent = await createReceiver(() => {});
    const closed = await createReceiver(answerWith(200));
    await closed[Symbol.asyncDispose]();
    const first = await workspace.subscribe(silent.url);
    const second = await workspace.subscribe(closed.url);
    await workspace.emit();
    await fixture.createSweep({ timeoutMs: 1_000 }).run(new AbortController().signal);
    expect(await log(first.id)).toMatchObject([{ statusCode: null, error: "no response within 1 s" }]);
    expect(await log(second.id)).toMatchObject([{ statusCode: null, error: "connection refused" }]);
  });

  it("is not delayed by another endpoint that doesn't respond", async () => {
    await using silent = await createReceiver(() => {});
    await using receiver = await createReceiver(answerWith(200));
    await workspace.subscribe(silent.url, ["payment.failed"]);
    await workspace.subscribe(receiver.url, ["domain.transferred"]);
    const sweep = fixture.createSweep({ timeoutMs: 600_000 });
    const stop = new AbortController();
    await workspace.emitEvent("payment.failed", eventCatalog["payment.failed"].example);
    const run = sweep.run(stop.signal);
    await expect.poll(() => silent.requests.length).toBe(1);
    await workspace.emit();
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(sweep.run(stop.signal)).toBe(run);
    await silent[Symbol.asyncDispose]();
    await run;
  });

  it("is not delayed by another workspace, with many endpoints that don't respond", async () => {
    await using silent = await createReceiver(() => {});
    await using receiver = await createReceiver(answerWith(200));
    const flooded = await fixture.createWorkspace();
    for (let index = 0; index < 10; index += 1) {
      await flooded.subscribe(`${silent.url}?${index}`);
    }
    await flooded.emit(4);
    const stop = new AbortController();
    const run = fixture.createSweep({ maxInFlight: 32, timeoutMs: 600_000 }).run(stop.signal);
    await expect.poll(() => silent.requests.length).toBe(8);
    await workspace.subscribe(receiver.url);
    await workspace.emit();
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(silent.requests).toHaveLength(8);
    stop.abort();
    await silent[Symbol.asyncDispose]();
    await run;
  });

  it("goes to the endpoint's current URL, and is skipped if its event is no longer selected", async () => {
    await using old = await createReceiver(answerWith(500));
    await using current = await createReceiver(answerWith(200));
    const moved = await workspace.subscribe(old.url);
    const narrowed = await workspace.subscribe(`${old.url}/narrowed`);
    await workspace.emit();
    await fixture.runSweep();
    const ctx = { ...workspace.ctx(), ...fixture.ports };
    await updateEndpoint(ctx, { id: moved.id, patch: { url: current.url } });
    await updateEndpoint(ctx, { id: narrowed.id, patch: { events: ["payment.failed"] } });
    await walk();
    expect(old.requests).toHaveLength(2);
    expect(current.requests).toHaveLength(1);
    expect(await log(moved.id)).toMatchObject([{ status: "succeeded", attempt: 2 }]);
    expect(await log(narrowed.id)).toMatchObject([{ status: "skipped", attempt: 1, statusCode: 500 }]);
  });

  it("is deleted with its endpoint, even during an attempt", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit(2);
    const {
      deliveries: [claimed],
    } = await claim({ limit: 1 });
    if (!claimed) {
      throw new Error("nothing was claimed");
    }
    await deleteEndpoint(workspace.ctx(), { id: endpoint.id });
    await completeDeliveries(systemCtx(), [
      { claim: claimed, outcome: { ...delivered, endedAt: fixture.clock.at } },
    ]);
    await fixture.runSweep();
    expect(receiver.requests).toEqual([]);
    expect(await queueLength()).toBe(0);
    const rows = await fixture.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.endpointId, rowId("whe", endpoint.id) ?? ""));
    expect(rows.map((row) => row.status)).toEqual(["skipped", "skipped"]);
  });
});

describe("a failing endpoint", () => {
  it("is deactivated after 10 failures in a row, skips the rest, and starts over when reactivated", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit(3);
    await walk(async () => !(await getEndpoint(workspace.ctx(), { id: endpoint.id })).active);
    expect(await getEndpoint(workspace.ctx(), { id: endpoint.id })).toMatchObject({
      active: false,
      consecutiveFailures: 10,
      deactivatedAt: fixture.clock.at.toISOString(),
      deactivationReason: "failures",
    });
    const sent = receiver.requests.length;
    const attemptsBefore = (await log(endpoint.id)).map(({ attempt }) => attempt);
    await walk();
    expect(receiver.requests).toHaveLength(sent);
    const after = await log(endpoint.id);
    expect(after.map(({ attempt }) => attempt)).toEqual(attemptsBefore);
    expect(new Set(after.map(({ status }) => status))).not.toContain("pending");
    expect(await queueLength()).toBe(0);

    await workspace.emit();
    await fixture.runSweep();
    expect((await log(endpoint.id))[0]).toMatchObject({ status: "skipped", attempt: 0, statusCode: null });

    await reactivateEndpoint(workspace.ctx(), { id: endpoint.id });
    receiver.answer = answerWith(200);
    await workspace.emit();
    await fixture.runSweep();
    expect((await log(endpoint.id))[0]).toMatchObject({ status: "succeeded" });
    expect(await getEndpoint(workspace.ctx(), { id: endpoint.id })).toMatchObject({
      active: true,
      consecutiveFailures: 0,
      deactivatedAt: null,
    });
    const actions = await fixture.db
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.workspaceId, workspace.id));
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["webhook_endpoint.deactivated", "webhook_endpoint.reactivated"]),
    );
  });

  it("is deactivated at once by 410", async () => {
    await using receiver = await createReceiver(answerWith(410));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit();
    await fixture.runSweep();
    expect(await fixture.endpoint(endpoint.id)).toMatchObject({
      active: false,
      consecutiveFailures: 1,
      deactivationReason: "gone",
      deactivatedAt: expect.any(Date),
    });
    const [mail] = await fixture.db
      .select()
      .from(outgoingEmails)
      .where(eq(outgoingEmails.toAddress, workspace.email));
    expect(mail).toMatchObject({ kind: "webhook_gone" });
    await workspace.emit();
    await walk();
    expect(receiver.requests).toHaveLength(1);
    expect((await log(endpoint.id)).map(({ status }) => status)).toEqual(["skipped", "skipped"]);
  });

  it("is deactivated by two events that are never accepted", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit(2);
    await walk();
    expect(receiver.requests).toHaveLength(10);
    expect(await getEndpoint(workspace.ctx(), { id: endpoint.id })).toMatchObject({ active: false });
  });

  it("notifies its owners, and no one else, at 5 and at 10 failures", async () => {
    const stranger = await fixture.createWorkspace();
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit(2);
    await walk();
    const mailsTo = (address: string) =>
      fixture.db.select().from(outgoingEmails).where(eq(outgoingEmails.toAddress, address));
    const mails = await mailsTo(workspace.email);
    expect(mails.map(({ kind }) => kind).sort()).toEqual(["webhook_deactivated", "webhook_failing"]);
    const textOf = (kind: string) => {
      const mail = mails.find((each) => each.kind === kind);
      const sealed = fixture.ports.secretBox.open(mail?.contentEncrypted ?? "", `outgoing_email:${mail?.id}`);
      return JSON.parse(sealed).variants.en.text as string;
    };
    for (const [kind, failures, count] of [
      ["webhook_failing", 5, "Events waiting: 2"],
      ["webhook_deactivated", 10, "Events not delivered yet: "],
    ] as const) {
      const text = textOf(kind);
      expect(text).toContain(`The last ${failures} attempts to deliver events to 127.0.0.1`);
      expect(text).toContain("Latest error: responded with 500");
      expect(text).toContain("Event: domain.transferred, domain-");
      expect(text).toContain(count);
      expect(text).toContain(`http://panel.test/webhooks/${endpoint.id}`);
    }
    expect(textOf("webhook_deactivated")).toContain("Reactivate and catch up");
    expect(await mailsTo(stranger.email)).toEqual([]);
  });

  it("survives a short outage during 20 events, and receives all of them", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    const ids = await workspace.emit(20);
    const workers = [fixture.createSweep(), fixture.createSweep(), fixture.createSweep()];
    await Promise.all(workers.map((worker) => worker.run(new AbortController().signal)));
    expect(receiver.requests.length).toBeGreaterThan(1);
    const during = await getEndpoint(workspace.ctx(), { id: endpoint.id });
    expect(during.active).toBe(true);
    expect(during.consecutiveFailures).toBeLessThan(5);
    fixture.clock.advance(5 * secondMs);
    receiver.answer = answerWith(200);
    receiver.requests.length = 0;
    await walk();
    expect(new Set(receiver.requests.map((request) => request.headers["webhook-id"]))).toEqual(new Set(ids));
    expect(receiver.requests).toHaveLength(20);
    expect(await getEndpoint(workspace.ctx(), { id: endpoint.id })).toMatchObject({
      active: true,
      consecutiveFailures: 0,
    });
  });

  it("is probed by one delivery at a time, at growing intervals, across several workers", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit(1);
    await fixture.runSweep();
    await workspace.emit(8);
    const workers = [fixture.createSweep(), fixture.createSweep()];
    const gapsMs: number[] = [];
    for (let failures = 1; failures < 6; failures += 1) {
      const before = receiver.requests.length;
      await Promise.all(workers.map((worker) => worker.run(new AbortController().signal)));
      expect(receiver.requests).toHaveLength(before);
      const next = await nextDueAt();
      if (!next) {
        throw new Error("nothing is due any more");
      }
      gapsMs.push(next.getTime() - fixture.clock.at.getTime());
      fixture.clock.at = next;
      await Promise.all(workers.map((worker) => worker.run(new AbortController().signal)));
      expect(receiver.requests).toHaveLength(before + 1);
      expect(await isBusy()).toBe(false);
    }
    expect(gapsMs).toEqual([1, 2, 4, 8, 16].map((seconds) => seconds * secondMs));
    expect((await fixture.endpoint(endpoint.id)).consecutiveFailures).toBe(6);
  });

  it("gets a single probe, even if several workers ask at the same moment", async () => {
    const { id } = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await workspace.emit(8);
    for (let round = 0; round < 10; round += 1) {
      await fixture.db.update(deliveryQueue).set({ claimId: null, leaseUntil: null });
      await fixture.db
        .update(webhookEndpoints)
        .set({ consecutiveFailures: 1, probeAt: fixture.clock.at })
        .where(eq(webhookEndpoints.id, rowId("whe", id) ?? ""));
      const claims = await Promise.all(Array.from({ length: 6 }, () => claim()));
      expect(claims.flatMap(({ deliveries: claimed }) => claimed)).toHaveLength(1);
      // Simulates a worker that checked the leases a moment too early.
      await fixture.db.update(deliveryQueue).set({ claimId: null, leaseUntil: null });
      expect((await claim()).deliveries).toEqual([]);
    }
  });

  it("doesn't use up its probe with a skipped delivery", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit(1);
    await fixture.runSweep();
    await workspace.emit(1);
    await workspace.emitEvent("payment.failed", eventCatalog["payment.failed"].example);
    const ctx = { ...workspace.ctx(), ...fixture.ports };
    await updateEndpoint(ctx, { id: endpoint.id, patch: { events: ["payment.failed"] } });
    receiver.answer = answerWith(200);
    fixture.clock.advance(secondMs);
    await fixture.runSweep();
    expect(receiver.requests.at(-1)?.headers["x-service-event"]).toBe("payment.failed");
    expect(receiver.requests).toHaveLength(2);
  });
});

describe("several workers", () => {
  it("deliver each event once", async () => {
    await using receiver = await createReceiver(answerWith(200));
    for (let index = 0; index < 5; index += 1) {
      await workspace.subscribe(`${receiver.url}/${index}`);
    }
    await workspace.emit(60);
    const workers = [fixture.createSweep(), fixture.createSweep(), fixture.createSweep()];
    await Promise.all(workers.map((worker) => worker.run(new AbortController().signal)));
    const keys = receiver.requests.map((request) => `${request.path} ${request.headers["webhook-id"]}`);
    expect(keys).toHaveLength(300);
    expect(new Set(keys).size).toBe(300);
    expect(await queueLength()).toBe(0);
  });

  it("resend a killed worker's delivery once, after its lease has ended", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit();
    expect((await claim()).deliveries).toHaveLength(1);
    await fixture.runSweep();
    expect(receiver.requests).toEqual([]);
    expect(await isBusy()).toBe(true);
    await fixture.db.update(deliveryQueue).set({ leaseUntil: sql`now() - interval '1 second'` });
    await fixture.runSweep();
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(1);
    expect(await log(endpoint.id)).toMatchObject([{ status: "succeeded", attempt: 1 }]);
    expect(await isBusy()).toBe(false);
  });

  it("can't overwrite each other: a result that arrives after the lease was taken over is dropped", async () => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await workspace.emit();
    const {
      deliveries: [slow],
    } = await claim({ leaseSeconds: 0 });
    const {
      deliveries: [quick],
    } = await claim();
    if (!slow || !quick) {
      throw new Error("nothing was claimed");
    }
    expect(quick.deliveryId).toBe(slow.deliveryId);
    const endedAt = fixture.clock.at;
    for (const late of [refused, delivered]) {
      await completeDeliveries(systemCtx(), [{ claim: slow, outcome: { ...late, endedAt } }]);
      expect(await log(endpoint.id)).toMatchObject([{ status: "pending", attempt: 0, statusCode: null }]);
      expect(await queueLength()).toBe(1);
    }
    expect((await fixture.endpoint(endpoint.id)).consecutiveFailures).toBe(0);
    await completeDeliveries(systemCtx(), [{ claim: quick, outcome: { ...delivered, endedAt } }]);
    await completeDeliveries(systemCtx(), [{ claim: slow, outcome: { ...refused, endedAt } }]);
    expect(await log(endpoint.id)).toMatchObject([{ status: "succeeded", attempt: 1, statusCode: 200 }]);
    expect((await fixture.endpoint(endpoint.id)).consecutiveFailures).toBe(0);
  });

  it.each([
    ["few", 5_000],
    ["many", 1],
  ])(
    "alternate between endpoints, limit each, and take first attempts before retries, when %s are due",
    async (_, listBelow) => {
      const busy = await workspace.subscribe("http://127.0.0.1:4999/busy", ["domain.transferred"]);
      await workspace.emit(30);
      await workspace.subscribe("http://127.0.0.1:4999/quiet", ["payment.failed"]);
      await workspace.emitEvent("payment.failed", eventCatalog["payment.failed"].example);
      const first = await claim({ limit: 2, listBelow });
      expect(new Set(first.deliveries.map(({ endpoint }) => endpoint?.url)).size).toBe(2);
      const capped = await claim({
        listBelow,
        inFlight: inFlight({ endpoint: rowId("whe", busy.id) ?? "" }, 5),
      });
      expect(capped.deliveries).toHaveLength(3);
      await fixture.db.update(deliveryQueue).set({ claimId: null, leaseUntil: null });
      const [retry] = first.deliveries.filter(({ endpoint }) => endpoint?.url.endsWith("/busy"));
      await fixture.db
        .update(deliveryQueue)
        .set({ attempt: 1 })
        .where(eq(deliveryQueue.deliveryId, retry?.deliveryId ?? ""));
      const second = await claim({ listBelow, inFlightLimits: { ...inFlightLimits, perEndpoint: 29 } });
      expect(second.deliveries).toHaveLength(30);
      expect(second.deliveries.map(({ deliveryId }) => deliveryId)).not.toContain(retry?.deliveryId);
    },
  );

  it.each([
    ["few", 5_000],
    ["many", 1],
  ])("limit each workspace and each target host, when %s are due", async (_, listBelow) => {
    const other = await fixture.createWorkspace();
    for (let index = 0; index < 6; index += 1) {
      await workspace.subscribe(`http://Slow.example.com.:${5_000 + index}?${index}`);
    }
    await other.subscribe("http://slow.example.com/other");
    await other.subscribe("http://quick.example.com:8080/other");
    await workspace.emit(4);
    await other.emit(4);
    const claimed = async (options: Parameters<typeof claim>[0]) => {
      const { deliveries } = await claim({ listBelow, ...options });
      await fixture.db.update(deliveryQueue).set({ claimId: null, leaseUntil: null });
      const targets = deliveries.map(({ endpoint, workspaceId }) =>
        [workspaceId === other.id ? "other" : "own", endpoint?.targetHost].join(" "),
      );
      return [...Map.groupBy(targets, (target) => target)]
        .map(([target, all]) => [target, all.length])
        .sort();
    };
    const fiveOfWorkspace = { perEndpoint: 3, perWorkspace: 5, perHost: 100 };
    const ofOther = [
      ["other quick.example.com", 2],
      ["other slow.example.com", 3],
    ];
    expect(await claimed({ inFlightLimits: fiveOfWorkspace })).toEqual([
      ...ofOther,
      ["own slow.example.com", 5],
    ]);
    const ownFive = inFlight({ workspace: workspace.id }, 5);
    expect(await claimed({ inFlightLimits: fiveOfWorkspace, inFlight: ownFive })).toEqual(ofOther);
    const sevenOfHost = { perEndpoint: 3, perWorkspace: 100, perHost: 7 };
    expect(await claimed({ inFlightLimits: sevenOfHost })).toEqual([
      ["other quick.example.com", 3],
      ["other slow.example.com", 1],
      ["own slow.example.com", 6],
    ]);
    const slowSeven = inFlight({ host: "slow.example.com" }, 7);
    expect(await claimed({ inFlightLimits: sevenOfHost, inFlight: slowSeven })).toEqual([
      ["other quick.example.com", 3],
    ]);
  });

  it.each([
    ["few", 5_000],
    ["many", 1],
  ])(
    "start each claim after the endpoint where the last one ended, when %s are due",
    async (_, listBelow) => {
      for (let index = 0; index < 4; index += 1) {
        await workspace.subscribe(`http://127.0.0.1:4999/${index}`);
      }
      await workspace.emit(3);
      const urls: string[] = [];
      let cursor = firstCursor;
      for (let turn = 0; turn < 6; turn += 1) {
        const next = await claim({ limit: 2, cursor, listBelow });
        urls.push(...next.deliveries.map(({ endpoint }) => endpoint?.url.at(-1) ?? ""));
        cursor = next.cursor;
      }
      expect(urls).toEqual([..."012301230123"]);
    },
  );
});

describe("the due work reported to the clock", () => {
  it("has the next due moment, and is only busy while due work waits or runs", async () => {
    expect(await nextDueAt()).toBeNull();
    expect(await isBusy()).toBe(false);
    await using receiver = await createReceiver(answerWith(500));
    await workspace.subscribe(receiver.url);
    await workspace.emit();
    expect(await isBusy()).toBe(true);
    await fixture.runSweep();
    expect(await isBusy()).toBe(false);
    expect(await nextDueAt()).toEqual(new Date(fixture.clock.at.getTime() + 30 * secondMs));
  });

  it("finishes its current deliveries when stopped", async () => {
    await using receiver = await createReceiver(() => {});
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit();
    const stop = new AbortController();
    const run = fixture.createSweep({ timeoutMs: 600_000 }).run(stop.signal);
    await expect.poll(() => receiver.requests.length).toBe(1);
    stop.abort();
    await workspace.emit();
    await receiver[Symbol.asyncDispose]();
    await run;
    const entries = await log(endpoint.id);
    expect(entries.map(({ attempt }) => attempt)).toEqual([0, 1]);
    expect(entries[1]?.error).toBe("connection closed before a response");
  });
});
