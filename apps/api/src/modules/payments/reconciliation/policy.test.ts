import { describe, expect, it } from "vitest";
import type { RegistryAccount } from "../ports.ts";
import {
  dayOf,
  hasChanged,
  type IntentAtProcessor,
  ledgerDifferences,
  openingsOf,
  processorCentsOf,
  type RecordedPayment,
  registryDifferences,
  uncheckedAccounts,
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

describe("accounts at registries", () => {
  const account = (registrar: string, balanceCents: number, currency = "EUR"): RegistryAccount => ({
    registrar,
    currency,
    answer: { balanceCents },
  });
  const away = (registrar: string, currency = "EUR"): RegistryAccount => ({
    registrar,
    currency,
    answer: { unchecked: "no_answer" },
  });
  const opening = (registrar: string, openingCents: number, currency = "EUR") => ({
    registrar,
    currency,
    openingCents,
  });

  it.each<[string, RegistryAccount[], Record<string, number>, object[], object[]]>([
    ["the first one", [account("a", 900)], { EUR: -100 }, [], [opening("a", 1000)]],
    ["one without a ledger", [account("a", 900)], {}, [], [opening("a", 900)]],
    ["two at once", [account("a", 9), account("b", 5)], { EUR: -1 }, [], [opening("a", 10), opening("b", 5)]],
    ["a later one", [account("a", 9), account("b", 5)], { EUR: -1 }, [opening("a", 10)], [opening("b", 5)]],
    [
      "one in another currency",
      [account("b", 5, "USD")],
      { EUR: -1 },
      [opening("a", 10)],
      [opening("b", 5, "USD")],
    ],
    ["a known one", [account("a", 7)], { EUR: -1 }, [opening("a", 10)], []],
    ["one that doesn't answer", [away("a"), account("b", 5)], { EUR: -1 }, [], []],
  ])("open with what the ledger doesn't explain: %s", (_, accounts, ledger, known, expected) => {
    expect(openingsOf(accounts, ledger, known as Parameters<typeof openingsOf>[2])).toEqual(expected);
  });

  const openings = [opening("a", 1000), opening("b", 500), opening("c", 70, "USD"), opening("gone", 5)];
  const differs = (ownCents: number, foundCents: number, currency = "EUR") => ({
    paymentId: null,
    account: "registry_balance",
    at: "registry",
    ownCents,
    foundCents,
    currency,
  });
  it.each<[string, RegistryAccount[], Record<string, number>, object[]]>([
    ["nothing moved", [account("a", 1000)], {}, []],
    ["the ledger has it all", [account("a", 880)], { EUR: -120 }, []],
    ["a cent is missing", [account("a", 879)], { EUR: -120 }, [differs(880, 879)]],
    ["the ledger has a cent too much", [account("a", 880)], { EUR: -121 }, [differs(879, 880)]],
    ["a deposit isn't posted", [account("a", 2000)], {}, [differs(1000, 2000)]],
    ["two share a currency", [account("a", 900), account("b", 480)], { EUR: -120 }, []],
    [
      "a cent is missing from their sum",
      [account("a", 900), account("b", 479)],
      { EUR: -120 },
      [differs(1380, 1379)],
    ],
    [
      "another currency differs",
      [account("a", 1000), account("c", 60, "USD")],
      { USD: -9 },
      [differs(61, 60, "USD")],
    ],
    ["one of two doesn't answer", [account("a", 1), away("b")], {}, []],
  ])("differ from the ledger: %s", (_, accounts, ledger, expected) => {
    expect(registryDifferences(accounts, ledger, openings)).toEqual(expected);
  });

  it("that couldn't be asked are listed with the reason", () => {
    expect(uncheckedAccounts([account("a", 1), away("b")])).toEqual([
      { at: "registry", registrar: "b", reason: "no_answer" },
    ]);
  });
});

describe("hasChanged", () => {
  const difference = { paymentId: null, account: "processor", at: "processor", ownCents: 1, foundCents: 2 };
  const unchecked = { at: "processor", registrar: null, reason: "no_answer" } as const;
  const nothing = { differences: [], unchecked: [] };
  it.each<[string, Parameters<typeof hasChanged>, boolean]>([
    [
      "the same",
      [
        { ...nothing, differences: [difference] },
        { ...nothing, differences: [difference] },
      ],
      false,
    ],
    [
      "another order",
      [
        { ...nothing, differences: [difference, { ...difference, ownCents: 5 }] },
        { ...nothing, differences: [{ ...difference, ownCents: 5 }, difference] },
      ],
      false,
    ],
    ["a new difference", [{ ...nothing, differences: [difference] }, nothing], true],
    [
      "another amount",
      [
        { ...nothing, differences: [difference] },
        { ...nothing, differences: [{ ...difference, foundCents: 3 }] },
      ],
      true,
    ],
    ["a new question", [{ ...nothing, unchecked: [unchecked] }, nothing], true],
    [
      "another reason",
      [
        { ...nothing, unchecked: [unchecked] },
        { ...nothing, unchecked: [{ ...unchecked, reason: "failed" }] },
      ],
      true,
    ],
  ])("of %s", (_, given, expected) => {
    expect(hasChanged(...given)).toBe(expected);
  });
});

it("changes the day at midnight UTC", () => {
  expect(dayOf(new Date("2030-01-31T23:59:59.999Z"))).toBe("2030-01-31");
  expect(dayOf(new Date("2030-02-01T00:00:00.000Z"))).toBe("2030-02-01");
});
