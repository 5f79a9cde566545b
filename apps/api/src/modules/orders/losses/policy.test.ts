import { describe, expect, it } from "vitest";
import { dayMs } from "../../../kernel/durations.ts";
import { owedAtMost, type Purchase, purchaseOf, type Subject, shareOfTax, suspendsFrom } from "./policy.ts";

const start = new Date("2026-03-01T00:00:00.000Z");
const day = (days: number) => new Date(start.getTime() + days * dayMs);

const bought = (days: number, money: Purchase["money"], more: Partial<Purchase> = {}): Purchase => ({
  completedAt: day(days),
  paidFrom: day(days),
  money,
  suspendsAt: money === "owed" ? day(100) : null,
  ...more,
});
const domain = (purchases: Purchase[], heldSince: Date | null = day(0)): Subject => ({
  kind: "domain",
  heldSince,
  purchases,
});

describe("what a lost dispute suspends", () => {
  it.each<[string, Subject, number | null]>([
    ["nothing without a loss", domain([bought(1, "paid")]), null],
    ["the domain that it paid for", domain([bought(1, "owed")]), 100],
    ["nothing that isn't announced", domain([bought(1, "owed", { suspendsAt: null })]), null],
    [
      "a domain that another payment had paid for before",
      domain([bought(1, "paid"), bought(2, "owed")]),
      100,
    ],
    ["nothing that was paid again since", domain([bought(1, "owed"), bought(2, "paid")]), null],
    [
      "even early for the next year",
      domain([bought(1, "owed"), bought(2, "paid", { paidFrom: day(366) })]),
      null,
    ],
    ["what was only continued without money", domain([bought(1, "owed"), bought(2, "other")]), 100],
    [
      "what two lost payments paid for, from the first date",
      domain([bought(1, "owed"), bought(2, "owed", { suspendsAt: day(90) })]),
      90,
    ],
    [
      "nothing before the period that a renewal pays for",
      domain([bought(1, "owed", { paidFrom: day(366) })]),
      366,
    ],
    ["no domain that the workspace doesn't have", domain([bought(1, "owed")], null), null],
    ["no domain that it has registered again", domain([bought(1, "owed")], day(2)), null],
    ["a mail plan without the seven days", { ...domain([bought(1, "owed")]), kind: "mail" }, 93],
    [
      "a mail plan that was renewed early, from its term",
      { ...domain([bought(1, "owed", { paidFrom: day(366) })]), kind: "mail" },
      366,
    ],
    [
      "no mail plan that was paid again",
      { ...domain([bought(1, "owed"), bought(2, "paid")]), kind: "mail" },
      null,
    ],
  ])("is %s", (_, subject, days) => {
    expect(suspendsFrom(subject)).toEqual(days === null ? null : day(days));
  });
});

const line = {
  kind: "renewal",
  state: "completed",
  priceCents: 1000,
  taxCents: 190,
  refundedCents: 0,
  undoneAt: null,
  finishedAt: day(5),
  createdAt: day(4),
  input: {},
};
const lost = { paymentId: "payment", owedCents: 1190, suspendsAt: null };

describe("a line of an order", () => {
  it.each<[string, object, object, Partial<Purchase> | undefined]>([
    ["is owed after a lost dispute", {}, {}, { money: "owed", completedAt: day(5), paidFrom: day(5) }],
    ["is paid otherwise", {}, { owedCents: null }, { money: "paid" }],
    ["is paid once it is settled", {}, { owedCents: 0 }, { money: "paid" }],
    ["was free", { priceCents: 0, taxCents: 0 }, {}, { money: "other" }],
    ["was carried out without a payment", {}, { paymentId: null, owedCents: null }, { money: "other" }],
    ["was refunded", { state: "refunded", refundedCents: 1190 }, {}, { money: "other" }],
    ["was undone", { undoneAt: day(6) }, {}, { money: "other" }],
    [
      "pays for a later term",
      { input: { currentExpiresAt: day(30).toISOString() } },
      {},
      { paidFrom: day(30) },
    ],
    [
      "pays at once for a term that began",
      { input: { currentExpiresAt: day(3).toISOString() } },
      {},
      { paidFrom: day(5) },
    ],
    ["failed", { state: "failed" }, {}, undefined],
    ["isn't carried out yet", { state: "running" }, {}, undefined],
  ])("%s", (_, change, order, expected) => {
    const found = purchaseOf({ ...line, ...change }, { ...lost, ...order });
    if (expected === undefined) {
      expect(found).toBeUndefined();
    } else {
      expect(found).toMatchObject(expected);
    }
  });
});

describe("what is owed", () => {
  it.each<[string, object[], number]>([
    ["is what was delivered", [{}], 1190],
    ["includes what is still being carried out", [{}, { state: "running" }], 2380],
    ["leaves out what failed, even if it couldn't be refunded", [{}, { state: "failed" }], 1190],
    ["leaves out what was never begun", [{}, { state: "pending" }], 1190],
    ["leaves out what was returned", [{ refundedCents: 90 }], 1100],
    ["leaves out what was undone", [{ undoneAt: day(1) }], 0],
  ])("%s", (_, changes, cents) => {
    expect(owedAtMost(changes.map((change) => ({ ...line, ...change })))).toBe(cents);
  });

  it.each([
    [1190, { amountCents: 1190, taxCents: 190 }, 190],
    [595, { amountCents: 1190, taxCents: 190 }, 95],
    [1, { amountCents: 1190, taxCents: 190 }, 0],
    [0, { amountCents: 0, taxCents: 0 }, 0],
  ])("has its share of the tax: %i of %o", (cents, whole, tax) => {
    expect(shareOfTax(cents, whole)).toBe(tax);
  });
});
