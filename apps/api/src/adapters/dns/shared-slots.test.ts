import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { SharedSlots } from "./shared-slots.ts";

/** Records the order in which requests get a slot; `free` returns the slot of one of them. */
function queueFor(limits: { total: number; perOwner: number; waitingPerOwner: number }) {
  const slots = new SharedSlots(limits);
  const started: string[] = [];
  const refused: string[] = [];
  const held = new Map<string, () => void>();
  return {
    started,
    refused,
    /** Requests a slot for the owner named by the first letter. */
    async request(name: string, signal = new AbortController().signal) {
      void slots.take(name.slice(0, 1), signal).then((free) => {
        (free ? started : refused).push(name);
        if (free) {
          held.set(name, free);
        }
      });
      await turn();
    },
    async free(name: string) {
      held.get(name)?.();
      held.delete(name);
      await turn();
    },
  };
}

describe("SharedSlots", () => {
  it("keeps slots free for others when one owner floods it", async () => {
    const queue = queueFor({ total: 4, perOwner: 2, waitingPerOwner: 10 });
    for (const name of ["a1", "a2", "a3", "a4", "b1"]) {
      await queue.request(name);
    }
    expect(queue.started).toEqual(["a1", "a2", "b1"]);
    await queue.free("b1");
    expect(queue.started).toEqual(["a1", "a2", "b1"]);
    await queue.free("a1");
    expect(queue.started.at(-1)).toBe("a3");
  });

  it("gives freed slots to owners with fewer first, then in turn, and to an owner's requests in order", async () => {
    const queue = queueFor({ total: 2, perOwner: 2, waitingPerOwner: 10 });
    for (const name of ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1"]) {
      await queue.request(name);
    }
    for (const name of ["a1", "a2", "b1", "c1", "a3"]) {
      await queue.free(name);
    }
    expect(queue.started).toEqual(["a1", "a2", "b1", "a3", "c1", "b2", "a4"]);
  });

  it("refuses requests beyond an owner's queue, and those whose signal aborts while they wait", async () => {
    const queue = queueFor({ total: 1, perOwner: 1, waitingPerOwner: 2 });
    const deadline = new AbortController();
    await queue.request("a1");
    await queue.request("a2", deadline.signal);
    for (const name of ["a3", "a4", "b1"]) {
      await queue.request(name);
    }
    expect(queue.refused).toEqual(["a4"]);
    deadline.abort();
    await turn();
    expect(queue.refused).toEqual(["a4", "a2"]);
    await queue.request("a5");
    for (const name of ["a1", "a3", "b1", "a5"]) {
      await queue.free(name);
    }
    expect(queue.started).toEqual(["a1", "a3", "b1", "a5"]);
  });
});
