import { describe, expect, it } from "vitest";
import { areRangesWithin, isRangeWithin, isWithin } from "./ip-ranges.ts";

describe("an address in a range", () => {
  it.each([
    ["203.0.113.7", ["203.0.113.0/24"]],
    ["203.0.113.255", ["203.0.113.5/24"]],
    ["203.0.113.7", ["198.51.100.1", "203.0.113.7"]],
    ["203.0.113.7", ["0.0.0.0/0"]],
    ["203.0.113.7", ["203.0.113.7/32"]],
    ["2001:db8::7", ["2001:db8::/32"]],
    ["2001:DB8:0:0:0:0:0:7", ["2001:db8::7"]],
    ["2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", ["2001:db8::/32"]],
    ["fe80::1%eth0", ["fe80::/10"]],
    ["::1", ["::1/128"]],
    ["::", ["::/0"]],
    ["64:ff9b::203.0.113.7", ["64:ff9b::cb00:7107"]],
  ])("accepts %s in %j", (address, ranges) => {
    expect(isWithin(ranges, address)).toBe(true);
  });

  it.each([
    ["203.0.114.0", ["203.0.113.0/24"]],
    ["203.0.112.255", ["203.0.113.0/24"]],
    ["2001:db9::", ["2001:db8::/32"]],
    ["2001:db8::7", ["0.0.0.0/0"]],
    ["203.0.113.7", ["::/0"]],
    ["203.0.113.7", []],
  ])("rejects %s in %j", (address, ranges) => {
    expect(isWithin(ranges, address)).toBe(false);
  });

  it("treats IPv4 over IPv6 as IPv4 in any notation", () => {
    for (const address of [
      "203.0.113.7",
      "::ffff:203.0.113.7",
      "::FFFF:cb00:7107",
      "0:0:0:0:0:ffff:cb00:7107",
    ]) {
      for (const range of ["203.0.113.0/24", "::ffff:203.0.113.0/120", "::ffff:cb00:7107"]) {
        expect([address, range, isWithin([range], address)]).toEqual([address, range, true]);
      }
    }
    expect(isWithin(["203.0.113.0/24"], "::ffff:198.51.100.7")).toBe(false);
  });

  it("rejects anything but an address: a port, a name, a list or nothing", () => {
    for (const text of ["unknown", "", "203.0.113.7:4711", "203.0.113.7, 10.0.0.1", "203.0.113", "0x7f.1"]) {
      expect([text, isWithin(["0.0.0.0/0", "::/0"], text)]).toEqual([text, false]);
    }
  });
});

describe("a range within another", () => {
  it("accepts the same range, a part of it and a single address", () => {
    const own = ["203.0.113.0/24", "2001:db8::/32"];
    for (const range of [
      "203.0.113.0/24",
      "203.0.113.128/25",
      "203.0.113.9",
      "2001:db8:1::/48",
      "2001:db8::1",
    ]) {
      expect([range, isRangeWithin(own, range)]).toEqual([range, true]);
    }
  });

  it("rejects a wider, a different and an overlapping range", () => {
    const own = ["203.0.112.0/24", "203.0.113.0/24", "2001:db8::/32"];
    for (const range of [
      "203.0.112.0/23",
      "0.0.0.0/0",
      "203.0.114.1",
      "2001:db8::/31",
      "::/0",
      "2001:db9::/48",
    ]) {
      expect([range, isRangeWithin(own, range)]).toEqual([range, false]);
    }
  });
});

describe("ranges within others", () => {
  const outer = ["203.0.113.0/24", "2001:db8::/32"];
  it.each([
    [true, outer, ["203.0.113.7", "2001:db8:1::/48"]],
    [true, null, ["0.0.0.0/0"]],
    [true, null, null],
    [false, outer, null],
    [false, outer, ["203.0.113.7", "198.51.100.1"]],
    [false, outer, ["203.0.112.0/23"]],
  ])("is %s for %j and %j", (expected, own, ranges) => {
    expect(areRangesWithin(own, ranges)).toBe(expected);
  });
});
