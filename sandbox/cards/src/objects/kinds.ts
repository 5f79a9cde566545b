import type { RefundStep } from "../rules/refund-status.ts";
import type { BehaviorName } from "../rules/test-cards.ts";
import type { BalanceTransaction } from "./balance-transaction.ts";
import type { Charge } from "./charge.ts";
import type { CheckoutSession, SessionTerms } from "./checkout-session.ts";
import type { Customer } from "./customer.ts";
import type { Dispute } from "./dispute.ts";
import type { EarlyFraudWarning } from "./early-fraud-warning.ts";
import type { Event } from "./event.ts";
import type { Kind } from "./object-fields.ts";
import type { PaymentIntent } from "./payment-intent.ts";
import type { PaymentMethod } from "./payment-method.ts";
import type { Payout } from "./payout.ts";
import type { Refund } from "./refund.ts";
import type { SetupIntent } from "./setup-intent.ts";

type Nothing = Record<string, never>;

/** Every kind of object, named by its `object` field: the body as Stripe returns it, and fields that callers never see. */
type Kinds = {
  customer: { body: Customer; hidden: Nothing };
  payment_method: { body: PaymentMethod; hidden: CardSecrets };
  setup_intent: { body: SetupIntent; hidden: IntentSecrets };
  "checkout.session": { body: CheckoutSession; hidden: SessionTerms };
  payment_intent: { body: PaymentIntent; hidden: IntentSecrets };
  charge: { body: Charge; hidden: Nothing };
  /** `later` is the result that the refund gets when it is due. */
  refund: { body: Refund; hidden: { later: RefundStep | null } };
  dispute: { body: Dispute; hidden: Nothing };
  "radar.early_fraud_warning": { body: EarlyFraudWarning; hidden: Nothing };
  balance_transaction: { body: BalanceTransaction; hidden: Nothing };
  payout: { body: Payout; hidden: Nothing };
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
