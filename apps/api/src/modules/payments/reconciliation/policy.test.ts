import { describe, expect, it } from "vitest";
import {
  dayOf,
  type IntentAtProcessor,
  ledgerDifferences,
  processorCentsOf,
  type RecordedPayment,
} from "./policy.ts";

const paid: RecordedPayment = {
  paymentId: "payment",
  currency: "EUR",
  amountCents: 1190,
  taxCents: 190,
  chargeCount: 1,
  refundedCents: 0,
  refundedTaxCents: 0,
  withheldCents: 0,
  lostTaxCents: 0,
  ledgerProcessorCents: 1190,
  ledgerTaxCents: -190,
};
const unpaid = { ...paid, chargeCount: 0, ledgerProcessorCents: 0, ledgerTaxCents: 0 };
const refunded = { ...paid, refundedCents: 595, refundedTaxCents: 95 };
const difference = { paymentId: "payment", at: "ledger" };

describe("ledgerDifferences", () => {
  it.each<[string, RecordedPayment, object[]]>([
    ["a paid payment", paid, []],
    ["an unpaid one", unpaid, []],
    ["a refund", { ...refunded, ledgerProcessorCents: 595, ledgerTaxCents: -95 }, []],
    ["an open dispute", { ...paid, withheldCents: 1190, ledgerProcessorCents: 0 }, []],
    [
      "a lost dispute",
      { ...paid, withheldCents: 1190, lostTaxCents: 190, ledgerProcessorCents: 0, ledgerTaxCents: 0 },
      [],
    ],
    [
      "a lost dispute whose tax isn't posted",
      { ...paid, withheldCents: 1190, lostTaxCents: 190, ledgerProcessorCents: 0 },
      [{ ...difference, account: "tax", ownCents: 0, foundCents: -190 }],
    ],
    ["a second charge", { ...paid, chargeCount: 2, ledgerProcessorCents: 2380, ledgerTaxCents: -380 }, []],
    [
      "a charge that isn't posted",
      { ...paid, ledgerProcessorCents: 0, ledgerTaxCents: 0 },
      [
        { ...difference, account: "processor", ownCents: 1190, foundCents: 0 },
        { ...difference, account: "tax", ownCents: -190, foundCents: 0 },
      ],
    ],
    [
      "a refund posted without its tax",
      { ...refunded, ledgerProcessorCents: 595 },
      [{ ...difference, account: "tax", ownCents: -95, foundCents: -190 }],
    ],
    [
      "an entry without a charge",
      { ...unpaid, ledgerProcessorCents: 5 },
      [{ ...difference, account: "processor", ownCents: 0, foundCents: 5 }],
    ],
  ])("of %s", (_, payment, expected) => {
    expect(ledgerDifferences(payment)).toEqual(expected);
  });
});

describe("processorCentsOf", () => {
  const card = { brand: "visa", last4: "4242" };
  const charged = { chargeId: "1", cardId: "1", card, amountCents: 1190, currency: "EUR" };
  const of = (refunds: IntentAtProcessor["refunds"], disputes: IntentAtProcessor["disputes"] = []) => ({
    intent: { id: "1", state: "succeeded" as const, ...charged },
    refunds,
    disputes,
  });
  const refund = (state: "pending" | "succeeded" | "failed") => ({ state, amountCents: 500 });
  const dispute = (state: "open" | "won" | "lost", isInquiry = false) => ({
    state,
    isInquiry,
    amountCents: 1190,
  });

  it.each<[string, IntentAtProcessor[], number | null]>([
    ["nothing", [], 0],
    ["a charge", [of([])], 1190],
    ["a canceled intent", [{ intent: { id: "1", state: "canceled" }, refunds: [], disputes: [] }], 0],
    ["a charge and its refunds", [of([refund("succeeded"), refund("failed")])], 690],
    ["a refund on its way", [of([refund("pending")])], null],
    ["an open dispute", [of([], [dispute("open")])], 0],
    ["an inquiry", [of([], [dispute("open", true)])], 1190],
    ["a won dispute", [of([], [dispute("won")])], 1190],
    ["a lost dispute", [of([], [dispute("lost")])], 0],
    ["two charges", [of([]), of([refund("succeeded")])], 1880],
  ])("of %s", (_, intents, cents) => {
    expect(processorCentsOf(intents)).toBe(cents);
  });
});

it("changes the day at midnight UTC", () => {
  expect(dayOf(new Date("2030-01-31T23:59:59.999Z"))).toBe("2030-01-31");
  expect(dayOf(new Date("2030-02-01T00:00:00.000Z"))).toBe("2030-02-01");
});
