import { createDb, deliveries, events } from "@zonepost/db";
import type { EventQuery } from "@zonepost/schema";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { fixture, setUpWebhooks, workspace } from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { hourMs, secondMs } from "../../../kernel/durations.ts";
import { newId, rowId } from "../../../kernel/ids.ts";
import { emit, emitAll } from "../index.ts";
import { listEvents } from "./list-events.ts";

setUpWebhooks();

const transferred = (name: string, createdAt = fixture.clock.at) => ({
  workspaceId: workspace.id,
  type: "domain.transferred" as const,
  data: { name, direction: "in" as const },
  createdAt,
});

describe("emitting", () => {
  it("takes two statements, each prepared once per connection", async () => {
    await workspace.subscribe("https://hooks.example.com/zonepost");
    const db = createDb(fixture.database.url, { maxConnections: 1 });
    try {
      for (const names of [["one.com"], ["one.com"], ["one.com", "two.com", "one.com"]]) {
        await db.transaction((tx) =>
          emitAll(
            tx,
            names.map((name) => transferred(name)),
          ),
        );
      }
      const prepared = await db.execute<{ uses: number }>(sql`
        select (generic_plans + custom_plans)::int as uses
        from pg_prepared_statements where statement like '%insert into%'`);
      expect(prepared.map(({ uses }) => uses)).toEqual([3, 3]);
    } finally {
      await db.close();
    }
    expect(await fixture.db.$count(deliveries, eq(deliveries.workspaceId, workspace.id))).toBe(5);
  });

  it("never deadlocks, and numbers events in the order of their ids, when transactions share subjects", async () => {
    const names = ["a.com", "b.com", "c.com", "d.com"];
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        fixture.db.transaction(async (tx) => {
          const mine = index % 2 === 0 ? names : names.toReversed();
          await emitAll(
            tx,
            [...mine, ...mine].map((name) => transferred(name)),
          );
        }),
      ),
    );
    const rows = await fixture.db
      .select({ subject: events.subject, sequence: events.sequence })
      .from(events)
      .where(eq(events.workspaceId, workspace.id))
      .orderBy(events.id);
    for (const name of names) {
      const sequences = rows.filter(({ subject }) => subject === name).map(({ sequence }) => sequence);
      expect(sequences).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
    }
  });
});

describe("the list of events", () => {
  const list = (query: EventQuery = {}) => listEvents(workspace.ctx(), query);
  const namesIn = (page: readonly { data: unknown }[]) =>
    page.map(({ data }) => (data as { name: string }).name);
  /** Follows the cursor until a page isn't full. */
  async function walk(query: EventQuery & { limit: number }) {
    const walked: string[] = [];
    for (let cursor = query.cursor; ; ) {
      const { page, nextCursor } = await list({ ...query, cursor });
      walked.push(...namesIn(page));
      cursor = nextCursor ?? undefined;
      if (page.length < query.limit) {
        return { walked, cursor };
      }
    }
  }
  const emitNow = (name: string) => fixture.db.transaction((tx) => emit(tx, transferred(name)));

  it("has the bodies as stored, oldest first, and a cursor that continues when there are more", async () => {
    const names = ["one.com", "two.com", "three.com", "four.com", "five.com"];
    for (const name of names) {
      await emitNow(name);
    }
    const stranger = await fixture.createWorkspace();
    await stranger.emit(2);
    const stored = await fixture.db
      .select()
      .from(events)
      .where(eq(events.workspaceId, workspace.id))
      .orderBy(events.id);
    // A test event, and an event from before sequences existed.
    await fixture.db
      .insert(events)
      .values({ ...(stored[0] as (typeof stored)[0]), id: newId(), isTest: true });
    const old = JSON.stringify({ ...JSON.parse(stored[0]?.body ?? ""), sequence: undefined });
    await fixture.db
      .update(events)
      .set({ body: old })
      .where(eq(events.id, stored[0]?.id ?? ""));
    const { page } = await list();
    expect(page.map((body) => JSON.stringify(body))).toEqual([
      old,
      ...stored.slice(1).map(({ body }) => body),
    ]);
    for (const limit of [1, 2, 5, 6]) {
      expect((await walk({ limit })).walked).toEqual(names);
    }
    const { cursor } = await walk({ limit: 2 });
    expect((await list({ cursor })).page).toEqual([]);
    await emitNow("six.com");
    expect(await walk({ limit: 2, cursor })).toMatchObject({ walked: ["six.com"] });
  });

  it("begins at a business time, also after the sandbox clock has moved, and can have one type", async () => {
    await workspace.emitEvent("domain.transferred", { name: "first.com", direction: "in" });
    fixture.clock.advance(hourMs);
    const since = fixture.clock.at.toISOString();
    await workspace.emitEvent("domain.transferred", { name: "second.com", direction: "in" });
    await workspace.emitEvent("domain.expired", { name: "third.com", expiresAt: since });
    const later = new Date(fixture.clock.at.getTime() + secondMs).toISOString();
    fixture.clock.advance(hourMs);
    expect(namesIn((await list({ since })).page)).toEqual(["second.com", "third.com"]);
    expect(namesIn((await list({ since: later })).page)).toEqual([]);
    expect(namesIn((await list({ type: "domain.expired" })).page)).toEqual(["third.com"]);
    expect(namesIn((await list({ since, type: "domain.transferred" })).page)).toEqual(["second.com"]);
  });

  it("skips no event that commits after a later one, and isn't delayed by a report", async () => {
    await emitNow("before.com");
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isEmitted, resolve: emitted } = Promise.withResolvers<void>();
    const slow = fixture.db.transaction(async (tx) => {
      await emit(tx, transferred("slow.com"));
      emitted();
      await mayCommit;
    });
    await isEmitted;
    await emitNow("fast.com");
    const first = await list();
    expect(namesIn(first.page)).toEqual(["before.com"]);
    commit();
    await slow;
    const next = await list({ cursor: first.nextCursor ?? "" });
    expect(namesIn(next.page)).toEqual(["slow.com", "fast.com"]);
    await fixture.db.transaction(async (report) => {
      await report.execute(sql`select count(*) from events`);
      await emitNow("during.com");
      expect(namesIn((await list({ cursor: next.nextCursor ?? "" })).page)).toEqual(["during.com"]);
    });
  });

  it("doesn't go back when a transaction that had started earlier emits", async () => {
    const { promise: mayEmit, resolve: proceed } = Promise.withResolvers<void>();
    const { promise: isStarted, resolve: started } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isEmitted, resolve: emitted } = Promise.withResolvers<void>();
    const late = fixture.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      started();
      await mayEmit;
      await emit(tx, transferred("late.com"));
      emitted();
      await mayCommit;
    });
    await isStarted;
    await emitNow("early.com");
    const { page, nextCursor } = await list();
    expect(namesIn(page)).toEqual(["early.com"]);
    proceed();
    await isEmitted;
    const meanwhile = await list({ cursor: nextCursor ?? "" });
    expect(meanwhile.page).toEqual([]);
    commit();
    await late;
    expect(namesIn((await list({ cursor: meanwhile.nextCursor ?? "" })).page)).toEqual(["late.com"]);
    expect(rowId("evt", page[0]?.id ?? "")).toBeDefined();
  });
});
