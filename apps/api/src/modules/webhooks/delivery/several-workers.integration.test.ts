import { deliveryQueue } from "@zonepost/db";
import { eventCatalog } from "@zonepost/schema";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  delivered,
  fixture,
  refused,
  setUpWebhooks,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { secondMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";
import { firstCursor } from "./claim-deliveries.ts";
import { completeDeliveries } from "./record/complete-deliveries.ts";

setUpWebhooks();

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
    expect(await fixture.queueLength()).toBe(0);
  });

  it("resend a killed worker's delivery once, after its lease has ended", async () => {
    await using receiver = await createReceiver(answerWith(200));
    const endpoint = await workspace.subscribe(receiver.url);
    await workspace.emit();
    expect((await fixture.claim()).deliveries).toHaveLength(1);
    await fixture.runSweep();
    expect(receiver.requests).toEqual([]);
    expect(await fixture.isBusy()).toBe(true);
    await fixture.db.update(deliveryQueue).set({ leaseUntil: sql`now() - interval '1 second'` });
    await fixture.runSweep();
    await fixture.runSweep();
    expect(receiver.requests).toHaveLength(1);
    expect(await workspace.log(endpoint.id)).toMatchObject([{ status: "succeeded", attempt: 1 }]);
    expect(await fixture.isBusy()).toBe(false);
  });

  it("can't overwrite each other: a result that arrives after the lease was taken over is dropped", async () => {
    const endpoint = await workspace.subscribe("http://127.0.0.1:4999/hook");
    await workspace.emit();
    const {
      deliveries: [slow],
    } = await fixture.claim({ leaseSeconds: 0 });
    const {
      deliveries: [quick],
    } = await fixture.claim();
    if (!slow || !quick) {
      throw new Error("nothing was claimed");
    }
    expect(quick.deliveryId).toBe(slow.deliveryId);
    const endedAt = fixture.clock.at;
    for (const late of [refused, delivered]) {
      await completeDeliveries(workspace.systemCtx(), [{ claim: slow, outcome: { ...late, endedAt } }]);
      expect(await workspace.log(endpoint.id)).toMatchObject([
        { status: "pending", attempt: 0, statusCode: null },
      ]);
      expect(await fixture.queueLength()).toBe(1);
    }
    expect((await fixture.endpoint(endpoint.id)).consecutiveFailures).toBe(0);
    await completeDeliveries(workspace.systemCtx(), [{ claim: quick, outcome: { ...delivered, endedAt } }]);
    await completeDeliveries(workspace.systemCtx(), [{ claim: slow, outcome: { ...refused, endedAt } }]);
    expect(await workspace.log(endpoint.id)).toMatchObject([
      { status: "succeeded", attempt: 1, statusCode: 200 },
    ]);
    expect((await fixture.endpoint(endpoint.id)).consecutiveFailures).toBe(0);
  });

  it("alternate between endpoints, limit each, and take first attempts before retries", async () => {
    const busy = await workspace.subscribe("http://127.0.0.1:4999/busy", ["domain.transferred"]);
    await workspace.emit(30);
    await workspace.subscribe("http://127.0.0.1:4999/quiet", ["payment.failed"]);
    await workspace.emitEvent("payment.failed", eventCatalog["payment.failed"].example);
    const first = await fixture.claim({ limit: 2 });
    expect(new Set(first.deliveries.map(({ endpoint }) => endpoint?.url)).size).toBe(2);
    const capped = await fixture.claim({
      room: { ofEndpoint: new Map([[rowId("whe", busy.id) ?? "", 3]]) },
    });
    expect(capped.deliveries).toHaveLength(3);
    await fixture.db.update(deliveryQueue).set({ claimId: null, leaseUntil: null });
    const [retry] = first.deliveries.filter(({ endpoint }) => endpoint?.url.endsWith("/busy"));
    await fixture.db
      .update(deliveryQueue)
      .set({ attempt: 1 })
      .where(eq(deliveryQueue.deliveryId, retry?.deliveryId ?? ""));
    const second = await fixture.claim({ room: { perEndpoint: 29 } });
    expect(second.deliveries).toHaveLength(30);
    expect(second.deliveries.map(({ deliveryId }) => deliveryId)).not.toContain(retry?.deliveryId);
  });

  it("claim no more for a workspace, a target host, or in all, than there is room for, unless endpoints are quick", async () => {
    const other = await fixture.createWorkspace();
    const own: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const { id } = await workspace.subscribe(`http://Slow.example.com.:${5_000 + index}?${index}`);
      own.push(rowId("whe", id) ?? "");
    }
    await other.subscribe("http://slow.example.com/other");
    await other.subscribe("http://quick.example.com:8080/other");
    await workspace.emit(4);
    await other.emit(4);
    const claimed = async (room: NonNullable<Parameters<typeof fixture.claim>[0]>["room"]) => {
      const { deliveries, isCut } = await fixture.claim({ room: { perEndpoint: 3, ...room } });
      await fixture.db.update(deliveryQueue).set({ claimId: null, leaseUntil: null });
      const targets = deliveries.map(({ endpoint, workspaceId }) =>
        [workspaceId === other.id ? "other" : "own", endpoint?.targetHost].join(" "),
      );
      const counts = [...Map.groupBy(targets, (target) => target)].map(([target, all]) => [
        target,
        all.length,
      ]);
      return { isCut, counts: counts.sort() };
    };
    const ofOther = [
      ["other quick.example.com", 3],
      ["other slow.example.com", 3],
    ];
    expect((await claimed({})).counts).toEqual([...ofOther, ["own slow.example.com", 18]]);
    const none = (...keys: string[]) => new Map(keys.map((key) => [key, 0]));
    const withoutOwn = await claimed({ ofWorkspace: none(workspace.id) });
    expect(withoutOwn).toEqual({ isCut: true, counts: ofOther });
    expect(await claimed({ ofWorkspace: none(workspace.id, other.id) })).toEqual({ isCut: true, counts: [] });
    expect((await claimed({ ofHost: none("slow.example.com") })).counts).toEqual(ofOther.slice(0, 1));
    const counts = (quick: number, slow: number, ofOwn: number) => ({
      isCut: true,
      counts: [
        ["other quick.example.com", quick],
        ["other slow.example.com", slow],
        ["own slow.example.com", ofOwn],
      ],
    });
    const ofWorkspace = new Map([[workspace.id, 2]]);
    expect(await claimed({ ofWorkspace })).toEqual(counts(3, 3, 2));
    expect(await claimed({ perWorkspace: 4 })).toEqual(counts(2, 2, 4));
    // In turn, so that the workspace with one endpoint at a host has its part of it.
    expect(await claimed({ ofHost: new Map([["slow.example.com", 7]]) })).toEqual(counts(3, 1, 6));
    expect(await claimed({ perHost: 7 })).toEqual(counts(3, 1, 6));
    expect(await claimed({ total: 8 })).toEqual(counts(1, 1, 6));
    // One workspace's share cuts what would take all of the host's.
    expect(await claimed({ ofWorkspace, ofHost: new Map([["slow.example.com", 3]]) })).toEqual(
      counts(3, 1, 2),
    );
    const quick = await claimed({
      total: 2,
      ofWorkspace: none(workspace.id),
      ofHost: none("slow.example.com"),
      ofQuickEndpoint: new Map(own.slice(0, 2).map((id) => [id, 4])),
    });
    expect(quick).toEqual({
      isCut: true,
      counts: [
        ["other quick.example.com", 2],
        ["own slow.example.com", 8],
      ],
    });
  });

  it("start each claim after the endpoint where the last one ended", async () => {
    for (let index = 0; index < 4; index += 1) {
      await workspace.subscribe(`http://127.0.0.1:4999/${index}`);
    }
    await workspace.emit(3);
    const urls: string[] = [];
    let cursor = firstCursor;
    for (let turn = 0; turn < 6; turn += 1) {
      const next = await fixture.claim({ limit: 2, cursor });
      urls.push(...next.deliveries.map(({ endpoint }) => endpoint?.url.at(-1) ?? ""));
      ({ cursor } = next);
    }
    expect(urls).toEqual([..."012301230123"]);
  });
});

describe("the due work reported to the clock", () => {
  it("has the next due moment, and is only busy while due work waits or runs", async () => {
    expect(await fixture.nextDueAt()).toBeNull();
    expect(await fixture.isBusy()).toBe(false);
    await using receiver = await createReceiver(answerWith(500));
    await workspace.subscribe(receiver.url);
    await workspace.emit();
    expect(await fixture.isBusy()).toBe(true);
    await fixture.runSweep();
    expect(await fixture.isBusy()).toBe(false);
    expect(await fixture.nextDueAt()).toEqual(new Date(fixture.clock.at.getTime() + 30 * secondMs));
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
    const entries = await workspace.log(endpoint.id);
    expect(entries.map(({ attempt }) => attempt)).toEqual([0, 1]);
    expect(entries[1]?.error).toBe("connection closed before a response");
  });
});
