import { describe, expect, it } from "vitest";
import { isTooFarAhead, missingYears, renewedTerm } from "./term.ts";

const at = (text: string) => new Date(text);

describe("renewedTerm", () => {
  it.each([
    ["moves both dates equally if they match", "2027-03-01", "2027-03-01", 2, "2029-03-01", "2029-03-01"],
    [
      "leaves out a year that the registry auto-renewed",
      "2027-03-01",
      "2028-03-01",
      1,
      "2028-03-01",
      "2028-03-01",
    ],
    ["only requests the missing years", "2027-03-01", "2028-03-01", 3, "2030-03-01", "2030-03-01"],
    [
      "makes up for a missing year at the registry",
      "2027-03-01",
      "2026-03-01",
      1,
      "2028-03-01",
      "2028-03-01",
    ],
    ["moves February 29 to 28", "2028-02-29", "2028-02-29", 1, "2029-02-28", "2029-02-28"],
  ])("%s", (_name, paidUntil, registryExpiresAt, years, toPaidUntil, toRegistryExpiresAt) => {
    expect(
      renewedTerm({ paidUntil: at(paidUntil), registryExpiresAt: at(registryExpiresAt) }, years),
    ).toEqual({
      paidUntil: at(toPaidUntil),
      registryExpiresAt: at(toRegistryExpiresAt),
    });
  });
});

describe("missingYears", () => {
  it.each([
    ["2027-03-01T10:00:00Z", "2027-03-01T10:00:00Z", 0],
    ["2027-03-01T10:00:00Z", "2028-03-01T10:00:00Z", 1],
    ["2027-03-01T10:00:00Z", "2037-03-01T10:00:00Z", 10],
    ["2028-03-01T10:00:00Z", "2027-03-01T10:00:00Z", 0],
    ["2032-02-28T00:00:00Z", "2032-02-29T00:00:00Z", 0],
    ["2027-03-01T00:00:00Z", "2027-03-01T23:59:59Z", 0],
  ])("from %s to %s are %i, ignoring a day or its seconds", (from, to, years) => {
    expect(missingYears(at(from), at(to))).toBe(years);
  });
});

describe("isTooFarAhead", () => {
  it("allows the registry's last day and no day after it", () => {
    expect(isTooFarAhead(at("2037-03-01"), 10, at("2027-03-01"))).toBe(false);
    expect(isTooFarAhead(at("2037-03-02"), 10, at("2027-03-01"))).toBe(true);
  });
});
