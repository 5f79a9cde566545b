import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { disputeOf, intentOf, paymentPageOf, refundOf } from "./map-charges.ts";

const intent = (given: object) =>
  ({
    id: "pi_1",
    amount_received: 0,
    currency: "eur",
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    payment_method: "pm_1",
    ...given,
  }) as unknown as Stripe.PaymentIntent;
const charge = { id: "ch_1", payment_method_details: { card: { brand: "visa", last4: "4242" } } };
const succeeded = intent({ status: "succeeded", amount_received: 1290, latest_charge: charge });
const card = { brand: "visa", last4: "4242" };

describe("intentOf", () => {
  it.each<[string, object, object]>([
    ["requires_confirmation", {}, { state: "unconfirmed" }],
    ["requires_payment_method", {}, { state: "unconfirmed" }],
    ["processing", {}, { state: "processing" }],
    ["canceled", {}, { state: "canceled" }],
    [
      "requires_action",
      { next_action: { redirect_to_url: { url: "https://bank.example" } } },
      { state: "awaiting_customer", url: "https://bank.example" },
    ],
    ["requires_action", {}, { state: "awaiting_customer", url: null }],
    [
      "requires_payment_method",
      {
        last_payment_error: {
          code: "card_declined",
          decline_code: "insufficient_funds",
          message: "Your card has insufficient funds.",
          charge: "ch_1",
          payment_method: { card },
        },
      },
      {
        state: "declined",
        chargeId: "ch_1",
        card,
        failure: { code: "insufficient_funds", message: "Your card has insufficient funds." },
      },
    ],
    [
      "requires_payment_method",
      { last_payment_error: { code: "payment_intent_authentication_failure", message: "Not confirmed." } },
      {
        state: "declined",
        chargeId: null,
        card: null,
        failure: { code: "payment_intent_authentication_failure", message: "Not confirmed." },
      },
    ],
  ])("reads %s", (status, given, expected) => {
    expect(intentOf(intent({ status, ...given }))).toEqual({ id: "pi_1", ...expected });
  });

  it("reads the money and the card of one that succeeded", () => {
    expect(intentOf(succeeded)).toEqual({
      id: "pi_1",
      state: "succeeded",
      chargeId: "ch_1",
      cardId: "pm_1",
      card,
      amountCents: 1290,
      currency: "EUR",
    });
    expect(() => intentOf(intent({ status: "succeeded", latest_charge: "ch_1" }))).toThrow(/pi_1/);
  });
});

describe("paymentPageOf", () => {
  it.each([
    ["open", null, { state: "open", intent: null }],
    ["expired", null, { state: "expired", intent: null }],
    ["complete", succeeded, { state: "completed", intent: intentOf(succeeded) }],
  ])("reads a page that is %s", (status, payment_intent, expected) => {
    expect(paymentPageOf({ status, payment_intent } as Stripe.Checkout.Session)).toEqual(expected);
  });
});

it.each([
  ["pending", "pending", null],
  ["requires_action", "pending", null],
  ["succeeded", "succeeded", null],
  ["failed", "failed", "expired_or_canceled_card"],
  ["canceled", "failed", "canceled"],
])("reads a refund that is %s", (status, state, code) => {
  const failure_reason = status === "failed" ? "expired_or_canceled_card" : undefined;
  const refund = { id: "re_1", amount: 5, payment_intent: "pi_1", metadata: { refund: "ref_1" } };
  expect(refundOf({ ...refund, status, failure_reason } as unknown as Stripe.Refund)).toMatchObject({
    id: "re_1",
    state,
    amountCents: 5,
    intentId: "pi_1",
    refundId: "ref_1",
    ...(code === null ? { failure: null } : { failure: { code } }),
  });
});

it.each([
  ["needs_response", "open", false],
  ["under_review", "open", false],
  ["warning_needs_response", "open", true],
  ["warning_under_review", "open", true],
  ["warning_closed", "won", true],
  ["prevented", "won", true],
  ["won", "won", false],
  ["lost", "lost", false],
])("reads a dispute that is %s as %s", (status, state, isInquiry) => {
  const dispute = { id: "du_1", amount: 5, charge: "ch_1", payment_intent: "pi_1", created: 1_700_000_000 };
  const evidence_details = { due_by: 1_700_777_600 };
  expect(disputeOf({ ...dispute, status, evidence_details } as unknown as Stripe.Dispute)).toEqual({
    id: "du_1",
    amountCents: 5,
    chargeId: "ch_1",
    intentId: "pi_1",
    evidenceDueAt: new Date(1_700_777_600_000),
    openedAt: new Date(1_700_000_000_000),
    state,
    isInquiry,
  });
});
