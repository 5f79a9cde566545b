import {
  auditEntries,
  deliveries,
  deliveryAttempts,
  deliveryQueue,
  events,
  webhookEndpoints,
} from "@zonepost/db";
import type { WebhookDeliveryQuery } from "@zonepost/schema";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  fixture,
  setUpWebhooks,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { whole } from "../../../../test/support/whole.ts";
import { hourMs, minuteMs } from "../../../kernel/durations.ts";
import { isPage } from "../../../kernel/http/page.ts";
import { rowId } from "../../../kernel/ids.ts";
import { previewCatchUp } from "../catch-up/start-catch-up.ts";
import { updateEndpoint } from "../endpoints/update-endpoint.ts";
import { getDelivery } from "./get-delivery.ts";
import { listDeliveries, pageDeliveries } from "./list-deliveries.ts";
import { replayDelivery } from "./replay-delivery.ts";

let id: string;

setUpWebhooks();
beforeEach(async () => {
  ({ id } = await workspace.subscribe("http://127.0.0.1:4999/hook"));
});

const log = (query: WebhookDeliveryQuery = {}) => whole(listDeliveries(workspace.ctx(), { id }, query));
const details = (deliveryId: string) => getDelivery(workspace.ctx(), { id, deliveryId });
const replay = (deliveryId: string) => replayDelivery(workspace.ctx(), { id, deliveryId });
const uuidOf = (deliveryId: string) => rowId("whd", deliveryId) ?? "";
const isRow = (deliveryId: string) => eq(deliveries.id, uuidOf(deliveryId));
const isQueued = (deliveryId: string) => eq(deliveryQueue.deliveryId, uuidOf(deliveryId));
const queued = async (deliveryId: string) =>
  (await fixture.db.select().from(deliveryQueue).where(isQueued(deliveryId)))[0];

const transferred = (name: string) => workspace.emitEvent("domain.transferred", { name, direction: "in" });

async function newDelivery(
  status: "pending" | "succeeded" | "failed" | "skipped" = "pending",
  name = "a.com",
) {
  await transferred(name);
  const [delivery] = await log({ limit: undefined });
  const deliveryId = delivery?.id ?? "";
  if (status !== "pending") {
    await fixture.db
      .update(deliveries)
      .set({ status, attempt: status === "skipped" ? 0 : 1 })
      .where(isRow(deliveryId));
    await fixture.db.delete(deliveryQueue).where(isQueued(deliveryId));
  }
  return deliveryId;
}

describe("the delivery log", () => {
  it("has the latest 100, newest first, also of those that are pending while very many are queued", async () => {
    await fixture.db.execute(sql`
      with added as (
        insert into deliveries
          (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status, created_at)
        select id, ${workspace.id}::uuid, ${rowId("whe", id)}::uuid, id, 'domain.expired', 'a.com', number, 'pending', now()
        from (select number, ('01990000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid as id
          from generate_series(1, 5001) as number) rows
        returning *
      )
      insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
      select workspace_id, id, endpoint_id, event_id, subject, sequence, created_at from added`);
    const latest = Array.from({ length: 100 }, (_, index) => 5_001 - index);
    expect((await log()).map(({ sequence }) => sequence)).toEqual(latest);
    expect((await log({ status: "pending" })).map(({ sequence }) => sequence)).toEqual(latest);
  });

  it("is filtered by status, type, subject and time, and each filter can be paged through", async () => {
    const [oldSkipped, failed] = [
      await newDelivery("skipped"),
      await newDelivery("failed", "xn--bcher-kva.de"),
    ];
    fixture.clock.advance(hourMs);
    const since = fixture.clock.at.toISOString();
    const succeeded = await newDelivery("succeeded");
    await workspace.emitEvent("domain.expired", { name: "a.com", expiresAt: since });
    const expired = (await log())[0]?.id ?? "";
    fixture.clock.advance(hourMs);
    const until = fixture.clock.at.toISOString();
    const pending = await newDelivery("pending", "b.com");
    const all = [pending, expired, succeeded, failed, oldSkipped];
    const eventIds = new Map((await log()).map((delivery) => [delivery.id, delivery.eventId]));
    const searches: [WebhookDeliveryQuery, string[]][] = [
      [{}, all],
      [{ status: "failed" }, [failed]],
      [{ status: "skipped" }, [oldSkipped]],
      [{ status: "succeeded" }, [succeeded]],
      [{ status: "pending" }, [pending, expired]],
      [{ type: "domain.expired" }, [expired]],
      [{ type: "payment.failed" }, []],
      [{ subject: "a.com" }, [expired, succeeded, oldSkipped]],
      [{ subject: "Bücher.DE" }, [failed]],
      [{ subject: "not a name" }, []],
      [{ eventId: eventIds.get(failed) }, [failed]],
      [{ eventId: eventIds.get(expired), status: "pending" }, [expired]],
      [{ eventId: eventIds.get(expired), status: "failed" }, []],
      [{ eventId: "evt_01k3v2m8q4f7x9b0c1d2e3f4g5" }, []],
      [{ since }, [pending, expired, succeeded]],
      [{ until }, [expired, succeeded, failed, oldSkipped]],
      [{ since, until }, [expired, succeeded]],
      [{ subject: "a.com", status: "pending", type: "domain.expired", since, until }, [expired]],
      [{ subject: "a.com", status: "skipped", type: "domain.transferred" }, [oldSkipped]],
    ];
    for (const [query, found] of searches) {
      expect([query, (await log(query)).map((one) => one.id)]).toEqual([query, found]);
      const paged: string[] = [];
      for (let cursor: string | undefined, page = 0; page <= found.length; page += 1) {
        const result = await listDeliveries(workspace.ctx(), { id }, { ...query, limit: 1, cursor });
        const { page: items, nextCursor } = isPage(result)
          ? (result as never)
          : { page: [], nextCursor: null };
        paged.push(...(items as { id: string }[]).map((one) => one.id));
        cursor = nextCursor ?? undefined;
        if (cursor === undefined) {
          break;
        }
      }
      expect([query, paged]).toEqual([query, found]);
    }
    expect(await pageDeliveries(workspace.ctx(), { id, subject: "b.com" })).toMatchObject({
      deliveries: [{ id: pending, subject: "b.com", sequence: 1 }],
      nextCursor: null,
    });
  });

  it("has no index on a column that each result changes, which would stop HOT updates", async () => {
    const indexes = await fixture.db.execute<{ definition: string }>(
      sql`select indexdef as definition from pg_indexes where tablename = 'deliveries'`,
    );
    const changed = /\b(status|status_code|attempt|last_attempt_at|next_attempt_at|duration_ms|error)\b/;
    expect(indexes.filter(({ definition }) => changed.test(definition))).toEqual([]);
    expect(indexes.length).toBeGreaterThan(3);
  });

  it("names the delivery that another one waits for, which has no next attempt until then", async () => {
    await fixture.db
      .update(webhookEndpoints)
      .set({ ordered: true })
      .where(eq(webhookEndpoints.workspaceId, workspace.id));
    await transferred("a.com");
    await transferred("b.com");
    await transferred("a.com");
    const [third, second, first] = await log();
    expect(third).toMatchObject({ subject: "a.com", waitsFor: first?.id, nextAttemptAt: null });
    expect(await details(third?.id ?? "")).toMatchObject({ waitsFor: first?.id, nextAttemptAt: null });
    for (const free of [first, second]) {
      expect(free).toMatchObject({ nextAttemptAt: expect.any(String) });
      expect(free).not.toHaveProperty("waitsFor");
    }
    await fixture.db.delete(deliveryQueue).where(isQueued(first?.id ?? ""));
    expect((await log())[0]).not.toHaveProperty("waitsFor");
  });

  it("marks the delivery of a test event", async () => {
    const deliveryId = await newDelivery("failed");
    expect(await log()).not.toMatchObject([{ test: true }]);
    await fixture.db.update(deliveries).set({ isTest: true }).where(isRow(deliveryId));
    expect(await log()).toMatchObject([{ id: deliveryId, test: true }]);
  });
});

describe("a delivery", () => {
  it("has every attempt, with its request and its response or error", async () => {
    const deliveryId = await newDelivery("failed");
    expect((await details(deliveryId)).attempts).toEqual([]);
    const request = (number: number) =>
      JSON.stringify({ url: "https://hooks.example.com/in", headers: { "X-Service-Attempt": `${number}` } });
    await fixture.db.insert(deliveryAttempts).values({
      workspaceId: workspace.id,
      deliveryId: uuidOf(deliveryId),
      number: 1,
      error: "connection refused",
      errorStage: "connect",
      durationMs: 3,
      attemptedAt: fixture.clock.at,
      request: request(1),
    });
    await fixture.db
      .update(deliveries)
      .set({
        attempt: 2,
        statusCode: 500,
        error: "responded with 500",
        errorStage: "http_500",
        durationMs: 20,
        lastAttemptAt: new Date(fixture.clock.at.getTime() + minuteMs),
        request: request(2),
        responseHeaders: '{"content-type":"text/plain"}',
        responseBody: Buffer.from("kaputt"),
      })
      .where(isRow(deliveryId));
    const found = await details(deliveryId);
    expect(found).toMatchObject({ id: deliveryId, endpointId: id, subject: "a.com", statusCode: 500 });
    expect(JSON.parse(found.body)).toMatchObject({ id: found.eventId, sequence: found.sequence });
    expect(found.attempts).toEqual([
      {
        number: 1,
        sentAt: fixture.clock.at.toISOString(),
        durationMs: 3,
        request: { ...JSON.parse(request(1)), body: found.body },
        response: null,
        error: { stage: "connect", message: "connection refused", hint: expect.stringContaining("firewall") },
      },
      {
        number: 2,
        sentAt: found.lastAttemptAt,
        durationMs: 20,
        request: { ...JSON.parse(request(2)), body: found.body },
        response: {
          statusCode: 500,
          headers: { "content-type": "text/plain" },
          body: "kaputt",
          bodyEncoding: "utf-8",
          bodyTruncated: false,
        },
        error: { stage: "http_500", message: "responded with 500", hint: expect.stringContaining("log") },
      },
    ]);
  });

  it("is missing at another endpoint, and in another workspace", async () => {
    const deliveryId = await newDelivery("failed");
    const other = await workspace.subscribe("http://127.0.0.1:4999/other");
    const stranger = await fixture.createWorkspace();
    const missing = { kind: "not_found", code: "not_found" };
    for (const act of [getDelivery, replayDelivery]) {
      await expect(act(workspace.ctx(), { id: other.id, deliveryId })).rejects.toMatchObject(missing);
      await expect(act(workspace.ctx(), { id, deliveryId: "whd_1" })).rejects.toMatchObject(missing);
      await expect(act(stranger.ctx(), { id, deliveryId })).rejects.toMatchObject(missing);
      await expect(act(workspace.ctx("billing"), { id, deliveryId })).rejects.toMatchObject({
        kind: "forbidden",
      });
    }
    expect(await queued(deliveryId)).toBeUndefined();
  });
});

describe("a replay", () => {
  it("sends the same bytes and event ID again, as one more attempt", async () => {
    await using receiver = await createReceiver(answerWith(204));
    await fixture.db
      .update(webhookEndpoints)
      .set({ url: receiver.url })
      .where(eq(webhookEndpoints.workspaceId, workspace.id));
    await transferred("bücher.de");
    await fixture.runSweep();
    const deliveryId = (await log())[0]?.id ?? "";
    const replayed = await replay(deliveryId);
    expect(replayed).toMatchObject({
      id: deliveryId,
      status: "pending",
      attempt: 1,
      nextAttemptAt: fixture.clock.at.toISOString(),
    });
    await fixture.runSweep();
    const [first, second] = receiver.requests;
    expect(second?.body).toEqual(first?.body);
    expect(
      receiver.requests.map(({ headers }) => [headers["webhook-id"], headers["x-service-attempt"]]),
    ).toEqual([
      [replayed.eventId, "1"],
      [replayed.eventId, "2"],
    ]);
    expect(await log()).toMatchObject([{ status: "succeeded", attempt: 2, statusCode: 204 }]);
    const audits = await fixture.db.select().from(auditEntries).where(eq(auditEntries.target, deliveryId));
    expect(audits).toMatchObject([
      { action: "webhook_delivery.replayed", details: { name: "bücher.de", endpointId: id } },
    ]);
  });

  it("that fails doesn't undo a delivery, so that a catch-up leaves the event out", async () => {
    await using receiver = await createReceiver(answerWith(204));
    await fixture.db
      .update(webhookEndpoints)
      .set({ url: receiver.url })
      .where(eq(webhookEndpoints.workspaceId, workspace.id));
    await transferred("a.com");
    await fixture.runSweep();
    const deliveryId = (await log())[0]?.id ?? "";
    receiver.answer = answerWith(500);
    for (const attempt of [2, 3]) {
      await replay(deliveryId);
      await fixture.runSweep();
      expect(await details(deliveryId)).toMatchObject({ status: "succeeded", attempt, statusCode: 500 });
    }
    await replay(deliveryId);
    await updateEndpoint({ ...workspace.ctx(), ...fixture.ports }, { id, patch: { active: false } });
    await fixture.runSweep();
    expect(await details(deliveryId)).toMatchObject({ status: "succeeded", attempt: 3, nextAttemptAt: null });
    expect(receiver.requests).toHaveLength(3);
    expect((await log({ status: "succeeded" })).map((delivery) => delivery.id)).toEqual([deliveryId]);
    const catchUp = { since: new Date(fixture.clock.at.getTime() - hourMs).toISOString() };
    expect(await previewCatchUp(workspace.ctx(), { id, catchUp })).toEqual({ count: 0 });
  });

  it("of a pending delivery is due at once, and keeps the time of the scheduled retry", async () => {
    const deliveryId = await newDelivery("pending");
    const probeAt = new Date(fixture.clock.at.getTime() + 2 * hourMs);
    await fixture.db
      .update(webhookEndpoints)
      .set({ consecutiveFailures: 1, probeAt })
      .where(eq(webhookEndpoints.workspaceId, workspace.id));
    const retryAt = new Date(fixture.clock.at.getTime() + hourMs);
    const staleClaim = { claimId: uuidOf(deliveryId), leaseUntil: new Date(Date.now() - 1_000) };
    await fixture.db
      .update(deliveryQueue)
      .set({ dueAt: retryAt, attempt: 3, replays: 1, ...staleClaim })
      .where(isQueued(deliveryId));
    expect(await replay(deliveryId)).toMatchObject({ nextAttemptAt: fixture.clock.at.toISOString() });
    expect(await queued(deliveryId)).toMatchObject({
      kind: "replay",
      dueAt: fixture.clock.at,
      resumeAt: retryAt,
      attempt: 3,
      replays: 2,
      claimId: null,
      leaseUntil: null,
    });
  });

  it("of a finished delivery neither waits for other events of its subject nor holds them back", async () => {
    const deliveryId = await newDelivery("failed");
    await fixture.db.update(deliveries).set({ attempt: 5 }).where(isRow(deliveryId));
    await replay(deliveryId);
    expect(await queued(deliveryId)).toMatchObject({
      kind: "replay",
      resumeAt: null,
      attempt: 5,
      replays: 1,
      isOrdered: false,
    });
  });

  it.each([
    ["webhook_replay_pending", async (deliveryId: string) => void (await replay(deliveryId))],
    [
      "webhook_delivery_in_flight",
      async (deliveryId: string) => {
        await replay(deliveryId);
        const leaseUntil = new Date(Date.now() + hourMs);
        await fixture.db.update(deliveryQueue).set({ leaseUntil }).where(isQueued(deliveryId));
      },
    ],
    [
      "webhook_endpoint_inactive",
      async () => {
        await fixture.db
          .update(webhookEndpoints)
          .set({ active: false })
          .where(eq(webhookEndpoints.workspaceId, workspace.id));
      },
    ],
    [
      "webhook_test_delivery",
      async (deliveryId: string) => {
        await fixture.db.update(deliveries).set({ isTest: true }).where(isRow(deliveryId));
      },
    ],
    [
      "webhook_event_expired",
      async () => void (await fixture.db.delete(events).where(eq(events.workspaceId, workspace.id))),
    ],
  ])("is refused with %s, and changes nothing", async (code, prepare) => {
    const deliveryId = await newDelivery("failed");
    await prepare(deliveryId);
    const before = [await log(), await queued(deliveryId)];
    await expect(replay(deliveryId)).rejects.toMatchObject({ kind: "conflict", code });
    expect([await log(), await queued(deliveryId)]).toEqual(before);
  });

  it("is requested once by simultaneous requests", async () => {
    const deliveryId = await newDelivery("succeeded");
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => replay(deliveryId)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ code: "webhook_replay_pending" });
      }
    }
    expect(await queued(deliveryId)).toMatchObject({ attempt: 1, replays: 1 });
  });
});
