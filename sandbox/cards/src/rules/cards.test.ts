import { describe, expect, it } from "vitest";
import { readCardForm } from "./card-form.ts";
import { chargeOutcome, isCardExpired, saveOutcome } from "./card-outcome.ts";
import { behaviorOf, findTestCard, testCardNumbers } from "./test-cards.ts";

const yes = { kind: "succeeds" };
const bank = { kind: "requires_authentication" };
const no = (code: string) => ({ kind: "declined", code });

/** Stripe's published meanings: saved, charged on-session, charged off-session once set up, and without being set up. */
type Row = [number: string, saved: object, onSession: object, setUp: object, notSetUp: object];

const always = (outcome: object) => [outcome, outcome, outcome, outcome] as const;

const table: Row[] = [
  ["4242424242424242", yes, yes, yes, yes],
  ["5555555555554444", yes, yes, yes, yes],
  ["378282246310005", yes, yes, yes, yes],
  ["4000000000000002", ...always(no("generic_decline"))],
  ["4000000000009995", ...always(no("insufficient_funds"))],
  ["4000000000000069", ...always(no("expired_card"))],
  ["4000000000000341", yes, no("generic_decline"), no("generic_decline"), no("generic_decline")],
  ["4000002500003155", bank, bank, yes, no("authentication_required")],
  ["4000002760003184", bank, bank, no("authentication_required"), no("authentication_required")],
  ["4000000000000259", yes, yes, yes, yes],
  ["4000000000005423", yes, yes, yes, yes],
  ["4000000000007726", yes, yes, yes, yes],
  ["4000000000005126", yes, yes, yes, yes],
];

const behavior = (number: string) => behaviorOf(findTestCard(number)?.behavior ?? "pays");

describe("a test card", () => {
  it.each(table)(
    "%s is saved, charged on-session, and charged off-session",
    (number, saved, onSession, setUp, notSetUp) => {
      const fresh = { isExpired: false, isAuthenticated: false };
      expect(saveOutcome(behavior(number), fresh)).toEqual(saved);
      const charge = (isOffSession: boolean, isSetUp: boolean) =>
        chargeOutcome(behavior(number), { ...fresh, isOffSession, isSetUp });
      expect(charge(false, true)).toEqual(onSession);
      expect(charge(true, true)).toEqual(setUp);
      expect(charge(true, false)).toEqual(notSetUp);
    },
  );

  it.each(table)("%s passes after authentication unless it is declined", (number, saved, onSession) => {
    const approved = { isExpired: false, isAuthenticated: true };
    expect(saveOutcome(behavior(number), approved)).toEqual(saved === bank ? yes : saved);
    expect(chargeOutcome(behavior(number), { ...approved, isOffSession: false, isSetUp: false })).toEqual(
      onSession === bank ? yes : onSession,
    );
  });

  it("has a row in the table", () => {
    expect(table.map(([number]) => number).sort()).toEqual([...testCardNumbers].sort());
  });

  it("is declined once it has expired", () => {
    const expired = { isExpired: true, isAuthenticated: true, isOffSession: true, isSetUp: true };
    expect(chargeOutcome(behavior("4242424242424242"), expired)).toEqual(no("expired_card"));
    expect(saveOutcome(behavior("4242424242424242"), expired)).toEqual(no("expired_card"));
  });

  it("has a valid check digit", () => {
    const checksum = (number: string) =>
      [...number].reverse().reduce((sum, digit, at) => {
        const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
        return sum + (value > 9 ? value - 9 : value);
      }, 0);
    expect(testCardNumbers.filter((number) => checksum(number) % 10 !== 0)).toEqual([]);
  });

  it.each(["4111111111111111", "", "constructor", "42424242424242424242"])(
    "doesn't exist as %s",
    (number) => {
      expect(findTestCard(number)).toBeUndefined();
    },
  );
});

it.each([
  ["2026-03-31T23:59:59Z", false],
  ["2026-04-01T00:00:00Z", true],
])("a card of 3/2026 at %s is expired: %s", (now, isExpired) => {
  expect(isCardExpired({ exp_month: 3, exp_year: 2026 }, new Date(now))).toBe(isExpired);
});

describe("the form of a page", () => {
  const now = new Date("2026-03-01T00:00:00Z");
  const filled = { number: "4242 4242-4242 4242", expiry: "12 / 34", cvc: "123", name: " Ada " };

  it.each([
    ["12 / 34", { month: 12, year: 2034 }],
    ["1/2034", { month: 1, year: 2034 }],
    ["0134", { month: 1, year: 2034 }],
    ["03-26", { month: 3, year: 2026 }],
  ])("accepts the expiry date %s", (expiry, expected) => {
    expect(readCardForm({ ...filled, expiry }, now)).toMatchObject({
      entered: { expiry: expected, name: "Ada" },
    });
  });

  it.each([
    [{ expiry: "00/34" }, ["expiry"]],
    [{ expiry: "02/26" }, ["expiry"]],
    [{ number: "378282246310005" }, ["cvc"]],
    [{ number: "x", expiry: "", cvc: "", name: "" }, ["number", "expiry", "cvc", "name"]],
    [{ name: "n".repeat(201) }, ["name"]],
    [{ name: "4242 4242 4242 4242" }, ["name"]],
  ])("refuses %o", (changes, fields) => {
    const read = readCardForm({ ...filled, ...changes }, now);
    expect("errors" in read && Object.keys(read.errors)).toEqual(fields);
  });
});
