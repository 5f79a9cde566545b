import { describe, expect, it } from "vitest";
import { taxCentsOf } from "../../payments/index.ts";
import {
  type BoughtPlan,
  isPaidFor,
  nextNoticeOf,
  type PaidPlan,
  planAfter,
  planChangeOf,
  planWithout,
  renewedPlanOf,
  statusAt,
  suspensionAt,
  upgradePriceCents,
} from "./plan-policy.ts";

const at = (day: string) => new Date(`${day}T09:30:00.000Z`);
const now = at("2026-03-01");
const later = at("2026-09-01");

const planWith = (more: Partial<PaidPlan> = {}): PaidPlan => ({
  planSlug: "pro",
  nextPlanSlug: null,
  paidUntil: later,
  ...more,
});

describe("planChangeOf", () => {
  it.each([
    ["the same plan", {}, { planSlug: "pro" }, undefined],
    ["a higher plan", {}, { planSlug: "business" }, "upgrade"],
    ["a lower plan", {}, { planSlug: "starter" }, "downgrade"],
    ["the plan of the next term", { nextPlanSlug: "starter" }, { planSlug: "starter" }, undefined],
    ["the present plan before a downgrade", { nextPlanSlug: "starter" }, { planSlug: "pro" }, "keep"],
    ["a higher plan before a downgrade", { nextPlanSlug: "starter" }, { planSlug: "business" }, "upgrade"],
    ["another term", {}, { planSlug: "pro", currentExpiresAt: later.toISOString() }, "renew"],
    ["the same plan once it is unpaid", { paidUntil: now }, { planSlug: "pro" }, "renew"],
    ["another plan once it is unpaid", { paidUntil: now }, { planSlug: "starter" }, "renew"],
  ] as const)("of an order for %s", (_case, plan, wanted, change) => {
    expect(planChangeOf(planWith(plan), wanted, now)).toBe(change);
  });
});

describe("planAfter", () => {
  const before = planWith({ nextPlanSlug: "starter" });

  it.each([
    ["renew", before, "starter", { planSlug: "starter", nextPlanSlug: null, paidUntil: at("2027-09-01") }],
    ["upgrade", before, "business", { planSlug: "business", nextPlanSlug: null, paidUntil: later }],
    ["downgrade", planWith(), "starter", before],
    ["keep", before, "pro", planWith()],
  ] as const)("a change to %s", (change, plan, planSlug, after) => {
    expect(planAfter(plan, change, planSlug, now)).toEqual(after);
  });

  it.each([
    ["2026-03-02", "2027-03-02"],
    ["2026-03-01", "2027-03-01"],
    ["2026-02-01", "2027-03-01"],
    ["2028-02-29", "2029-02-28"],
  ])("pays a plan that ends on %s until %s", (paidUntil, renewed) => {
    const { paidUntil: after } = planAfter(planWith({ paidUntil: at(paidUntil) }), "renew", "pro", now);
    expect(after).toEqual(at(renewed));
  });
});

describe("mail", () => {
  const earlier = at("2026-02-01");
  it.each([
    ["is active until its end", {}, "active", null],
    ["is suspended at its end", { paidUntil: now }, "suspended", { reason: "unpaid", since: now }],
    [
      "is suspended by a person",
      { suspendedAt: earlier },
      "suspended",
      { reason: "by_user", since: earlier },
    ],
    [
      "is unpaid first, and suspended by a person second",
      { paidUntil: now, suspendedAt: earlier },
      "suspended",
      { reason: "unpaid", since: now },
    ],
    ["is deactivated above all", { paidUntil: now, deactivatedAt: earlier }, "deactivated", null],
  ])("%s", (_case, more, status, suspension) => {
    const mail = { paidUntil: later, suspendedAt: null, deactivatedAt: null, ...more };
    expect([statusAt(mail, now), suspensionAt(mail, now)]).toEqual([status, suspension]);
  });
});

describe("an unpaid plan", () => {
  it("is renewed with the plan of the next term", () => {
    expect([renewedPlanOf(planWith()), renewedPlanOf(planWith({ nextPlanSlug: "starter" }))]).toEqual([
      "pro",
      "starter",
    ]);
  });
});

describe("nextNoticeOf", () => {
  const justBefore = (date: Date) => new Date(date.getTime() - 1);
  it.each([
    ["months before the end", false, now, at("2026-08-18")],
    ["just before the first date", false, justBefore(at("2026-08-18")), at("2026-08-18")],
    ["on the first date", false, at("2026-08-18"), later],
    ["a day before the end", false, at("2026-08-31"), later],
    ["just before the end", false, justBefore(later), later],
    ["at the end", false, later, null],
    ["months after the end", false, at("2026-12-01"), null],
    ["with auto-renew, before the end", true, now, null],
    ["with auto-renew, after the end", true, at("2026-09-05"), null],
  ])("%s", (_case, autoRenew, moment, expected) => {
    expect(nextNoticeOf({ autoRenew, paidUntil: later }, moment)).toEqual(expected);
  });
});

describe("the price of an upgrade", () => {
  const prices = { fromYearCents: 1_200, toYearCents: 4_800, minimumCents: 50 };

  it.each([
    ["a whole year", "2026-03-01", "2027-03-01", 3_600],
    ["the last day", "2026-03-01", "2026-03-02", 50],
    ["100 of 365 days", "2026-03-01", "2026-06-09", 986],
    ["a whole year with 29 February", "2028-01-01", "2029-01-01", 3_600],
    ["100 of 366 days", "2028-03-01", "2028-06-09", 984],
    ["100 of 365 days across 29 February", "2028-01-31", "2028-05-10", 984],
    ["a term that began on 29 February", "2028-02-29", "2029-02-28", 3_590],
    ["two years", "2026-03-01", "2028-03-01", 7_200],
    ["a year and 100 days", "2026-03-01", "2027-06-09", 4_586],
  ])("for %s", (_case, from, paidUntil, cents) => {
    expect(upgradePriceCents(prices, at(paidUntil), at(from))).toBe(cents);
  });

  it("rounds half a cent up", () => {
    const halfACentPerDay = { fromYearCents: 0, toYearCents: 183, minimumCents: 0 };
    expect(upgradePriceCents(halfACentPerDay, at("2028-06-10"), at("2028-03-01"))).toBe(51);
  });

  it("counts a day that has begun", () => {
    const paidUntil = at("2026-06-09");
    expect(upgradePriceCents(prices, paidUntil, new Date("2026-03-01T10:00:00.000Z"))).toBe(986);
    expect(upgradePriceCents(prices, paidUntil, new Date("2026-03-02T09:29:59.000Z"))).toBe(986);
    expect(upgradePriceCents(prices, paidUntil, at("2026-03-02"))).toBe(976);
  });

  it.each([
    ["plans that cost the same", { ...prices, toYearCents: 1_200 }, 0],
    ["a higher plan that costs less", { ...prices, toYearCents: 600 }, 0],
    ["plans without a price", { fromYearCents: 0, toYearCents: 0, minimumCents: 50 }, 0],
  ])("is 0 for %s", (_case, of, cents) => {
    expect(upgradePriceCents(of, later, now)).toBe(cents);
  });

  it("has its tax on top, rounded half up", () => {
    const priceCents = upgradePriceCents(prices, at("2026-06-09"), now);
    expect([priceCents, taxCentsOf(priceCents, 19), taxCentsOf(priceCents, 8.1)]).toEqual([986, 187, 80]);
  });

  it.each([
    ["on the day", 986, true],
    ["a day earlier", 996, true],
    ["too early", 1_026, false],
    ["for a smaller difference", 500, false],
  ])("that was paid %s", (_case, paidCents, isPaid) => {
    expect(isPaidFor(paidCents, prices, at("2026-06-09"), now)).toBe(isPaid);
  });
});

describe("planWithout", () => {
  const yearFrom = (day: string): BoughtPlan => ({
    planSlug: "pro",
    years: 1,
    previousPlanSlug: null,
    beginsAt: at(day),
  });
  const upgrade: BoughtPlan = {
    planSlug: "pro",
    years: null,
    previousPlanSlug: "starter",
    beginsAt: at("2026-02-01"),
  };
  const year = yearFrom("2025-09-01");
  const next = yearFrom("2026-09-01");
  const paidAhead = { paidUntil: at("2027-09-01") };

  it.each<[string, Partial<PaidPlan>, BoughtPlan, BoughtPlan[], Partial<PaidPlan> | undefined]>([
    ["the current year ends now", {}, year, [], { paidUntil: now }],
    ["the year after this one: this one stays", paidAhead, next, [], { paidUntil: later }],
    ["this year: the next one begins now, whole", paidAhead, year, [next], { paidUntil: at("2027-03-01") }],
    ["a year that has passed leaves everything", paidAhead, yearFrom("2024-09-01"), [year, next], undefined],
    ["the year before mail was activated again", {}, yearFrom("2025-06-01"), [year], undefined],
    ["a paid year before a free one", paidAhead, year, [], { paidUntil: at("2027-03-01") }],
    ["a year that was moved forward ends now", { paidUntil: at("2026-12-01") }, next, [], { paidUntil: now }],
    ["a year of a plan that has ended", { paidUntil: now }, year, [], undefined],
    ["an upgrade", {}, upgrade, [], { planSlug: "starter" }],
    [
      "an upgrade, with the downgrade to its former plan",
      { nextPlanSlug: "starter" },
      upgrade,
      [],
      { planSlug: "starter" },
    ],
    ["an upgrade before another one", { planSlug: "business" }, upgrade, [upgrade], undefined],
    ["an upgrade that has been renewed", paidAhead, upgrade, [next], undefined],
    ["an upgrade of a plan that has been changed", { planSlug: "starter" }, upgrade, [], undefined],
    ["an upgrade from an unknown plan", {}, { ...upgrade, previousPlanSlug: null }, [], undefined],
  ])("%s", (_case, plan, bought, after, expected) => {
    expect(planWithout(planWith(plan), bought, after, now)).toEqual(
      expected && planWith({ ...plan, nextPlanSlug: null, ...expected }),
    );
  });
});
