import type { BehaviorName } from "../rules/test-cards.ts";
import type { CheckoutSession, SessionTerms } from "./checkout-session.ts";
import type { Customer } from "./customer.ts";
import type { Event } from "./event.ts";
import type { Kind } from "./object-fields.ts";
import type { PaymentMethod } from "./payment-method.ts";
import type { SetupIntent } from "./setup-intent.ts";

type Nothing = Record<string, never>;

/** Every kind of object, named by its `object` field: the body as Stripe returns it, and what callers never see. */
type Kinds = {
  customer: { body: Customer; hidden: Nothing };
  payment_method: { body: PaymentMethod; hidden: CardSecrets };
  setup_intent: { body: SetupIntent; hidden: IntentSecrets };
  "checkout.session": { body: CheckoutSession; hidden: SessionTerms };
  event: { body: Event; hidden: Nothing };
};

type CardSecrets = {
  behavior: BehaviorName;
  /** The customer has authenticated for later payments. */
  isSetUp: boolean;
  /** A detached card can't be used again. */
  isDetached: boolean;
};

type IntentSecrets = {
  /** The session that the intent belongs to. */
  session: string | null;
};

export type Stored<K extends Kind> = Kinds[K];
