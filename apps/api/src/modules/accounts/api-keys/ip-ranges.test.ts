import { describe, expect, it } from "vitest";
import { isRangeWithin, isWithin } from "./ip-ranges.ts";

describe("whether an address lies in a range", () => {
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
  ])("takes %s in %j", (address, ranges) => {
    expect(isWithin(ranges, address)).toBe(true);
  });

  it.each([
    ["203.0.114.0", ["203.0.113.0/24"]],
    ["203.0.112.255", ["203.0.113.0/24"]],
    ["2001:db9::", ["2001:db8::/32"]],
    ["2001:db8::7", ["0.0.0.0/0"]],
    ["203.0.113.7", ["::/0"]],
    ["203.0.113.7", []],
  ])("does not take %s in %j", (address, ranges) => {
    expect(isWithin(ranges, address)).toBe(false);
  });

  it("counts an IPv4 address that came over IPv6 as itself, however either is written", () => {
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

  it("takes nothing that is no address: a port, a name, a chain or nothing", () => {
    for (const text of ["unknown", "", "203.0.113.7:4711", "203.0.113.7, 10.0.0.1", "203.0.113", "0x7f.1"]) {
      expect([text, isWithin(["0.0.0.0/0", "::/0"], text)]).toEqual([text, false]);
    }
  });
});

describe("whether a range lies in another", () => {
  it("takes the same, a part and one address", () => {
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

  it("does not take what is wider, beside, or half in one and half in another", () => {
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
