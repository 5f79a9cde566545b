import { cardPages, createDb, workspaces } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { minuteMs } from "../durations.ts";
import { newId } from "../ids.ts";
import { dueWorkOf, forEachDueRow } from "./due-rows.ts";

const pages = {
  table: cardPages,
  id: cardPages.id,
  workspaceId: cardPages.workspaceId,
  dueAt: cardPages.nextCheckAt,
};
const start = new Date("2030-01-15T10:00:00.000Z");
const minute = (count: number) => new Date(start.getTime() + count * minuteMs);

it("each due row is worked on once, and workspaces take turns", async () => {
  const database = await createTestDatabase();
  const db = createDb(database.url, { maxConnections: 2 });
  const { signal } = new AbortController();
  try {
    const [busy, quiet] = [newId(), newId()];
    await db
      .insert(workspaces)
      .values([busy, quiet].map((id) => ({ id, name: "Workspace", slug: id, createdAt: start })));
    const page = (workspaceId: string, due: number) => ({
      id: newId(),
      workspaceId,
      processorId: newId(),
      openedBy: { kind: "system" as const, id: null, name: "test" },
      nextCheckAt: minute(due),
      createdAt: start,
    });
    // More than a batch, all due earlier than those of the other workspace.
    const backlog = Array.from({ length: 60 }, () => page(busy, 1));
    const [first, second, later] = [page(quiet, 5), page(quiet, 6), page(quiet, 30)];
    await db.insert(cardPages).values([...backlog, first, second, later]);

    const work = dueWorkOf("test", pages);
    expect([await work.nextDueAt(db, minute(5)), await work.nextDueAt(db, minute(30))]).toEqual([
      minute(6),
      null,
    ]);
    expect([await work.isBusy(db, minute(0)), await work.isBusy(db, minute(1))]).toEqual([false, true]);

    const seen: string[] = [];
    const ctx = { db, clock: { now: async () => minute(10), wallNow: () => start } };
    await forEachDueRow(ctx, pages, signal, async (id) => {
      seen.push(id);
      // Some work fails, and its row stays due.
      if (seen.length % 2 === 0) {
        await db.update(cardPages).set({ nextCheckAt: null }).where(eq(cardPages.id, id));
      }
      return true;
    });
    expect(seen).toHaveLength(62);
    expect(new Set(seen).size).toBe(62);
    expect(seen.slice(0, 4).includes(first.id) && seen.slice(0, 4).includes(second.id)).toBe(true);
    expect(seen).not.toContain(later.id);

    const parallel = 3;
    const atWork = { now: 0, most: 0, rows: 0 };
    const workInParallel = async () => {
      atWork.rows += 1;
      atWork.now += 1;
      atWork.most = Math.max(atWork.most, atWork.now);
      await new Promise((resolve) => setImmediate(resolve));
      atWork.now -= 1;
      return atWork.rows < 20;
    };
    await forEachDueRow(ctx, pages, signal, workInParallel, { parallel });
    expect(atWork).toEqual({ now: 0, most: parallel, rows: expect.any(Number) });
    // Ended by the twentieth row, with those that were in hand.
    expect(atWork.rows).toBeLessThan(20 + parallel);
  } finally {
    await db.close();
    await database.drop();
  }
});
