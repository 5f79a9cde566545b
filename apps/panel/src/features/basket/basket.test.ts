import type { DomainSuggestion } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import {
  type Basket,
  basketLineLimit,
  basketOfText,
  emptyBasket,
  hasItem,
  isFull,
  itemFor,
  type SentOrder,
  withChange,
  withItem,
  withItems,
  withoutItems,
  withoutOrdered,
} from "./basket.ts";

const suggestion = (name: string) =>
  ({ name, unicodeName: name, premium: false, registerYearCents: 1000 }) as DomainSuggestion;
const basketOf = (...names: string[]) =>
  names.reduce((basket, name) => withItem(basket, suggestion(name)), emptyBasket);
const itemNames = ({ items }: Basket) => items.map(({ name }) => name);

describe("a basket", () => {
  it("holds each name once, in the order in which they were added", () => {
    expect(itemNames(basketOf("b.com", "a.com", "b.com"))).toEqual(["b.com", "a.com"]);
    expect(itemNames(withoutItems(basketOf("b.com", "a.com"), ["b.com"]))).toEqual(["a.com"]);
  });

  it("has room for ten orders, of whose lines a mail plan is one", () => {
    const names = Array.from({ length: basketLineLimit - 1 }, (_, index) => `${index}.com`);
    const basket = withChange(basketOf(...names), "0.com", { mailPlan: "starter" });
    expect(isFull(basket)).toBe(true);
    expect(hasItem(withItem(basket, suggestion("more.com")), "more.com")).toBe(false);
  });

  it("replaces a renewal whose domain has another expiry date, and keeps the choices of the others", () => {
    const renewal = (name: string, expiresAt: string) =>
      itemFor("renewal", { name, unicodeName: name, expiresAt });
    const first = withItems(emptyBasket, [renewal("a.com", "2027-01-01"), renewal("b.com", "2027-01-01")]);
    const chosen = withChange(withChange(first, "a.com", { years: 3 }), "b.com", { years: 3 });
    const again = withItems(chosen, [renewal("a.com", "2028-01-01"), renewal("b.com", "2027-01-01")]);
    expect(again.items.map(({ name, years, currentExpiresAt }) => [name, years, currentExpiresAt])).toEqual([
      ["a.com", 1, "2028-01-01"],
      ["b.com", 3, "2027-01-01"],
    ]);
  });

  it("keeps what was added while its order was placed", () => {
    const line = { kind: "registration", name: "a.com" };
    const sent = { key: "1", order: { lines: [line] } } as unknown as SentOrder;
    const left = withoutOrdered({ ...basketOf("a.com", "later.com"), sent: [sent] }, sent);
    expect([itemNames(left), left.sent]).toEqual([["later.com"], []]);
  });
});

describe("basketOfText", () => {
  it("returns what was stored", () => {
    const order = { lines: [], hosted: true };
    const sent = [
      { key: "1", order },
      { key: "2", order, unpaid: { orderId: "ord_1", code: "card_declined", message: "No." } },
    ];
    const basket = { ...basketOf("a.com"), shared: { autoRenew: false }, sent };
    expect(basketOfText(JSON.stringify(basket))).toEqual(basket);
  });

  it.each([
    ["nothing", null],
    ["no JSON", "{"],
    ["another value", "[1]"],
    ["other fields", '{"items":{},"shared":[],"sent":{"key":1}}'],
    ["other items", '{"items":[null,{"name":"a.com"},{"name":1,"unicodeName":"a"}]}'],
  ])("is empty for %s", (_what, text) => {
    expect(basketOfText(text)).toEqual(emptyBasket);
  });

  it("keeps the order of an earlier version that has no answer", () => {
    const sent = { key: "1", order: { lines: [] } };
    expect(basketOfText(JSON.stringify({ items: [], shared: {}, sent })).sent).toEqual([sent]);
  });

  it("leaves out the fields of an item that can't be read", () => {
    const item = { name: "a.com", unicodeName: "a.com", years: "2", mailPlan: 3, seen: { years: 1 } };
    expect(basketOfText(JSON.stringify({ items: [item] })).items).toEqual([
      itemFor("registration", { name: "a.com", unicodeName: "a.com" }),
    ]);
  });
});
