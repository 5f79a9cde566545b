import { auditEntries, deliveryQueue, outgoingEmails, webhookEndpoints } from "@zonepost/db";
import { eventCatalog } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  fixture,
  refused,
  setUpWebhooks,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { dayMs, secondMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";
import { getEndpoint } from "../endpoints/get-endpoint.ts";
import { reactivateEndpoint } from "../endpoints/reactivate-endpoint.ts";
import { updateEndpoint } from "../endpoints/update-endpoint.ts";
import { getHealth } from "../health/get-health.ts";
import { getDelivery } from "../log/get-delivery.ts";
import { sendTestEvent } from "../test-events/send-test-event.ts";
import { completeDeliveries } from "./record/complete-deliveries.ts";
import { releaseDeliveries } from "./release-deliveries.ts";

setUpWebhooks();

describe("a failing endpoint", () => {
  it("is deactivated after 10 failures in a row, skips the rest, and starts over when reactivated", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit(3);
    await fixture.walk(async () => !(await getEndpoint(workspace.ctx(), { id: endpoint.id })).active);
    expect(await getEndpoint(workspace.ctx(), { id: endpoint.id })).toMatchObject({
      active: false,
      consecutiveFailures: 10,
      deactivatedAt: fixture.clock.at.toISOString(),
      deactivationReason: "failures",
    });
    const sent = receiver.requests.length;
    const attemptsBefore = (await workspace.log(endpoint.id)).map(({ attempt }) => attempt);
    await fixture.walk();
    expect(receiver.requests).toHaveLength(sent);
    const after = await workspace.log(endpoint.id);
    expect(after.map(({ attempt }) => attempt)).toEqual(attemptsBefore);
    expect(new Set(after.map(({ status }) => status))).not.toContain("pending");
    expect(await fixture.queueLength()).toBe(0);

    await workspace.emit();
    await fixture.runSweep();
    expect((await workspace.log(endpoint.id))[0]).toMatchObject({
      status: "skipped",
      attempt: 0,
      statusCode: null,
    });

    await reactivateEndpoint(workspace.ctx(), { id: endpoint.id });
    receiver.answer = answerWith(200);
    await workspace.emit();
    await fixture.runSweep();
    expect((await workspace.log(endpoint.id))[0]).toMatchObject({ status: "succeeded" });
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

  it("has no next attempt while it is inactive, but keeps its retries for when it is active again", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    const ctx = { ...workspace.ctx(), ...fixture.ports };
    const target = { id: endpoint.id };
    const times = async () =>
      (await workspace.log(endpoint.id)).map(({ status, nextAttemptAt }) => ({ status, nextAttemptAt }));
    await workspace.emit();
    await fixture.runSweep();
    const [scheduled] = await times();
    expect(scheduled).toEqual({
      status: "pending",
      nextAttemptAt: new Date(fixture.clock.at.getTime() + 30 * secondMs).toISOString(),
    });

    await updateEndpoint(ctx, { ...target, patch: { active: false } });
    expect(await times()).toEqual([{ status: "pending", nextAttemptAt: null }]);
    const [held] = await workspace.log(endpoint.id);
    const details = await getDelivery(ctx, { ...target, deliveryId: held?.id ?? "" });
    expect(details).toMatchObject({ status: "pending", nextAttemptAt: null });
    expect(await getHealth(ctx, target)).toMatchObject({ nextAttemptAt: null, waiting: 1 });
    const tested = await sendTestEvent(ctx, { ...target, type: "domain.transferred" });
    expect(tested).toMatchObject({ status: "pending", nextAttemptAt: fixture.clock.at.toISOString() });
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(2);

    await reactivateEndpoint(ctx, target);
    expect((await times()).at(-1)).toEqual(scheduled);
    receiver.answer = answerWith(200);
    await fixture.walk();
    expect(receiver.requests).toHaveLength(3);
    expect((await times()).at(-1)).toEqual({ status: "succeeded", nextAttemptAt: null });
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
    await fixture.walk();
    expect(receiver.requests).toHaveLength(1);
    expect((await workspace.log(endpoint.id)).map(({ status }) => status)).toEqual(["skipped", "skipped"]);
  });

  it.each([
    { answer: "410", outcome: { statusCode: 410, errorStage: "http_410", isGone: true } },
    {
      answer: "503 and Retry-After",
      outcome: { statusCode: 503, errorStage: "http_503", retryAfterMs: dayMs },
    },
  ])("isn't affected by a late $answer of the URL it had before", async ({ outcome }) => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/old");
    await workspace.emit();
    const { deliveries } = await fixture.claim();
    const ctx = { ...workspace.ctx(), ...fixture.ports };
    await updateEndpoint(ctx, { id: endpoint.id, patch: { url: "http://127.0.0.1:4999/new" } });
    const results = deliveries.map((claim) => ({
      claim,
      outcome: { ...refused, ...outcome, endedAt: fixture.clock.at },
    }));
    await completeDeliveries(workspace.systemCtx(), results);
    expect(await fixture.endpoint(endpoint.id)).toMatchObject({
      active: true,
      consecutiveFailures: 0,
      probeAt: null,
    });
    expect(await workspace.log(endpoint.id)).toMatchObject([{ status: "pending", attempt: 1 }]);
  });

  it("is deactivated by two events that are never accepted", async () => {
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit(2);
    await fixture.walk();
    expect(receiver.requests).toHaveLength(10);
    expect(await getEndpoint(workspace.ctx(), { id: endpoint.id })).toMatchObject({ active: false });
  });

  it("notifies its owners, and no one else, at 5 and at 10 failures", async () => {
    const stranger = await fixture.createWorkspace();
    await using receiver = await createReceiver(answerWith(500));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit(2);
    await fixture.walk();
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
    await fixture.walk();
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
      const next = await fixture.nextDueAt();
      if (!next) {
        throw new Error("nothing is due any more");
      }
      gapsMs.push(next.getTime() - fixture.clock.at.getTime());
      fixture.clock.at = next;
      await Promise.all(workers.map((worker) => worker.run(new AbortController().signal)));
      expect(receiver.requests).toHaveLength(before + 1);
      expect(await fixture.isBusy()).toBe(false);
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
      const claims = await Promise.all(Array.from({ length: 6 }, () => fixture.claim()));
      expect(claims.flatMap(({ deliveries: claimed }) => claimed)).toHaveLength(1);
      // Simulates a worker that checked the leases a moment too early.
      await fixture.db.update(deliveryQueue).set({ claimId: null, leaseUntil: null });
      expect((await fixture.claim()).deliveries).toEqual([]);
    }
  });

  it.each([
    ["can be granted again at once", 0],
    ["waits if its receiver asked for it meanwhile", dayMs],
  ])("has a probe that, once given back, %s", async (_, waitMs) => {
    const { id } = await workspace.subscribe("http://127.0.0.1:4999/hook");
    const ofEndpoint = eq(webhookEndpoints.id, rowId("whe", id) ?? "");
    await workspace.emit(2);
    const { at } = fixture.clock;
    await fixture.db.update(webhookEndpoints).set({ consecutiveFailures: 1, probeAt: at }).where(ofEndpoint);
    const { deliveries: probes } = await fixture.claim();
    expect(probes).toMatchObject([{ probeAt: at }]);
    const waitsUntil = new Date(at.getTime() + waitMs);
    if (waitMs > 0) {
      await fixture.db.update(webhookEndpoints).set({ probeAt: waitsUntil }).where(ofEndpoint);
    }
    await releaseDeliveries(fixture.db, probes);
    expect((await fixture.endpoint(id)).probeAt).toEqual(waitsUntil);
    expect((await fixture.claim()).deliveries).toHaveLength(waitMs > 0 ? 0 : 1);
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
