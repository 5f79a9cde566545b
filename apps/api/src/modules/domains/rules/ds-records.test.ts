import { describe, expect, it } from "vitest";
import { dsRecordDifference, dsRecordWarnings, isSameDsRecord } from "./ds-records.ts";

const ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) };

describe("DS records", () => {
  it("are equal if all four fields match, ignoring the case of the digest", () => {
    expect(isSameDsRecord(ds, { ...ds, digest: ds.digest.toLowerCase() })).toBe(true);
    for (const other of [{ keyTag: 2 }, { algorithm: 8 }, { digestType: 4 }, { digest: "CD".repeat(32) }]) {
      expect(isSameDsRecord(ds, { ...ds, ...other })).toBe(false);
    }
  });

  it("differ by added and removed records", () => {
    const other = { ...ds, keyTag: 2 };
    expect(dsRecordDifference([ds], [other])).toEqual({ added: [other], removed: [ds] });
    expect(dsRecordDifference([ds, other], [other, ds])).toEqual({ added: [], removed: [] });
  });

  it("get warnings for discouraged values, and are published anyway", () => {
    expect(dsRecordWarnings(ds)).toEqual([]);
    expect(dsRecordWarnings({ ...ds, algorithm: 10 }).map(({ code }) => code)).toEqual([
      "algorithm_discouraged",
    ]);
    expect(dsRecordWarnings({ ...ds, digest: "00".repeat(32) }).map(({ code }) => code)).toEqual([
      "digest_all_zero",
    ]);
  });
});
