import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { limitParallel } from "./limit-parallel.ts";

function heldWork() {
  const started: string[] = [];
  const endings = new Map<string, PromiseWithResolvers<string>>();
  return {
    started,
    work: (name: string) => () => {
      started.push(name);
      const ending = Promise.withResolvers<string>();
      endings.set(name, ending);
      return ending.promise;
    },
    async finish(name: string) {
      endings.get(name)?.resolve(name);
      await turn();
    },
    async fail(name: string) {
      endings.get(name)?.reject(new Error(name));
      await turn();
    },
  };
}

describe("limitParallel", () => {
  it("runs at most the limit at once, and the rest in order of arrival", async () => {
    const held = heldWork();
    const limited = limitParallel(2);
    const results = ["a", "b", "c", "d"].map((name) => limited(held.work(name)));
    await turn();
    expect(held.started).toEqual(["a", "b"]);
    await held.finish("b");
    const latecomer = limited(held.work("e"));
    await turn();
    expect(held.started).toEqual(["a", "b", "c"]);
    await held.finish("a");
    await held.finish("c");
    expect(held.started).toEqual(["a", "b", "c", "d", "e"]);
    await held.finish("d");
    await held.finish("e");
    expect(await Promise.all([...results, latecomer])).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("passes the slot of a failed task to the next one, and the error to its caller", async () => {
    const held = heldWork();
    const limited = limitParallel(1);
    const failure = expect(limited(held.work("a"))).rejects.toThrow("a");
    const second = limited(held.work("b"));
    await turn();
    await held.fail("a");
    await failure;
    expect(held.started).toEqual(["a", "b"]);
    await held.finish("b");
    expect(await second).toBe("b");
  });

  it("rejects calls beyond the waiting limit, even if all arrive at once", async () => {
    const held = heldWork();
    const limited = limitParallel(1, 2);
    const results = ["a", "b", "c"].map((name) => limited(held.work(name)));
    await expect(limited(held.work("d"))).rejects.toMatchObject({ code: "busy", retryAfterSeconds: 2 });
    await turn();
    await held.finish("a");
    results.push(limited(held.work("e")));
    for (const name of ["b", "c", "e"]) {
      await turn();
      await held.finish(name);
    }
    expect(await Promise.all(results)).toEqual(["a", "b", "c", "e"]);
  });
});
