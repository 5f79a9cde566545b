import { events } from "@zonepost/db";
import { parseEvent } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { fixture, setUpWebhooks, workspace } from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { emit, emitAll } from "../index.ts";

setUpWebhooks();

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
    expect(await fixture.queueLength()).toBe(0);
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
    expect(await workspace.log(all.id)).toMatchObject([
      { eventType: "domain.transferred", status: "pending", attempt: 0 },
    ]);
    expect(await workspace.log(one.id)).toHaveLength(1);
    expect(await workspace.log(none.id)).toEqual([]);
    expect(await fixture.queueLength()).toBe(2);
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
