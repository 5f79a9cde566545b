import { deliveryHours, deliveryQueue } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import {
  fixture,
  refused,
  setUpWebhooks,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { rowId } from "../../../kernel/ids.ts";
import { completeDeliveries } from "../delivery/record/complete-deliveries.ts";
import { durationBucketCount } from "../delivery/record/duration-buckets.ts";
import { releaseDeliveries } from "../delivery/release-deliveries.ts";
import { emit } from "../index.ts";
import { reactivateEndpoint } from "./reactivate-endpoint.ts";
import { updateEndpoint } from "./update-endpoint.ts";

setUpWebhooks();

const transferred = (name: string) => ({
  workspaceId: workspace.id,
  type: "domain.transferred" as const,
  data: { name, direction: "in" as const },
  createdAt: fixture.clock.at,
});
const setOrdered = (id: string, ordered: boolean) =>
  updateEndpoint({ ...workspace.ctx(), ...fixture.ports }, { id, patch: { ordered } });
const areOrdered = async () =>
  (await fixture.db.select().from(deliveryQueue).orderBy(deliveryQueue.deliveryId)).map(
    ({ isOrdered }) => isOrdered,
  );

it.each([true, false])(
  "ordered: %s applies to what another transaction was emitting, which can emit more meanwhile",
  async (ordered) => {
    const { id } = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await setOrdered(id, !ordered);
    const { change, other } = await fixture.db.transaction(async (tx) => {
      await emit(tx, transferred("slow.com"));
      const changing = setOrdered(id, ordered);
      await fixture.untilLocked(changing);
      await emit(tx, transferred("slow.com"));
      const emitting = workspace.emitEvent("domain.transferred", { name: "other.com", direction: "in" });
      await fixture.untilLocked(emitting, 2);
      // In an object: the transaction would wait for a promise that it returns.
      return { change: changing, other: emitting };
    });
    await Promise.all([change, other]);
    expect(await areOrdered()).toEqual([ordered, ordered, ordered]);
  },
);

it.each([
  { reason: "the receiver's failure", errorStage: "http_500", statusCode: 500 },
  { reason: "an error of our own", errorStage: "internal", statusCode: null },
])("ordered applies to a retry after $reason that is recorded at the same time", async (failure) => {
  const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
  await workspace.emit();
  const ctx = workspace.systemCtx();
  const { deliveries } = await fixture.claim();
  const outcome = { ...refused, endedAt: fixture.clock.at, ...failure };
  const results = deliveries.map((claim) => ({ claim, outcome }));
  const hour = new Date("2026-03-01T09:00:00.000Z");
  const endpointId = rowId("whe", endpoint.id) ?? "";
  await fixture.db.insert(deliveryHours).values({
    workspaceId: workspace.id,
    endpointId,
    hour,
    durationCounts: Array(durationBucketCount).fill(0),
  });
  const { record, change } = await fixture.db.transaction(async (tx) => {
    await tx.select().from(deliveryHours).where(eq(deliveryHours.endpointId, endpointId)).for("update");
    const recording = completeDeliveries(ctx, results);
    await fixture.untilLocked(recording);
    const changing = setOrdered(endpoint.id, true);
    await fixture.untilLocked(changing, 2);
    return { record: recording, change: changing };
  });
  await Promise.all([record, change]);
  expect(await areOrdered()).toEqual([true]);
});

it.each([true, false])(
  "ordered: %s applies to what a worker was claiming, and gives back",
  async (ordered) => {
    const { id } = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await setOrdered(id, !ordered);
    await workspace.emit(2);
    const { deliveries } = await fixture.claim();
    expect(deliveries).toHaveLength(2);
    await fixture.db.transaction(async (tx) => {
      await tx.select().from(deliveryQueue).for("update");
      await setOrdered(id, ordered);
    });
    expect(await areOrdered()).toEqual([!ordered, !ordered]);
    await releaseDeliveries(fixture.db, deliveries);
    expect(await areOrdered()).toEqual([ordered, ordered]);
    expect((await fixture.claim()).deliveries).toHaveLength(2);
  },
);

it.each(["scheduled", "replay"] as const)(
  "ordered applies to an event that was to be skipped until its endpoint became active again: %s",
  async (kind) => {
    const { id } = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await workspace.emit();
    const ctx = { ...workspace.ctx(), ...fixture.ports };
    await updateEndpoint(ctx, { id, patch: { active: false } });
    const resumeAt = new Date(fixture.clock.at.getTime() + 1_000);
    await fixture.db.update(deliveryQueue).set({ kind, ...(kind === "replay" && { resumeAt, replays: 1 }) });
    const { deliveries } = await fixture.claim();
    expect(deliveries).toMatchObject([{ endpoint: { active: false } }]);
    if (kind === "scheduled") {
      await reactivateEndpoint(ctx, { id });
    }
    await fixture.db.transaction(async (tx) => {
      await tx.select().from(deliveryQueue).for("update");
      await setOrdered(id, true);
    });
    expect(await areOrdered()).toEqual([false]);
    const outcome = { kind: "skipped" as const, endedAt: fixture.clock.at };
    await completeDeliveries(
      workspace.systemCtx(),
      deliveries.map((claim) => ({ claim, outcome })),
    );
    expect(await areOrdered()).toEqual([true]);
  },
);

it("giving back a test doesn't order it", async () => {
  const { id } = await workspace.subscribe("http://127.0.0.1:4999/hook");
  await setOrdered(id, true);
  await workspace.emit();
  await fixture.db.update(deliveryQueue).set({ kind: "test", isOrdered: false });
  await releaseDeliveries(fixture.db, (await fixture.claim()).deliveries);
  expect(await areOrdered()).toEqual([false]);
});
