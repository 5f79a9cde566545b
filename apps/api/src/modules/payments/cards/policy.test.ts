import { describe, expect, it } from "vitest";
import { AppError } from "../../../kernel/errors.ts";
import type { ProcessorCard } from "../ports.ts";
import { type CardChange, cardChangeOf, nextCheckAt, returnUrlOf } from "./policy.ts";

const card: ProcessorCard = {
  id: "card",
  customerId: "ours",
  brand: "visa",
  last4: "4242",
  expiryMonth: 8,
  expiryYear: 2030,
};
const detached = { ...card, customerId: null };
const foreign = { ...card, customerId: "theirs" };
const saved = { ...card, removedAt: null };
const removed = { ...card, removedAt: new Date(0) };

describe("cardChangeOf", () => {
  it.each<[string, Parameters<typeof cardChangeOf>[0], ProcessorCard | null, boolean, CardChange]>([
    ["a new card that someone added", undefined, card, true, "add"],
    ["a new card that no one here added", undefined, card, false, "none"],
    ["a card that was detached before it was stored", undefined, detached, true, "record_removed"],
    ["another customer's card", undefined, foreign, true, "none"],
    ["something that isn't a card", undefined, null, true, "none"],
    ["an unchanged card", saved, card, true, "none"],
    ["a card with a new expiry year", saved, { ...card, expiryYear: 2031 }, false, "update"],
    ["a card with a new number", saved, { ...card, last4: "0005" }, false, "update"],
    ["a detached card", saved, detached, true, "remove"],
    ["a card that couldn't be read as one", saved, null, true, "none"],
    ["a card of another customer", saved, foreign, true, "remove"],
    ["a removed card, read before its removal", removed, card, true, "none"],
    ["a removed card", removed, detached, true, "none"],
  ])("is, for %s, decided by its present state", (_, row, current, mayAdd, change) => {
    expect(cardChangeOf(row, current, { customerId: "ours", mayAdd })).toBe(change);
  });

  it("removes the cards of a workspace whose customer was deleted", () => {
    expect(cardChangeOf(saved, card, { customerId: undefined, mayAdd: true })).toBe("remove");
  });
});

describe("returnUrlOf", () => {
  const panel = "https://panel.example.com";

  it("accepts any page of the panel, and defaults to its payments page", () => {
    expect(returnUrlOf(undefined, panel).href).toBe("https://panel.example.com/payments");
    expect(returnUrlOf("https://panel.example.com/payments?tab=cards", panel).search).toBe("?tab=cards");
  });

  it.each([
    "https://panel.example.com.evil.example/payments",
    "http://panel.example.com/payments",
    "https://panel.example.com:8443/payments",
    "https://panel.example.com@evil.example/",
    "https://user:password@panel.example.com/",
    "https://api.example.com/",
  ])("refuses %s", (url) => {
    expect(() => returnUrlOf(url, panel)).toThrow(AppError);
  });
});

it("checks an open page after two minutes, then each time its age has doubled", () => {
  const createdAt = new Date("2026-03-01T00:00:00.000Z");
  const minutes: number[] = [];
  for (let at = createdAt; minutes.length < 11; ) {
    at = nextCheckAt({ createdAt }, at);
    minutes.push((at.getTime() - createdAt.getTime()) / 60_000);
  }
  expect(minutes).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048]);
});
