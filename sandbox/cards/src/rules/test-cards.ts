/** The cause of a decline, as Stripe's `decline_code`. */
export type DeclineCode =
  | "generic_decline"
  | "insufficient_funds"
  | "expired_card"
  | "authentication_required";

export type CardBehavior = {
  declines?: { when: "saved_or_charged" | "charged"; code: DeclineCode };
  /** `unless_set_up`: a saved card passes off-session, but always needs authentication on-session. */
  authentication?: "unless_set_up" | "always";
  afterCharge?: "dispute" | "early_fraud_warning";
  /** The result of a refund. Without it, refunds succeed immediately. */
  refund?: "succeeds_later" | "fails_later";
};

const behaviors = {
  pays: {},
  declined: { declines: { when: "saved_or_charged", code: "generic_decline" } },
  insufficient_funds: { declines: { when: "saved_or_charged", code: "insufficient_funds" } },
  expired: { declines: { when: "saved_or_charged", code: "expired_card" } },
  declined_when_charged: { declines: { when: "charged", code: "generic_decline" } },
  authenticates_unless_set_up: { authentication: "unless_set_up" },
  authenticates_always: { authentication: "always" },
  disputed: { afterCharge: "dispute" },
  early_fraud_warning: { afterCharge: "early_fraud_warning" },
  refund_succeeds_later: { refund: "succeeds_later" },
  refund_fails_later: { refund: "fails_later" },
} as const satisfies Record<string, CardBehavior>;

export type BehaviorName = keyof typeof behaviors;

export type TestCard = { brand: "visa" | "mastercard" | "amex"; country: string; behavior: BehaviorName };

/** The test numbers that Stripe publishes (docs.stripe.com/testing), with their published meanings. */
const testCards: Readonly<Record<string, TestCard>> = {
  "4242424242424242": { brand: "visa", country: "US", behavior: "pays" },
  "5555555555554444": { brand: "mastercard", country: "US", behavior: "pays" },
  "378282246310005": { brand: "amex", country: "US", behavior: "pays" },
  "4000000000000002": { brand: "visa", country: "US", behavior: "declined" },
  "4000000000009995": { brand: "visa", country: "US", behavior: "insufficient_funds" },
  "4000000000000069": { brand: "visa", country: "US", behavior: "expired" },
  "4000000000000341": { brand: "visa", country: "US", behavior: "declined_when_charged" },
  "4000002500003155": { brand: "visa", country: "US", behavior: "authenticates_unless_set_up" },
  "4000002760003184": { brand: "visa", country: "DE", behavior: "authenticates_always" },
  "4000000000000259": { brand: "visa", country: "US", behavior: "disputed" },
  "4000000000005423": { brand: "visa", country: "US", behavior: "early_fraud_warning" },
  "4000000000007726": { brand: "visa", country: "US", behavior: "refund_succeeds_later" },
  "4000000000005126": { brand: "visa", country: "US", behavior: "refund_fails_later" },
};

export const testCardNumbers: readonly string[] = Object.keys(testCards);

/** Accepts spaces and hyphens. Undefined for any number that Stripe doesn't publish. */
export function findTestCard(number: string): (TestCard & { digits: string }) | undefined {
  const digits = number.replace(/[\s-]/g, "");
  const card = Object.hasOwn(testCards, digits) ? testCards[digits] : undefined;
  return card && { ...card, digits };
}

export const behaviorOf = (name: BehaviorName): CardBehavior => behaviors[name];
