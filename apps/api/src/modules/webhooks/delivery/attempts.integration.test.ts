import { deliveries, events } from "@zonepost/db";
import { eventCatalog, eventTypes, parseEvent } from "@zonepost/schema";
import { verify } from "@zonepost/webhook-signing";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  delivered,
  fixture,
  setUpWebhooks,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { hourMs, minuteMs, secondMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";
import { deleteEndpoint } from "../endpoints/delete-endpoint.ts";
import { updateEndpoint } from "../endpoints/update-endpoint.ts";
import { getDelivery } from "../log/get-delivery.ts";
import { completeDeliveries } from "./record/complete-deliveries.ts";

setUpWebhooks();

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

    const [entry] = await workspace.log(endpoint.id);
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
    expect(await fixture.queueLength()).toBe(0);
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
    await fixture.walk(async () => {
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
    expect(await workspace.log(endpoint.id)).toMatchObject([
      { status: "failed", attempt: 5, statusCode: 500, error: "responded with 500", nextAttemptAt: null },
    ]);
    expect(await fixture.queueLength()).toBe(0);
  });

  it("only ever adds jitter to the delay", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit();
    const at = fixture.clock.at.getTime();
    await fixture.createSweep({ random: () => 0.999 }).run(new AbortController().signal);
    const [entry] = await workspace.log(endpoint.id);
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
    const [waiting] = await workspace.log(endpoint.id);
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
    await fixture.walk();
    const [entry] = await workspace.log(endpoint.id);
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
    expect(await workspace.log(endpoint.id)).toMatchObject([
      { status: "pending", statusCode: 307, error: "redirects are not followed (307)" },
    ]);
    expect(second.requests).toEqual([]);
  });

  it("has an error if nothing responds", async () => {
    await using silent = await createReceiver(() => {});
    const closed = await createReceiver(answerWith(200));
    await closed[Symbol.asyncDispose]();
    const refusing = await workspace.subscribe(closed.url, ["domain.transferred"]);
    await workspace.emit();
    await fixture.runSweep();
    expect(await workspace.log(refusing.id)).toMatchObject([
      { statusCode: null, error: "connection refused" },
    ]);
    const hanging = await workspace.subscribe(silent.url, ["payment.failed"]);
    await workspace.emitEvent("payment.failed", eventCatalog["payment.failed"].example);
    await fixture.createSweep({ timeoutMs: 1_000 }).run(new AbortController().signal);
    // On a busy machine, not even a connection.
    expect(await workspace.log(hanging.id)).toMatchObject([
      { statusCode: null, error: expect.stringMatching(/^no .+ within 1 s$/) },
    ]);
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
    await fixture.walk();
    expect(old.requests).toHaveLength(2);
    expect(current.requests).toHaveLength(1);
    expect(await workspace.log(moved.id)).toMatchObject([{ status: "succeeded", attempt: 2 }]);
    expect(await workspace.log(narrowed.id)).toMatchObject([
      { status: "skipped", attempt: 1, statusCode: 500 },
    ]);
  });

  it("is deleted with its endpoint, even during an attempt", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit(2);
    const {
      deliveries: [claimed],
    } = await fixture.claim({ limit: 1 });
    if (!claimed) {
      throw new Error("nothing was claimed");
    }
    await deleteEndpoint(workspace.ctx(), { id: endpoint.id });
    await completeDeliveries(workspace.systemCtx(), [
      { claim: claimed, outcome: { ...delivered, endedAt: fixture.clock.at } },
    ]);
    await fixture.runSweep();
    expect(receiver.requests).toEqual([]);
    expect(await fixture.queueLength()).toBe(0);
    const rows = await fixture.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.endpointId, rowId("whe", endpoint.id) ?? ""));
    expect(rows.map((row) => row.status)).toEqual(["skipped", "skipped"]);
  });
});
