import { describe, expect, it } from "vitest";
import {
  currentNoticeWindow,
  dsRecordDifference,
  dsRecordWarnings,
  isSameDsRecord,
  isSameSet,
  monthlyPriceCents,
  nextNoticeAt,
  splitRegistrableName,
} from "./policy.ts";

const paidUntil = new Date("2027-03-31T12:00:00.000Z");
const before = (days: number, ms = 0) => new Date(paidUntil.getTime() - days * 86_400_000 + ms);
const ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) };

describe("currentNoticeWindow", () => {
  it("is the innermost window that has begun, from its first millisecond on", () => {
    expect(currentNoticeWindow(paidUntil, before(30, -1))).toBeUndefined();
    expect(currentNoticeWindow(paidUntil, before(30))).toBe(30);
    expect(currentNoticeWindow(paidUntil, before(15, -1))).toBe(30);
    expect(currentNoticeWindow(paidUntil, before(15))).toBe(15);
    expect(currentNoticeWindow(paidUntil, before(7))).toBe(7);
    expect(currentNoticeWindow(paidUntil, before(1))).toBe(1);
    expect(currentNoticeWindow(paidUntil, paidUntil)).toBe(0);
    expect(currentNoticeWindow(paidUntil, before(-400))).toBe(0);
  });
});

describe("nextNoticeAt", () => {
  it("is the start of the next window after now, and nothing after the end", () => {
    expect(nextNoticeAt(paidUntil, before(200))).toEqual(before(30));
    expect(nextNoticeAt(paidUntil, before(30))).toEqual(before(15));
    expect(nextNoticeAt(paidUntil, before(6))).toEqual(before(1));
    expect(nextNoticeAt(paidUntil, before(1))).toEqual(paidUntil);
    expect(nextNoticeAt(paidUntil, paidUntil)).toBeNull();
  });
});

describe("DS records", () => {
  it("are the same in all four fields, whatever the case of the digest", () => {
    expect(isSameDsRecord(ds, { ...ds, digest: ds.digest.toLowerCase() })).toBe(true);
    for (const other of [{ keyTag: 2 }, { algorithm: 8 }, { digestType: 4 }, { digest: "CD".repeat(32) }]) {
      expect(isSameDsRecord(ds, { ...ds, ...other })).toBe(false);
    }
  });

  it("differ by what was added and what was removed", () => {
    const other = { ...ds, keyTag: 2 };
    expect(dsRecordDifference([ds], [other])).toEqual({ added: [other], removed: [ds] });
    expect(dsRecordDifference([ds, other], [other, ds])).toEqual({ added: [], removed: [] });
  });

  it("are warned of where they are published all the same", () => {
    expect(dsRecordWarnings(ds)).toEqual([]);
    expect(dsRecordWarnings({ ...ds, algorithm: 10 }).map(({ code }) => code)).toEqual([
      "algorithm_discouraged",
    ]);
    expect(dsRecordWarnings({ ...ds, digest: "00".repeat(32) }).map(({ code }) => code)).toEqual([
      "digest_all_zero",
    ]);
  });
});

describe("isSameSet", () => {
  it("compares names, not their order or case", () => {
    expect(isSameSet(["b.example.net", "A.example.net"], ["a.example.net", "b.example.net"])).toBe(true);
    expect(isSameSet(["a.example.net"], ["a.example.net", "b.example.net"])).toBe(false);
  });
});

describe("monthlyPriceCents", () => {
  it("is a twelfth of the year's price, rounded up, and nothing for what cannot be had", () => {
    expect(monthlyPriceCents({ available: true, registerYearCents: 1200 })).toBe(100);
    expect(monthlyPriceCents({ available: true, registerYearCents: 1201 })).toBe(101);
    expect(monthlyPriceCents({ available: false, registerYearCents: 1200 })).toBe(0);
    expect(monthlyPriceCents({ available: true, registerYearCents: null })).toBe(0);
  });
});

describe("splitRegistrableName", () => {
  it("takes one label under one top-level domain and nothing else", () => {
    expect(splitRegistrableName("example.com")).toEqual({ label: "example", tld: "com" });
    expect(splitRegistrableName("www.example.com")).toBeUndefined();
    expect(splitRegistrableName("com")).toBeUndefined();
  });
});
