import { describe, expect, it } from "vitest";
import {
  entriesOfAccrual,
  entriesOfCharge,
  entriesOfDeposit,
  entriesOfDispute,
  entriesOfLoss,
  entriesOfProcessorTransaction,
  entriesOfRefund,
  entriesOfRegistryCost,
  type LedgerEntry,
  requireBalanced,
} from "./ledger-policy.ts";

const asObject = (entries: LedgerEntry[]) =>
  Object.fromEntries(entries.map(({ account, amountCents }) => [account, amountCents]));

describe("ledger entries", () => {
  it.each<[string, LedgerEntry[], object]>([
    [
      "a charge with tax",
      entriesOfCharge({ amountCents: 1190, taxCents: 190 }),
      { processor: 1190, sales: -1000, tax: -190 },
    ],
    [
      "a charge without tax",
      entriesOfCharge({ amountCents: 1000, taxCents: 0 }),
      { processor: 1000, sales: -1000 },
    ],
    ["a charge of nothing", entriesOfCharge({ amountCents: 0, taxCents: 0 }), {}],
    [
      "a refund",
      entriesOfRefund({ amountCents: 595, taxCents: 95 }),
      { processor: -595, sales: 500, tax: 95 },
    ],
    [
      "an opened dispute",
      entriesOfDispute("withdrawn", { amountCents: 1190 }),
      { disputes: 1190, processor: -1190 },
    ],
    [
      "a won dispute",
      entriesOfDispute("returned", { amountCents: 1190 }),
      { disputes: -1190, processor: 1190 },
    ],
    [
      "a lost dispute",
      entriesOfLoss({ amountCents: 1190, taxCents: 190 }),
      { bad_debt: 1000, tax: 190, disputes: -1190 },
    ],
    [
      "a lost dispute without tax",
      entriesOfLoss({ amountCents: 5, taxCents: 0 }),
      { bad_debt: 5, disputes: -5 },
    ],
    [
      "the fee of a charge",
      entriesOfProcessorTransaction({ kind: "charge", amountCents: 1190, feeCents: 43 }),
      { processor: -43, processor_fees: 43 },
    ],
    [
      "a refund without a fee",
      entriesOfProcessorTransaction({ kind: "refund", amountCents: -1190, feeCents: 0 }),
      {},
    ],
    [
      "a refund whose fee is returned",
      entriesOfProcessorTransaction({ kind: "refund", amountCents: -1190, feeCents: -18 }),
      { processor: 18, processor_fees: -18 },
    ],
    [
      "a returned refund with a fee",
      entriesOfProcessorTransaction({ kind: "refund_failure", amountCents: 1190, feeCents: 5 }),
      { processor: -5, processor_fees: 5 },
    ],
    [
      "the fee of a dispute",
      entriesOfProcessorTransaction({ kind: "dispute", amountCents: -1190, feeCents: 2000 }),
      { processor: -2000, processor_fees: 2000 },
    ],
    [
      "a won dispute whose fee is returned",
      entriesOfProcessorTransaction({ kind: "dispute", amountCents: 1190, feeCents: -2000 }),
      { processor: 2000, processor_fees: -2000 },
    ],
    [
      "a monthly fee",
      entriesOfProcessorTransaction({ kind: "fee", amountCents: -200, feeCents: 0 }),
      { processor: -200, processor_fees: 200 },
    ],
    [
      "a fee with a fee",
      entriesOfProcessorTransaction({ kind: "fee", amountCents: -200, feeCents: 38 }),
      { processor: -238, processor_fees: 238 },
    ],
    [
      "a payout",
      entriesOfProcessorTransaction({ kind: "payout", amountCents: -5000, feeCents: 0 }),
      { processor: -5000, bank: 5000 },
    ],
    [
      "an instant payout with its fee",
      entriesOfProcessorTransaction({ kind: "payout", amountCents: -5000, feeCents: 50 }),
      { processor: -5050, processor_fees: 50, bank: 5000 },
    ],
    [
      "a payout that the bank returns",
      entriesOfProcessorTransaction({ kind: "payout", amountCents: 5000, feeCents: 0 }),
      { processor: 5000, bank: -5000 },
    ],
    [
      "money that is set aside",
      entriesOfProcessorTransaction({ kind: "reserve", amountCents: -300, feeCents: 0 }),
      { processor: -300, processor_reserve: 300 },
    ],
    [
      "an unknown kind, whose fee is known",
      entriesOfProcessorTransaction({ kind: "other", amountCents: -300, feeCents: 7 }),
      { processor: -7, processor_fees: 7 },
    ],
    ["a deposit at a registry", entriesOfDeposit(50_000), { registry_balance: 50_000, bank: -50_000 }],
    ["a registry's fee", entriesOfRegistryCost(900), { registry_costs: 900, registry_balance: -900 }],
    ["a registry's refund", entriesOfRegistryCost(-900), { registry_costs: -900, registry_balance: 900 }],
    ["a free registration", entriesOfRegistryCost(0), {}],
    [
      "two years of which the registry charged one before",
      entriesOfRegistryCost(1800, 900),
      { registry_costs: 1800, registry_balance: -900, registry_accruals: -900 },
    ],
    [
      "a year that the registry charged before",
      entriesOfRegistryCost(900, 900),
      { registry_costs: 900, registry_accruals: -900 },
    ],
    [
      "a registry's own renewal",
      entriesOfAccrual("accrued", 900),
      { registry_accruals: 900, registry_balance: -900 },
    ],
    [
      "a registry's own renewal that is taken back",
      entriesOfAccrual("returned", 900),
      { registry_accruals: -900, registry_balance: 900 },
    ],
    [
      "a registry's own renewal that stays unpaid",
      entriesOfAccrual("lost", 900),
      { registry_costs: 900, registry_accruals: -900 },
    ],
  ])("debit and credit the accounts of %s", (_, entries, expected) => {
    expect(asObject(entries)).toEqual(expected);
    expect(() => requireBalanced(entries)).not.toThrow();
  });

  it("cancel out when a charge is refunded in parts", () => {
    const amounts = [
      { amountCents: 1190, taxCents: 190 },
      { amountCents: 400, taxCents: 64 },
      { amountCents: 790, taxCents: 126 },
    ] as const;
    const sums: Record<string, number> = {};
    for (const { account, amountCents } of [
      ...entriesOfCharge(amounts[0]),
      ...entriesOfRefund(amounts[1]),
      ...entriesOfRefund(amounts[2]),
    ]) {
      sums[account] = (sums[account] ?? 0) + amountCents;
    }
    expect(sums).toEqual({ processor: 0, sales: 0, tax: 0 });
  });
});

describe("requireBalanced", () => {
  it.each<[string, LedgerEntry[], RegExp]>([
    ["a sum other than zero", [{ account: "processor", amountCents: 1 }], /sum to 1/],
    [
      "fractions of a cent",
      [
        { account: "processor", amountCents: 0.5 },
        { account: "sales", amountCents: -0.5 },
      ],
      /whole number/,
    ],
    [
      "the same account twice",
      [
        { account: "processor", amountCents: 1 },
        { account: "processor", amountCents: -1 },
      ],
      /same account/,
    ],
  ])("refuses %s", (_, entries, message) => {
    expect(() => requireBalanced(entries)).toThrow(message);
  });
});
