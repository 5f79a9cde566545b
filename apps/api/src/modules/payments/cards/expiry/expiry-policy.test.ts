import { describe, expect, it } from "vitest";
import { cardExpiryEmail } from "./card-expiry-email.ts";
import { hasExpired, lastDayOf, nextExpiryMailAt } from "./expiry-policy.ts";

const card = { brand: "visa", last4: "4242", expiryMonth: 2, expiryYear: 2028 };

describe("the emails about a card that is valid until 29 February 2028", () => {
  it.each([
    ["2027-06-01T00:00:00Z", "2028-02-01T00:00:00.000Z"],
    ["2028-01-31T23:59:59Z", "2028-02-01T00:00:00.000Z"],
    ["2028-02-01T00:00:00Z", "2028-02-23T00:00:00.000Z"],
    ["2028-02-22T23:59:59Z", "2028-02-23T00:00:00.000Z"],
    ["2028-02-23T00:00:00Z", undefined],
    ["2029-01-01T00:00:00Z", undefined],
  ])("at %s, the next one is due at %s", (now, next) => {
    expect(nextExpiryMailAt(card, new Date(now))?.toISOString()).toBe(next);
  });

  it.each([
    ["2028-02-29T23:59:59Z", false],
    ["2028-03-01T00:00:00Z", true],
  ])("at %s, it has expired: %s", (now, isExpired) => {
    expect(hasExpired(card, new Date(now))).toBe(isExpired);
  });

  it("expires with its month, also in December", () => {
    const december = { expiryMonth: 12, expiryYear: 2027 };
    expect(lastDayOf(december).toISOString()).toBe("2027-12-31T00:00:00.000Z");
    expect(nextExpiryMailAt(december, new Date("2027-12-05T00:00:00Z"))?.toISOString()).toBe(
      "2027-12-25T00:00:00.000Z",
    );
  });

  it("name the card, its last day and what to do, in both languages", () => {
    const { en, de } = cardExpiryEmail({
      card,
      workspaceName: "Acme",
      cardsUrl: "https://panel.example/payments#cards",
    }).variants;
    expect(en.subject).toBe("Your Visa ending in 4242 expires on 29 February 2028");
    expect(en.text).toContain("Renewals in the workspace “Acme” are charged to this card.");
    expect(de.subject).toBe("Ihre Visa-Karte mit den Endziffern 4242 läuft am 29. Februar 2028 ab");
    for (const { text } of [en, de]) {
      expect(text).toContain("https://panel.example/payments#cards");
    }
  });
});
