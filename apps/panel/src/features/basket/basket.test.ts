import type { DomainSuggestion } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import {
  type Basket,
  basketOfText,
  emptyBasket,
  hasItem,
  isFull,
  withChange,
  withItem,
  withoutItems,
  withoutOrdered,
} from "./basket.ts";

const suggestion = (name: string) =>
  ({ name, unicodeName: name, premium: false, registerYearCents: 1000 }) as DomainSuggestion;
const basketOf = (...names: string[]) =>
  names.reduce((basket, name) => withItem(basket, suggestion(name)), emptyBasket);
const namesOf = ({ items }: Basket) => items.map(({ name }) => name);

describe("a basket", () => {
  it("holds each name once, in the order in which they were added", () => {
    expect(namesOf(basketOf("b.com", "a.com", "b.com"))).toEqual(["b.com", "a.com"]);
    expect(namesOf(withoutItems(basketOf("b.com", "a.com"), ["b.com"]))).toEqual(["a.com"]);
  });

  it("has room for the lines of one order, of which a mail plan is one", () => {
    const names = Array.from({ length: 49 }, (_, index) => `${index}.com`);
    const basket = withChange(basketOf(...names), "0.com", { mailPlan: "starter" });
    expect(isFull(basket)).toBe(true);
    expect(hasItem(withItem(basket, suggestion("more.com")), "more.com")).toBe(false);
  });

  it("keeps what was added while its order was placed", () => {
    const line = { kind: "registration", name: "a.com" };
    const sent = { key: "1", order: { lines: [line] } } as unknown as NonNullable<Basket["sent"]>;
    const left = withoutOrdered({ ...basketOf("a.com", "later.com"), sent }, sent);
    expect([namesOf(left), left.sent]).toEqual([["later.com"], null]);
  });
});

describe("basketOfText", () => {
  it("returns what was stored", () => {
    const order = { lines: [], hosted: true };
    const basket = { ...basketOf("a.com"), shared: { autoRenew: false }, sent: { key: "1", order } };
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

  it("leaves out the fields of an item that can't be read", () => {
    const item = { name: "a.com", unicodeName: "a.com", years: "2", mailPlan: 3, seen: { years: 1 } };
    expect(basketOfText(JSON.stringify({ items: [item] })).items).toEqual([
      { name: "a.com", unicodeName: "a.com", isPremium: false, years: 1, mailPlan: "", seen: null },
    ]);
  });
});
