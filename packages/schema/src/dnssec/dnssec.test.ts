import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dsRecordInput, dsRecordQuery, parseDsLine } from "./dnssec.ts";

const casesFile = new URL("../../../../../shared/data/dnssec-ds/ds-validation-cases.json", import.meta.url);
const digest = "B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17";
const valid = { keyTag: 55648, algorithm: 13, digestType: 2, digest };

function refusedAt(input: unknown): PropertyKey[] {
  const result = dsRecordInput.safeParse(input);
  return result.success ? [] : result.error.issues.map((issue) => issue.path[0] ?? "");
}

describe("dsRecordInput", () => {
  it("normalizes the digest to upper-case hex without white space", () => {
    expect(
      dsRecordInput.parse({ ...valid, digest: `${digest.slice(0, 40).toLowerCase()} ${digest.slice(40)}` }),
    ).toEqual(valid);
  });

  it("points to the invalid field", () => {
    expect(refusedAt({ ...valid, keyTag: 65536 })).toEqual(["keyTag"]);
    expect(refusedAt({ ...valid, keyTag: 1.5 })).toEqual(["keyTag"]);
    expect(refusedAt({ ...valid, keyTag: "1" })).toEqual(["keyTag"]);
    expect(refusedAt({ ...valid, algorithm: 256 })).toEqual(["algorithm"]);
    expect(refusedAt({ ...valid, algorithm: 5 })).toEqual(["algorithm"]);
    expect(refusedAt({ ...valid, algorithm: 253 })).toEqual(["algorithm"]);
    expect(refusedAt({ ...valid, digestType: 1, digest: digest.slice(0, 40) })).toEqual(["digestType"]);
    expect(refusedAt({ ...valid, digest: digest.slice(1) })).toEqual(["digest"]);
    expect(refusedAt({ ...valid, digest: `${digest.slice(1)}G` })).toEqual(["digest"]);
    expect(refusedAt({ ...valid, digestType: 4 })).toEqual(["digest"]);
  });

  it("rejects unknown fields", () => {
    expect(dsRecordInput.safeParse({ ...valid, ttl: 60 }).success).toBe(false);
  });

  it.skipIf(!existsSync(casesFile))("matches the collected DS cases (skipped if they are missing)", () => {
    const { cases } = JSON.parse(readFileSync(casesFile, "utf8")) as {
      cases: { name: string; ds?: unknown; expect: string }[];
    };
    for (const { name, ds, expect: verdict } of cases) {
      if (!ds) {
        continue;
      }
      expect({ name, accepted: dsRecordInput.safeParse(ds).success }).toEqual({
        name,
        accepted: verdict !== "reject",
      });
    }
  });
});

describe("dsRecordQuery", () => {
  it("reads numbers from text, and accepts records with an outdated algorithm for removal", () => {
    expect(dsRecordQuery.parse({ keyTag: "1", algorithm: "5", digestType: "1", digest: "ab" })).toEqual({
      keyTag: 1,
      algorithm: 5,
      digestType: 1,
      digest: "AB",
    });
    expect(
      dsRecordQuery.safeParse({ keyTag: "0x1", algorithm: "5", digestType: "1", digest: "ab" }).success,
    ).toBe(false);
  });
});

describe("parseDsLine", () => {
  it("reads a DS record in the formats of zone files and signers", () => {
    const expected = valid;
    for (const line of [
      `example.net. 3600 IN DS 55648 13 2 ${digest}`,
      `example.net. IN DS 55648 13 2 ( ${digest.slice(0, 56)} ${digest.slice(56)} )`,
      `55648 13 2 ${digest.toLowerCase()}`,
      `DS 55648 13 2 ${digest} ; key signing key`,
    ]) {
      expect(parseDsLine(line)).toEqual(expected);
    }
    expect(parseDsLine("example.net. IN A 192.0.2.1")).toBeUndefined();
    expect(parseDsLine("")).toBeUndefined();
  });
});
