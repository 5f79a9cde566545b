import type { BehaviorName } from "../rules/test-cards.ts";
import type { CheckoutSession, SessionTerms } from "./checkout-session.ts";
import type { Customer } from "./customer.ts";
import type { Event } from "./event.ts";
import type { PaymentMethod } from "./payment-method.ts";
import type { SetupIntent } from "./setup-intent.ts";

type Nothing = Record<string, never>;

/** Every kind of object, named by its `object` field: the body as Stripe returns it, and what callers never see. */
export type Kinds = {
  customer: { body: Customer; hidden: Nothing };
  payment_method: { body: PaymentMethod; hidden: CardSecrets };
  setup_intent: { body: SetupIntent; hidden: IntentSecrets };
  "checkout.session": { body: CheckoutSession; hidden: SessionTerms };
  event: { body: Event; hidden: Nothing };
};

export type CardSecrets = {
  behavior: BehaviorName;
  /** The customer has authenticated for later payments. */
  isSetUp: boolean;
  /** A detached card can't be used again. */
  isDetached: boolean;
};

export type IntentSecrets = {
  /** The session that the intent belongs to. */
  session: string | null;
};

export type Kind = keyof Kinds;

export type Stored<K extends Kind> = Kinds[K];

export const idPrefixes: Readonly<Record<Kind, string>> = {
  customer: "cus_",
  payment_method: "pm_",
  setup_intent: "seti_",
  "checkout.session": "cs_test_",
  event: "evt_",
};

/** The name in messages such as "No such payment_intent". */
export const kindNames: Partial<Record<Kind, string>> = {
  "checkout.session": "checkout session",
  payment_method: "PaymentMethod",
  setup_intent: "setupintent",
};
