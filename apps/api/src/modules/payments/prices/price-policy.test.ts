import { describe, expect, it } from "vitest";
import { type PricedAction, priceOf, type Sale } from "./price-policy.ts";
import { priceListOfRegistries, readPriceList } from "./read-price-list.ts";

const mailPlans = { starter: 1200, pro: 4800, business: 18_000 };
const minimums = { EUR: 50 };
const listOf = (file: object) =>
  readPriceList(JSON.stringify({ currency: "EUR", mailPlans, ...file }), [], minimums);
const actions: PricedAction[] = ["register", "renew", "transfer", "restore"];
const centsOf = (list: ReturnType<typeof listOf>, costCents: number, sale: Partial<Sale> = {}) =>
  priceOf(list, { costCents, currency: "EUR" }, { tld: "com", action: "register", premium: false, ...sale })
    ?.priceCents;

describe("priceOf", () => {
  it.each<[what: string, row: object, costCents: number, priceCents: number]>([
    ["the cost without a markup", {}, 1188, 1188],
    ["a factor", { factor: 2 }, 1188, 2376],
    ["a factor, exact where floating point isn't", { factor: 1.1 }, 1000, 1100],
    ["a factor, with parts of a cent rounded up", { factor: 1.1 }, 1001, 1102],
    ["a factor below 1", { factor: 0.5 }, 1188, 594],
    ["an amount", { addCents: 150 }, 1188, 1338],
    ["a factor, then an amount", { factor: 1.5, addCents: 150 }, 1000, 1650],
    ["a step", { rounding: { stepCents: 50 } }, 1188, 1200],
    ["a step that it already matches", { rounding: { stepCents: 50 } }, 1200, 1200],
    ["an ending of .90", { rounding: { stepCents: 100, endingCents: 90 } }, 1188, 1190],
    ["the next ending of .90", { rounding: { stepCents: 100, endingCents: 90 } }, 1191, 1290],
    ["an ending of .x9", { rounding: { stepCents: 10, endingCents: 9 } }, 1190, 1199],
    ["the smallest charge, for a price below it", { factor: 0.01 }, 1188, 50],
    [
      "nothing for a transfer that is free, even if prices are rounded",
      { rounding: { stepCents: 100 } },
      0,
      0,
    ],
  ])("is %s", (_, row, costCents, priceCents) => {
    expect(centsOf(listOf({ default: row }), costCents)).toBe(priceCents);
    expect(centsOf(listOf({ default: { factor: 7 }, tlds: { com: { factor: 1, ...row } } }), costCents)).toBe(
      priceCents,
    );
  });

  it("follows the TLD's action, then the TLD, then the default's action, then the default", () => {
    const list = listOf({
      default: { factor: 2, restore: { factor: 3 } },
      tlds: { net: { factor: 4 }, org: { addCents: 1, renew: { factor: 5 } } },
    });
    const pricesOf = (tld: string) => actions.map((action) => centsOf(list, 1000, { tld, action }));
    expect(pricesOf("com")).toEqual([2000, 2000, 2000, 3000]);
    expect(pricesOf("net")).toEqual([4000, 4000, 4000, 4000]);
    expect(pricesOf("org")).toEqual([2001, 5001, 2001, 3001]);
  });

  it("uses a fixed price instead, except for a premium name", () => {
    const fixed = { registerYearCents: 990, renewYearCents: 1490, transferCents: 0 };
    const list = listOf({ default: { factor: 2 }, tlds: { com: { fixed } } });
    const pricesOf = (premium: boolean) => actions.map((action) => centsOf(list, 1000, { action, premium }));
    expect(pricesOf(false)).toEqual([990, 1490, 0, 2000]);
    expect(pricesOf(true)).toEqual([2000, 2000, 2000, 2000]);
  });

  it("needs a fixed price for a cost in another currency", () => {
    const list = listOf({ tlds: { com: { fixed: { registerYearCents: 990 } } } });
    const priceIn = (action: PricedAction, premium = false) =>
      priceOf(list, { costCents: 1000, currency: "USD" }, { tld: "com", action, premium });
    expect(priceIn("register")).toEqual({ priceCents: 990, currency: "EUR" });
    expect(priceIn("renew")).toBeNull();
    expect(priceIn("register", true)).toBeNull();
  });

  it("uses a fixed price even if the registry quotes no fee, and has no other price then", () => {
    const list = listOf({ default: { factor: 2 }, tlds: { com: { fixed: { registerYearCents: 990 } } } });
    const priceIn = (action: PricedAction, premium = false) =>
      priceOf(list, null, { tld: "com", action, premium, years: 2 });
    expect(priceIn("register")).toEqual({ priceCents: 1980, currency: "EUR" });
    expect([priceIn("renew"), priceIn("register", true)]).toEqual([null, null]);
    const registries = priceListOfRegistries("EUR", mailPlans, minimums);
    expect(priceOf(registries, null, { tld: "com", action: "register", premium: false })).toBeNull();
  });

  it("prices several years as so many years, if the registry does", () => {
    const rows = [
      { factor: 1.37, addCents: 33, rounding: { stepCents: 100, endingCents: 90 } },
      { fixed: { registerYearCents: 777, renewYearCents: 888 } },
      { factor: 2, addCents: 1 },
    ];
    for (const row of rows) {
      const list = listOf({ tlds: { com: row } });
      for (let years = 1; years <= 10; years += 1) {
        for (const costCents of [1, 10, 100, 1188, 29_700]) {
          expect(centsOf(list, costCents * years, { years })).toBe((centsOf(list, costCents) ?? 0) * years);
        }
      }
    }
  });

  it("is never below the marked-up cost, and rises with the cost", () => {
    const list = listOf({ default: { factor: 1.2345, rounding: { stepCents: 25, endingCents: 20 } } });
    let last = 0;
    for (let costCents = 1; costCents < 3000; costCents += 1) {
      const price = centsOf(list, costCents) ?? 0;
      expect(price).toBeGreaterThanOrEqual(Math.max(last, costCents * 1.2345));
      expect(price === 50 || price % 25 === 20).toBe(true);
      last = price;
    }
  });

  it("is the cost without a list, in any currency and for any term", () => {
    const list = priceListOfRegistries("EUR", mailPlans, minimums);
    for (const costCents of [0, 1, 49, 1188, 2001]) {
      const cost = { costCents, currency: "USD" };
      for (const action of actions) {
        const sale = { tld: "com", action, premium: true, years: 2 };
        expect(priceOf(list, cost, sale)).toEqual({ priceCents: costCents, currency: "USD" });
      }
    }
  });
});
