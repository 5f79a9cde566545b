import { describe, expect, it } from "vitest";
import { isTooLarge, maxDeliveries, maxHops, measureForwarding, type Route } from "./measure-forwarding.ts";

type Given = Record<string, string[] | { forwardTo: string; keepsCopy: boolean } | { foreign: string[] }>;

const routesOf =
  (given: Given) =>
  (address: string): Route | undefined => {
    // As the database does: the address, then without its subaddress, then the catch-all.
    const names = [address, address.replace(/\+.*$/, ""), "*"];
    const found = names.find((name) => name in given);
    const route = given[found ?? ""];
    if (found === undefined || route === undefined) {
      return undefined;
    }
    const own = { address: found, workspaceId: "own", keepsCopy: false };
    if (Array.isArray(route)) {
      return { ...own, targets: route };
    }
    return "foreign" in route
      ? { ...own, workspaceId: "another", targets: route.foreign }
      : { ...own, targets: [route.forwardTo], keepsCopy: route.keepsCopy };
  };
const measure = (given: Given, start = "a") => measureForwarding(start, routesOf(given), "own");
const chain = (length: number): Given =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [index === 0 ? "a" : `${index}`, [`${index + 1}`]]),
  );
const many = (count: number, prefix = "out") =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

describe("forwarding", () => {
  it.each<[string, Given, boolean, number, number]>([
    ["an unknown address", {}, false, 1, 0],
    ["an account", { a: [] }, false, 1, 0],
    ["an alias", { a: ["b"] }, false, 1, 1],
    ["several targets", { a: ["b", "c"], c: ["d", "e"] }, false, 3, 2],
    ["an account without a copy", { a: { forwardTo: "b", keepsCopy: false } }, false, 1, 1],
    ["an account with a copy", { a: { forwardTo: "b", keepsCopy: true } }, false, 2, 1],
    ["the same target by two ways", { a: ["b", "c"], b: ["d"], c: ["d"], d: ["e", "f"] }, false, 4, 3],
    ["an alias to itself", { a: ["a"] }, true, 1, 1],
    ["an alias to its subaddress", { a: ["a+list"] }, true, 1, 1],
    ["a subaddress with an alias of its own", { a: ["a+list"], "a+list": ["b"] }, false, 1, 2],
    ["a loop behind a detour", { a: ["x", "b"], b: ["c"], c: ["a+x"] }, true, 2, 3],
    [
      "a loop through an account with a copy",
      { a: ["b"], b: { forwardTo: "a", keepsCopy: true } },
      true,
      2,
      2,
    ],
    ["a loop through another workspace", { a: ["b"], b: { foreign: ["a"] } }, true, 1, 2],
    ["a catch-all to an account", { "*": ["info"], info: [] }, false, 1, 1],
    ["a catch-all to an unknown address", { "*": ["info"] }, true, 1, 1],
    ["an alias to an address that only the catch-all has", { a: ["b"], "*": ["a"] }, true, 1, 2],
    ["another workspace's large alias", { a: ["b"], b: { foreign: many(50) } }, false, 1, 2],
  ])("through %s is measured", (_, given, loops, deliveries, hops) => {
    expect(measure(given, "*" in given && !("a" in given) ? "unknown" : "a")).toEqual({
      loops,
      deliveries,
      hops,
    });
  });

  it("is limited to 200 deliveries, however few addresses they go to", () => {
    expect(isTooLarge(measure({ a: many(maxDeliveries) }))).toBe(false);
    expect(isTooLarge(measure({ a: many(maxDeliveries + 1) }))).toBe(true);
    const doubling = Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [
        index === 0 ? "a" : `x${index}`,
        [`x${index + 1}`, `y${index + 1}`],
      ]).flatMap(([name, targets]) => [
        [name, targets],
        [String(name).replace("x", "y"), targets],
      ]),
    ) as Given;
    expect(measure(doubling).deliveries).toBe(2 ** 15);
  });

  it("is limited to 20 hops", () => {
    expect(isTooLarge(measure(chain(maxHops)))).toBe(false);
    expect(isTooLarge(measure(chain(maxHops + 1)))).toBe(true);
  });
});
