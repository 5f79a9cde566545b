import { describe, expect, it } from "vitest";
import { readTldRules } from "../tlds/read-tld-rules.ts";
import { costOfRenewal, isReturned, ownRenewalYears, type RegistryCharge } from "./registry-refunds.ts";
import { addDays, addYears } from "./schedule.ts";

const rules = readTldRules(undefined, []);
const now = new Date("2026-03-01T12:00:00.000Z");

describe("a registry's charge", () => {
  it.each<[RegistryCharge["kind"], string, number, "deleted" | "transferred_out", boolean]>([
    ["registration", "com", 4, "deleted", true],
    ["registration", "com", 5, "deleted", false],
    ["registration", "de", 4, "deleted", true],
    ["registration", "com", 4, "transferred_out", false],
    ["renewal", "com", 4, "deleted", true],
    ["renewal", "com", 5, "deleted", false],
    ["renewal", "com", 1, "transferred_out", false],
    ["renewal", "de", 0, "deleted", false],
    ["transfer", "com", 4, "deleted", true],
    ["transfer", "com", 5, "deleted", false],
    ["transfer", "de", 0, "deleted", false],
    ["own_renewal", "com", 44, "deleted", true],
    ["own_renewal", "com", 45, "deleted", false],
    ["own_renewal", "eu", 14, "deleted", true],
    ["own_renewal", "de", 0, "deleted", false],
    ["own_renewal", "com", 44, "transferred_out", true],
    ["own_renewal", "com", 45, "transferred_out", false],
    ["own_renewal", "de", 0, "transferred_out", false],
  ])(
    "for a %s of .%s, %i days before the domain is %s, is returned: %s",
    (kind, tld, days, how, returned) => {
      const charge = { kind, chargedAt: addDays(now, -days) };
      expect(isReturned(charge, { how, at: now }, rules.of(tld))).toBe(returned);
    },
  );
});

describe("the years of a registry's own renewal", () => {
  const yesterday = addDays(now, -1);
  it.each<[string, Parameters<typeof ownRenewalYears>[0], Date, string[], number]>([
    [
      "an unpaid year",
      { paidUntil: yesterday, registryExpiresAt: yesterday },
      addYears(yesterday, 1),
      ["autoRenewPeriod"],
      1,
    ],
    [
      "a registry without grace statuses",
      { paidUntil: yesterday, registryExpiresAt: yesterday },
      addYears(yesterday, 1),
      [],
      1,
    ],
    [
      "two unpaid years",
      { paidUntil: yesterday, registryExpiresAt: yesterday },
      addYears(yesterday, 2),
      [],
      2,
    ],
    ["an unchanged date", { paidUntil: yesterday, registryExpiresAt: yesterday }, yesterday, [], 0],
    [
      "a date taken back",
      { paidUntil: yesterday, registryExpiresAt: addYears(yesterday, 1) },
      yesterday,
      [],
      0,
    ],
    [
      "a renewal by command",
      { paidUntil: yesterday, registryExpiresAt: yesterday },
      addYears(yesterday, 1),
      ["renewPeriod"],
      0,
    ],
    [
      "a renewal before the date",
      { paidUntil: addDays(now, 9), registryExpiresAt: addDays(now, 9) },
      addYears(addDays(now, 9), 1),
      [],
      0,
    ],
    [
      "a year that is paid for",
      { paidUntil: addYears(yesterday, 1), registryExpiresAt: yesterday },
      addYears(yesterday, 1),
      [],
      0,
    ],
  ])("counts %s", (_, before, registryExpiresAt, graceStatuses, years) => {
    expect(ownRenewalYears(before, { registryExpiresAt, graceStatuses }, now)).toBe(years);
  });
});

it.each([
  ["all by command", { years: 2, ownYears: 0, ownCents: 0 }, 2000],
  ["all by the registry, at an earlier price", { years: 1, ownYears: 1, ownCents: 900 }, 900],
  ["one of two by the registry", { years: 2, ownYears: 1, ownCents: 900 }, 1900],
])("the cost of a renewal made %s", (_, made, costCents) => {
  const quoted = { costCents: 1000 * made.years, currency: "EUR" };
  expect(costOfRenewal(quoted, made)).toEqual({ costCents, currency: "EUR" });
});
