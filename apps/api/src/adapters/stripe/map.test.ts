import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { cardOf, noticeOf, pageOf } from "./map.ts";

const method = (given: object = {}) =>
  ({
    id: "pm_1",
    customer: "cus_1",
    card: { brand: "visa", last4: "4242", exp_month: 8, exp_year: 2030 },
    ...given,
  }) as unknown as Stripe.PaymentMethod;
const session = (given: object) => ({ id: "cs_1", ...given }) as unknown as Stripe.Checkout.Session;
const event = (type: string, object: object, before?: object) =>
  ({ id: "evt_1", type, data: { object, previous_attributes: before } }) as unknown as Stripe.Event;

describe("cardOf", () => {
  it("reads a card, whether its customer is an id or expanded", () => {
    const card = { id: "pm_1", brand: "visa", last4: "4242", expiryMonth: 8, expiryYear: 2030 };
    expect(cardOf(method())).toEqual({ ...card, customerId: "cus_1" });
    expect(cardOf(method({ customer: { id: "cus_1" } }))).toEqual({ ...card, customerId: "cus_1" });
    expect(cardOf(method({ customer: null }))).toEqual({ ...card, customerId: null });
  });

  it("finds no card in another kind of payment method", () => {
    expect(cardOf(method({ card: undefined }))).toBeNull();
  });
});

describe("pageOf", () => {
  it("reads the card that a completed page saved", () => {
    const done = { status: "complete", setup_intent: { id: "seti_1", payment_method: "pm_1" } };
    expect(pageOf(session(done))).toEqual({ state: "completed", cardId: "pm_1" });
    expect(pageOf(session({ status: "open", setup_intent: null }))).toEqual({ state: "open" });
    expect(pageOf(session({ status: "expired" }))).toEqual({ state: "expired" });
  });

  it("throws if a completed page has no card", () => {
    expect(() => pageOf(session({ status: "complete", setup_intent: null }))).toThrow(/cs_1 has no card/);
  });
});

describe("noticeOf", () => {
  it.each([
    ["checkout.session.completed", { id: "cs_1" }, { subject: "page", pageId: "cs_1" }],
    ["checkout.session.expired", { id: "cs_1" }, { subject: "page", pageId: "cs_1" }],
    ["payment_method.updated", method(), { subject: "card", cardId: "pm_1", customerId: "cus_1" }],
    [
      "payment_method.automatically_updated",
      method(),
      { subject: "card", cardId: "pm_1", customerId: "cus_1" },
    ],
    [
      "payment_method.detached",
      method({ customer: null }),
      { subject: "card", cardId: "pm_1", customerId: null },
    ],
    ["customer.deleted", { id: "cus_1" }, { subject: "customer_deleted", customerId: "cus_1" }],
    [
      "payment_intent.succeeded",
      { id: "pi_1", metadata: { payment: "pay_1" } },
      { subject: "intent", intentId: "pi_1", paymentId: "pay_1" },
    ],
    [
      "payment_intent.payment_failed",
      { id: "pi_1", metadata: {} },
      { subject: "intent", intentId: "pi_1", paymentId: null },
    ],
    [
      "payment_intent.canceled",
      { id: "pi_1", metadata: {} },
      { subject: "intent", intentId: "pi_1", paymentId: null },
    ],
    [
      "charge.refunded",
      { id: "ch_1", payment_intent: "pi_1" },
      { subject: "refund", refundId: null, intentId: "pi_1" },
    ],
    ...["refund.created", "refund.updated", "refund.failed"].map((type): [string, object, object] => [
      type,
      { id: "re_1", payment_intent: "pi_1" },
      { subject: "refund", refundId: "re_1", intentId: "pi_1" },
    ]),
    ...["created", "updated", "closed", "funds_withdrawn", "funds_reinstated"].map(
      (change): [string, object, object] => [
        `charge.dispute.${change}`,
        { id: "du_1", payment_intent: "pi_1" },
        { subject: "dispute", intentId: "pi_1" },
      ],
    ),
    [
      "radar.early_fraud_warning.created",
      { id: "issfr_1", payment_intent: { id: "pi_1" } },
      { subject: "fraud_warning", intentId: "pi_1" },
    ],
    ["payment_method.attached", method(), { subject: "other" }],
    ["invoice.paid", { id: "in_1" }, { subject: "other" }],
  ])("reads %s", (type, object, notice) => {
    expect(noticeOf(event(type, object))).toEqual({ id: "evt_1", ...notice });
  });

  it("finds the customer that a card was detached from", () => {
    const detached = event("payment_method.detached", method({ customer: null }), { customer: "cus_1" });
    expect(noticeOf(detached)).toMatchObject({ customerId: "cus_1" });
  });
});
