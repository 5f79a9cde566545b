import Stripe from "stripe";
import { expect, it } from "vitest";
import type { ProcessorErrorReason } from "../../modules/payments/ports.ts";
import { processorErrorOf } from "./errors.ts";

const { errors } = Stripe;
const raw = (given: object) => ({ message: "words", ...given }) as never;

it.each<[ProcessorErrorReason, Stripe.errors.StripeError]>([
  ["declined", new errors.StripeCardError(raw({ statusCode: 402, code: "card_declined" }))],
  [
    "missing",
    new errors.StripeInvalidRequestError(
      raw({ statusCode: 400, code: "resource_missing", param: "customer" }),
    ),
  ],
  [
    "misconfigured",
    new errors.StripeInvalidRequestError(
      raw({ statusCode: 404, code: "resource_missing", param: "payment_method" }),
    ),
  ],
  ...["intent", "payment_intent", "refund", "session", "id"].map(
    (param): [ProcessorErrorReason, Stripe.errors.StripeError] => [
      "misconfigured",
      new errors.StripeInvalidRequestError(raw({ statusCode: 404, code: "resource_missing", param })),
    ],
  ),
  ["misconfigured", new errors.StripeInvalidRequestError(raw({ statusCode: 404 }))],
  ["refused", new errors.StripeInvalidRequestError(raw({ statusCode: 400, code: "parameter_unknown" }))],
  ["refused", new errors.StripeIdempotencyError(raw({ statusCode: 400 }))],
  ["unavailable", new errors.StripeIdempotencyError(raw({ statusCode: 409 }))],
  ["unavailable", new errors.StripeConnectionError(raw({}))],
  ["unavailable", new errors.StripeAPIError(raw({ statusCode: 500 }))],
  ["unavailable", new errors.StripeRateLimitError(raw({ statusCode: 429 }))],
  ["misconfigured", new errors.StripeAuthenticationError(raw({ statusCode: 401 }))],
  ["misconfigured", new errors.StripePermissionError(raw({ statusCode: 403 }))],
])("reports %s", (reason, error) => {
  expect(processorErrorOf(error).reason).toBe(reason);
});

it("recognizes the stored answer to an earlier request", () => {
  const isReplayed = (headers?: object) =>
    processorErrorOf(new errors.StripeAPIError(raw({ statusCode: 500, headers }))).isReplayed;
  expect([isReplayed({ "idempotent-replayed": "true" }), isReplayed({}), isReplayed()]).toEqual([
    true,
    false,
    false,
  ]);
});

it("quotes no key", () => {
  const message = "Invalid API Key provided: sk_live_abc*****xyz";
  const error = new errors.StripeAuthenticationError(raw({ statusCode: 401, message }));
  expect(processorErrorOf(error).message).toBe(
    "StripeAuthenticationError 401: Invalid API Key provided: [redacted]",
  );
});

it("throws an error that isn't Stripe's as it is", () => {
  const mistake = new TypeError("of ours");
  expect(() => processorErrorOf(mistake)).toThrow(mistake);
});
