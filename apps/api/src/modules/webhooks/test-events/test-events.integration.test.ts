import { deliveryHours, events, rateLimitWindows, webhookEndpoints } from "@zonepost/db";
import { verify } from "@zonepost/webhook-signing";
import { eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  fixture,
  setUpWebhooks,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { deleteEndpoint } from "../endpoints/delete-endpoint.ts";
import { updateEndpoint } from "../endpoints/update-endpoint.ts";
import { getDelivery } from "../log/get-delivery.ts";
import { listDeliveries } from "../log/list-deliveries.ts";
import { sendTestEvent, testsPerMinute, waitingTestLimit } from "./send-test-event.ts";

let owner: WorkspaceCtx;
let receiver: Awaited<ReturnType<typeof createReceiver>>;

setUpWebhooks();
beforeAll(async () => {
  receiver = await createReceiver(answerWith(200));
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  fixture.clock.advanceWall(60_000);
  owner = workspace.ctx();
  receiver.requests.length = 0;
  receiver.answer = answerWith(200);
});

const type = "payment.failed" as const;
const test = (id: string, ctx = owner) => sendTestEvent(ctx, { id, type });
const resultOf = (id: string, delivery: { id: string }) =>
  getDelivery(owner, { id, deliveryId: delivery.id });
const limited = {
  kind: "rate_limited",
  code: "webhook_test_limit",
  retryAfterSeconds: expect.any(Number),
};

describe("a test event", () => {
  it("is a signed sample, sent at once although the endpoint doesn't select its type", async () => {
    const endpoint = await workspace.subscribe(receiver.url, ["domain.expired"]);
    const sent = await test(endpoint.id);
    expect(sent).toMatchObject({ test: true, status: "pending", eventType: type, attempt: 0 });
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(1);
    const [{ headers, body }] = receiver.requests as [(typeof receiver.requests)[0]];
    const { secret = "" } = endpoint;
    const now = Math.floor(fixture.clock.wall.getTime() / 1000);
    const verified = await verify({ headers, body, secret, now });
    expect(verified).toMatchObject({ id: sent.eventId, event: type, webhookId: endpoint.id, attempt: 1 });
    const result = await resultOf(endpoint.id, sent);
    expect(result).toMatchObject({ test: true, status: "succeeded", statusCode: 200, body: body.toString() });
    expect(result.attempts).toMatchObject([{ number: 1, response: { statusCode: 200, body: "noted" } }]);
  });

  it("is sent to a paused endpoint, once, without counting as a failure", async () => {
    const endpoint = await workspace.subscribe(receiver.url);
    await updateEndpoint({ ...owner, ...fixture.ports }, { id: endpoint.id, patch: { active: false } });
    receiver.answer = answerWith(500);
    const sent = await test(endpoint.id);
    await fixture.runSweep();
    expect(await resultOf(endpoint.id, sent)).toMatchObject({
      status: "failed",
      statusCode: 500,
      nextAttemptAt: null,
      attempts: [{ error: { stage: "http_500" } }],
    });
    fixture.clock.advance(30 * 86_400_000);
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(1);
    expect(await fixture.endpoint(endpoint.id)).toMatchObject({
      active: false,
      consecutiveFailures: 0,
      probeAt: null,
      deactivationReason: "paused",
    });
    const ofWorkspace = eq(deliveryHours.workspaceId, workspace.id);
    expect(await fixture.db.select().from(deliveryHours).where(ofWorkspace)).toEqual([]);
  });

  it("doesn't end an active endpoint's run of failures, or wait for its next probe", async () => {
    const endpoint = await workspace.subscribe(receiver.url);
    const probeAt = new Date(fixture.clock.at.getTime() + 60_000);
    const failing = { consecutiveFailures: 9, probeAt };
    await fixture.db
      .update(webhookEndpoints)
      .set(failing)
      .where(eq(webhookEndpoints.workspaceId, workspace.id));
    receiver.answer = answerWith(410);
    const sent = await test(endpoint.id);
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(1);
    expect(await fixture.endpoint(endpoint.id)).toMatchObject({ active: true, ...failing });
    const { hint } = (await resultOf(endpoint.id, sent)).attempts[0]?.error ?? {};
    expect(hint).toContain("Tests and replays don't deactivate it.");
  });

  it("is marked in the outbox, apart from events", async () => {
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit();
    await test(endpoint.id);
    const rows = await fixture.db.select().from(events).where(eq(events.workspaceId, workspace.id));
    expect(rows.map((row) => [row.type, row.isTest])).toEqual([
      ["domain.transferred", false],
      [type, true],
    ]);
    const log = await listDeliveries(owner, endpoint);
    expect(log).toMatchObject([{ test: true }, {}]);
  });

  it("isn't sent after the endpoint was deleted", async () => {
    const [endpoint, other] = [
      await workspace.subscribe(receiver.url),
      await workspace.subscribe(receiver.url),
    ];
    await test(endpoint.id);
    await test(other.id);
    await deleteEndpoint(owner, endpoint);
    await fixture.runSweep();
    expect(receiver.requests.map(({ headers }) => headers["x-service-webhook-id"])).toEqual([other.id]);
    await expect(test(endpoint.id)).rejects.toMatchObject({ kind: "not_found" });
  });
});

describe("the limits of test events", () => {
  it("are 10 waiting per endpoint, also at the same time, and end once they are sent", async () => {
    const endpoint = await workspace.subscribe(receiver.url);
    const tests = Array.from({ length: waitingTestLimit + 2 }, () => test(endpoint.id));
    const results = await Promise.allSettled(tests);
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused).toEqual([expect.objectContaining(limited), expect.objectContaining(limited)]);
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(waitingTestLimit);
    await expect(test(endpoint.id)).resolves.toMatchObject({ test: true });
  });

  it("are 30 a minute per workspace, and don't concern others", async () => {
    const endpoint = await workspace.subscribe(receiver.url);
    await test(endpoint.id);
    const isOwn = like(rateLimitWindows.bucket, `%${workspace.id}`);
    await fixture.db
      .update(rateLimitWindows)
      .set({ used: testsPerMinute - 1 })
      .where(isOwn);
    await test(endpoint.id);
    await expect(test(endpoint.id)).rejects.toMatchObject(limited);
    const other = await fixture.createWorkspace();
    const theirs = await other.subscribe(receiver.url);
    await expect(test(theirs.id, other.ctx())).resolves.toMatchObject({ test: true });
    fixture.clock.advanceWall(60_000);
    await expect(test(endpoint.id)).resolves.toMatchObject({ test: true });
  });
});
