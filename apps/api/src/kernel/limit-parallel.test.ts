import { describe, expect, it } from "vitest";
import { limitParallel } from "./limit-parallel.ts";

/** Work that ends when the test says so. */
function heldWork() {
  const started: string[] = [];
  const endings = new Map<string, PromiseWithResolvers<string>>();
  return {
    started,
    work(name: string) {
      started.push(name);
      const ending = Promise.withResolvers<string>();
      endings.set(name, ending);
      return ending.promise;
    },
    finish: (name: string) => endings.get(name)?.resolve(name),
    fail: (name: string) => endings.get(name)?.reject(new Error(name)),
  };
}

describe("limitParallel", () => {
  it("starts no more than the limit at once, and the rest in order of arrival", async () => {
    const held = heldWork();
    const limited = limitParallel(2, held.work);
    const results = ["a", "b", "c", "d"].map(limited);
    expect(held.started).toEqual(["a", "b"]);
    held.finish("b");
    await results[1];
    const latecomer = limited("e");
    await Promise.resolve();
    expect(held.started).toEqual(["a", "b", "c"]);
    held.finish("a");
    held.finish("c");
    await Promise.all([results[0], results[2]]);
    await Promise.resolve();
    expect(held.started).toEqual(["a", "b", "c", "d", "e"]);
    held.finish("d");
    held.finish("e");
    expect(await Promise.all([...results, latecomer])).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("gives the place of work that failed to the next, and the failure to its caller", async () => {
    const held = heldWork();
    const limited = limitParallel(1, held.work);
    const first = limited("a");
    const second = limited("b");
    held.fail("a");
    await expect(first).rejects.toThrow("a");
    held.finish("b");
    expect(held.started).toEqual(["a", "b"]);
    await second;
  });
});
