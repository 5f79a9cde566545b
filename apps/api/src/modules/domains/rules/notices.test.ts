import { describe, expect, it } from "vitest";
import { currentNoticeWindow, nextNoticeAt } from "./notices.ts";

const paidUntil = new Date("2027-03-31T12:00:00.000Z");
const before = (days: number, ms = 0) => new Date(paidUntil.getTime() - days * 86_400_000 + ms);

describe("currentNoticeWindow", () => {
  it("is the innermost window that has started, from its first millisecond", () => {
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
  it("is the start of the next window after now, and undefined after the last", () => {
    expect(nextNoticeAt(paidUntil, before(200))).toEqual(before(30));
    expect(nextNoticeAt(paidUntil, before(30))).toEqual(before(15));
    expect(nextNoticeAt(paidUntil, before(6))).toEqual(before(1));
    expect(nextNoticeAt(paidUntil, before(1))).toEqual(paidUntil);
    expect(nextNoticeAt(paidUntil, paidUntil)).toBeNull();
  });
});
