import { deliveryQueue, webhookEndpoints } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { fixture, setUpWebhooks, workspace } from "../webhooks-fixture.ts";
import { claimFew, fewDeliveries } from "./claim-few.ts";
import { emptyQueue, entriesReadBy, holdSnapshot } from "./claim-fixture.ts";

setUpWebhooks();
beforeEach(async () => {
  await workspace.subscribe("http://127.0.0.1:4999/one");
});

const claim = (room: number = fewDeliveries) =>
  claimFew(workspace.ctx(), { now: fixture.clock.at, room, leaseSeconds: 60 });

async function claimedInQueue(): Promise<number> {
  const rows = await fixture.db.select().from(deliveryQueue);
  return rows.filter(({ claimId }) => claimId !== null).length;
}

describe("claiming the few deliveries that are due", () => {
  it("takes all of them once, with what is needed to send them, and nothing that isn't due", async () => {
    expect(await claim()).toEqual([]);
    await workspace.emit(fewDeliveries - 1);
    const claimed = (await claim()) ?? [];
    expect(claimed).toHaveLength(fewDeliveries - 1);
    expect(claimed[0]).toMatchObject({
      workspaceId: workspace.id,
      kind: "scheduled",
      attemptsMade: 0,
      isOrdered: false,
      isRepeat: false,
      probeAt: null,
      dueAt: fixture.clock.at,
      event: { type: "domain.transferred" },
      endpoint: {
        url: "http://127.0.0.1:4999/one",
        targetHost: "127.0.0.1",
        active: true,
        isSubscribed: true,
      },
    });
    await fixture.db.update(deliveryQueue).set({ dueAt: new Date(fixture.clock.at.getTime() + 1) });
    await fixture.db.update(deliveryQueue).set({ leaseUntil: null });
    expect(await claim()).toEqual([]);
  });

  it("says that a lease ended before", async () => {
    await workspace.emit();
    await claim();
    await fixture.db.update(deliveryQueue).set({ leaseUntil: new Date(0) });
    expect(await claim()).toMatchObject([{ isRepeat: true }]);
  });

  it("leaves each to one of several workers", async () => {
    await workspace.emit(fewDeliveries);
    const claims = await Promise.all([claim(), claim(), claim(), claim()]);
    const ids = claims.flatMap((each) => (each ?? []).map(({ deliveryId }) => deliveryId));
    expect(new Set(ids).size).toBe(fewDeliveries);
    expect(ids).toHaveLength(fewDeliveries);
  });

  it("takes none of more, nor of more than an endpoint has room for", async () => {
    await workspace.emit(3);
    expect(await claim(2)).toBeNull();
    await workspace.emit(fewDeliveries - 2);
    expect(await claim()).toBeNull();
    expect(await claimedInQueue()).toBe(0);
  });

  it.each<
    [string, Partial<typeof deliveryQueue.$inferInsert>, Partial<typeof webhookEndpoints.$inferInsert>]
  >([
    ["an ordered event", { isOrdered: true }, {}],
    ["a replay", { kind: "replay" }, {}],
    ["a test event", { kind: "test" }, {}],
    ["the probe of a failing endpoint", {}, { probeAt: new Date(0) }],
    ["what an inactive endpoint missed", {}, { active: false }],
    ["the endpoint of a catch-up that prepares", {}, { isHeld: true }],
  ])("takes none if %s is due", async (_, queued, endpoint) => {
    await workspace.emit(2);
    await fixture.db.update(deliveryQueue).set({ attempt: 0, ...queued });
    await fixture.db.update(webhookEndpoints).set({ active: true, ...endpoint });
    await workspace.subscribe("http://127.0.0.1:4999/two");
    await workspace.emit();
    expect(await claim()).toBeNull();
    expect(await claimedInQueue()).toBe(0);
  });

  it("takes none if an endpoint was deleted", async () => {
    await workspace.emit();
    await fixture.db.delete(webhookEndpoints);
    expect(await claim()).toBeNull();
    expect(await claimedInQueue()).toBe(0);
  });

  it("doesn't read what was sent before, although a report keeps it from being removed", async () => {
    const sentCount = 5_000;
    await emptyQueue();
    await using _report = await holdSnapshot();
    await fixture.db.execute(sql`
      insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
      select ${workspace.id}, uuidv7(), uuidv7(), uuidv7(), 'example.com', number,
        ${fixture.clock.at.toISOString()}::timestamptz - interval '1 minute'
      from generate_series(1, ${sentCount}::int) number`);
    await fixture.reset();
    await workspace.emit();
    const dueFrom = new Date(fixture.clock.at.getTime() - 1_000);
    expect(await readBy({ dueFrom })).toBeLessThan(100);
    expect(await readBy({})).toBeGreaterThan(sentCount);
  });

  it("leaves what was due before the given time", async () => {
    await workspace.emit();
    const request = { now: fixture.clock.at, room: fewDeliveries, leaseSeconds: 60 };
    const later = new Date(fixture.clock.at.getTime() + 1);
    expect(await claimFew(workspace.ctx(), { ...request, now: later, dueFrom: later })).toEqual([]);
    expect(await claimFew(workspace.ctx(), { ...request, dueFrom: fixture.clock.at })).toHaveLength(1);
  });
});

/** The number of index entries that a claim reads. */
const readBy = (request: { dueFrom?: Date }) =>
  entriesReadBy((db) =>
    claimFew({ db }, { now: fixture.clock.at, room: fewDeliveries, leaseSeconds: 60, ...request }),
  );
