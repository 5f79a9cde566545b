import { domainBatchInput } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { batchesOf, bulkChanges, changeNamed, changeOf, portionsOf } from "./batch-change.ts";

describe("bulk changes", () => {
  it("are sent as the API expects, and recognized in its response", () => {
    for (const one of bulkChanges) {
      const change =
        one === "nameservers"
          ? { nameservers: [{ host: "ns1.example.net" }, { host: "ns2.example.net" }] }
          : one === "contacts"
            ? { contacts: { techId: `con_${"0".repeat(26)}` } }
            : one === "deletion"
              ? { deleted: true, confirmCount: 1 }
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

  it("that delete state the number of names of each batch", () => {
    const names = Array.from({ length: 1001 }, (_, index) => `d${index}.com`);
    const batches = batchesOf(names, { deleted: true, confirmCount: 1001 });
    expect(batches.map(({ change }) => change)).toEqual([
      { deleted: true, confirmCount: 1000 },
      { deleted: true, confirmCount: 1 },
    ]);
  });
});
