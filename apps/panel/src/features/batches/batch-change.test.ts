import { domainBatchInput } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { bulkChanges, changeNamed, changeOf, portionsOf } from "./batch-change.ts";

describe("bulk changes", () => {
  it("are sent as the API expects, and recognized in its response", () => {
    for (const one of bulkChanges) {
      const change =
        one === "nameservers"
          ? { nameservers: [{ host: "ns1.example.net" }, { host: "ns2.example.net" }] }
          : changeOf(one);
      const { data } = domainBatchInput.safeParse({ names: ["a.com"], change });
      expect(changeNamed(data?.change ?? {})).toBe(one);
    }
    expect(changeNamed({ color: "blue" })).toBeUndefined();
  });

  it("are split by the batch limit, without losing a name", () => {
    const names = Array.from({ length: 2001 }, (_, index) => `d${index}.com`);
    const portions = portionsOf(names);
    expect(portions.map(({ length }) => length)).toEqual([1000, 1000, 1]);
    expect(portions.flat()).toEqual(names);
  });
});
