import { describe, expect, it } from "vitest";
import { amountRefusal, minimumAmount, processingFee } from "./amounts.ts";
import {
  blocksRefund,
  type DisputeStatus,
  type DisputeStep,
  disputeAfter,
  stepOfEvidence,
} from "./dispute-status.ts";
import { type RefundStatus, refundAfter, refundPlan, refundRefusal } from "./refund-status.ts";

const none = undefined;

describe("a refund", () => {
  it.each<[RefundStatus, (RefundStatus | undefined)[]]>([
    ["pending", ["succeeded", "failed"]],
    ["succeeded", [none, "failed"]],
    ["failed", [none, none]],
  ])("that is %s", (status, expected) => {
    expect([refundAfter(status, "succeeds"), refundAfter(status, "fails")]).toEqual(expected);
  });

  const charge = { paid: true, amount: 1000, amount_refunded: 0 };

  it.each([
    [charge, 1000, false, none],
    [charge, 1, false, none],
    [charge, 1001, false, "too_much"],
    [charge, 0, false, "not_positive"],
    [charge, -5, false, "not_positive"],
    [{ ...charge, amount_refunded: 400 }, 600, false, none],
    [{ ...charge, amount_refunded: 400 }, 601, false, "too_much"],
    [{ ...charge, amount_refunded: 1000 }, 1, false, "already_refunded"],
    [charge, 1000, true, "disputed"],
    [{ ...charge, paid: false }, 1000, false, "not_paid"],
  ])("of %o by %i, with a blocking dispute %s: %s", (given, amount, hasBlockingDispute, refusal) => {
    expect(refundRefusal(given, amount, { hasBlockingDispute })).toBe(refusal);
  });

  it("is pending, or fails later, for the cards that do so", () => {
    const now = new Date("2026-03-01T00:00:00Z");
    const at = new Date("2026-03-01T01:00:00Z");
    expect(refundPlan(undefined, now)).toEqual({ status: "succeeded", later: null });
    expect(refundPlan("succeeds_later", now)).toEqual({ status: "pending", later: { step: "succeeds", at } });
    expect(refundPlan("fails_later", now)).toEqual({ status: "succeeded", later: { step: "fails", at } });
  });
});

describe("a dispute", () => {
  const steps: DisputeStep[] = ["evidence_submitted", "won", "lost"];

  it.each<[DisputeStatus, (DisputeStatus | undefined)[], boolean]>([
    ["needs_response", ["under_review", "won", "lost"], true],
    ["under_review", ["under_review", "won", "lost"], true],
    ["won", [none, none, none], false],
    ["lost", [none, none, none], true],
  ])("that is %s", (status, expected, isBlocking) => {
    expect(steps.map((step) => disputeAfter(status, step))).toEqual(expected);
    expect(blocksRefund(status)).toBe(isBlocking);
  });

  it.each([
    ["winning_evidence", "won"],
    ["losing_evidence", "lost"],
    ["anything else", "evidence_submitted"],
    [undefined, "evidence_submitted"],
  ])("with the evidence %s", (text, step) => {
    expect(stepOfEvidence(text)).toBe(step);
  });
});

it.each([
  [49, "eur", "amount_too_small"],
  [50, "eur", none],
  [29, "gbp", "amount_too_small"],
  [30, "gbp", none],
  [99_999_999, "usd", none],
  [100_000_000, "usd", "amount_too_large"],
  [49, "xyz", "amount_too_small"],
])("an amount of %i %s: %s", (amount, currency, refusal) => {
  expect(amountRefusal(amount, currency)).toBe(refusal);
});

it("the fee is 1.5 % and 25 cents", () => {
  expect([processingFee(1000), processingFee(1234), minimumAmount("jpy")]).toEqual([40, 44, 50]);
});
