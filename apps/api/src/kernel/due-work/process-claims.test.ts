import { describe, expect, it } from "vitest";
import { processClaims } from "./process-claims.ts";

/** Items whose work ends only when the test says so. */
function queueOf(count: number) {
  const waiting = Array.from({ length: count }, (_, index) => index);
  const endWork = new Map<number, () => void>();
  const stopping = new AbortController();
  const seen = { claims: 0, most: 0, done: [] as number[] };
  return {
    seen,
    stopping,
    endWork,
    run: (parallel: number) =>
      processClaims(
        parallel,
        stopping.signal,
        async () => {
          seen.claims += 1;
          return waiting.shift();
        },
        async (item) => {
          await new Promise<void>((resolve) => {
            endWork.set(item, resolve);
            seen.most = Math.max(seen.most, endWork.size);
          });
          endWork.delete(item);
          seen.done.push(item);
        },
      ),
    async untilAtWork(count: number) {
      await expect.poll(() => endWork.size).toBe(count);
    },
  };
}

describe("processClaims", () => {
  it("claims once if nothing is waiting", async () => {
    const queue = queueOf(0);
    await queue.run(8);
    expect(queue.seen.claims).toBe(1);
  });

  it("works on as many items as allowed, and takes the next when any of them is done", async () => {
    const queue = queueOf(6);
    const running = queue.run(3);
    await queue.untilAtWork(3);
    for (const last of [2, 1, 3]) {
      queue.endWork.get(last)?.();
      await queue.untilAtWork(3);
    }
    expect([...queue.endWork.keys()]).toEqual([0, 4, 5]);
    for (const end of queue.endWork.values()) {
      end();
    }
    await running;
    expect(queue.seen).toMatchObject({ most: 3, done: [2, 1, 3, 0, 4, 5] });
  });

  it("claims nothing more once stopped, and finishes the work it has", async () => {
    const queue = queueOf(6);
    const running = queue.run(2);
    await queue.untilAtWork(2);
    queue.stopping.abort();
    queue.endWork.get(0)?.();
    queue.endWork.get(1)?.();
    await running;
    expect(queue.seen).toMatchObject({ claims: 2, done: [0, 1] });
    await queue.run(2);
    expect(queue.seen.claims).toBe(2);
  });
});
