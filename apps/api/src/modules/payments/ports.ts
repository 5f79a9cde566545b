import type { SecretBox } from "@zonepost/secret-box";
import type { Ctx, Queryable, Transaction } from "../../kernel/ctx.ts";
import type { PaymentRow } from "./model/payment-row.ts";
import type { RefundRow } from "./model/refund-row.ts";

/** An ID, and the code of the processor that gave it. */
export type IdAtProcessor = { processor: string; id: string };

/** A card as the processor holds it now. */
export type ProcessorCard = {
  id: string;
  /** Null once it has been detached, which can't be undone. */
  customerId: string | null;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
};

/** A hosted page on which a person enters a card. */
export type ProcessorCardPage = { state: "open" | "expired" } | { state: "completed"; cardId: string };

type CardFace = Pick<ProcessorCard, "brand" | "last4">;

/** `code` is the bank's reason, and `message` is written for the card's holder. */
export type ChargeFailure = { code: string; message: string };

/**
 * A payment at the processor, which charges a card at most once, however often it is confirmed.
 *
 * - `unconfirmed`: no money has moved, or can move until it is confirmed.
 * - `awaiting_customer`: the bank wants to see the card's holder, on its page at `url`.
 * - `processing`: the bank hasn't answered yet.
 * - `declined`: nothing was charged. On a payment page, a person can try again.
 * - `succeeded`, `canceled`: final.
 */
export type ProcessorIntent = { id: string } & (
  | { state: "unconfirmed" | "processing" | "canceled" }
  | { state: "awaiting_customer"; url: string | null }
  | { state: "declined"; chargeId: string | null; card: CardFace | null; failure: ChargeFailure }
  | {
      state: "succeeded";
      chargeId: string;
      card: CardFace;
      /** The processor's id of the card. */
      cardId: string;
      amountCents: number;
      /** In upper case. */
      currency: string;
    }
);

/** An intent that has succeeded, with what it was created with. */
export type PaidIntent = {
  intent: Extract<ProcessorIntent, { state: "succeeded" }>;
  /** Our public id. */
  paymentId: string;
  details: Readonly<Record<string, string>>;
  chargedAt: Date;
};

/** A hosted page on which a person pays. Its intent is created by the first attempt to pay. */
export type ProcessorPaymentPage = {
  state: "open" | "expired" | "completed";
  intent: ProcessorIntent | null;
};

export type ProcessorRefund = {
  id: string;
  state: "pending" | "succeeded" | "failed";
  amountCents: number;
  intentId: string | null;
  /** Our id, as given to `createRefund`; null for a refund that was made at the processor. */
  refundId: string | null;
  failure: ChargeFailure | null;
};

/** A cardholder's objection at their bank. The amount is withheld until we win. */
export type ProcessorDispute = {
  id: string;
  intentId: string | null;
  chargeId: string;
  state: "open" | "won" | "lost";
  /** An inquiry: no money is withdrawn unless it becomes a dispute. */
  isInquiry: boolean;
  amountCents: number;
  /** The bank's deadline for evidence; null if it waits for none. */
  evidenceDueAt: Date | null;
  openedAt: Date;
};

/** A bank's report of fraud, which often becomes a dispute. */
export type ProcessorFraudWarning = {
  id: string;
  intentId: string | null;
  chargeId: string;
  openedAt: Date;
};

/**
 * A movement of our balance at the processor, without its fee.
 *
 * - `charge`, `refund`, `dispute`: also recorded with their payment. `refund_failure`: the bank returned a refund.
 * - `fee`: charged on its own, such as monthly. `payout`: to our bank, or from it.
 * - `reserve`: set aside by the processor, or released.
 */
export type ProcessorTransaction = {
  id: string;
  kind: "charge" | "refund" | "refund_failure" | "dispute" | "fee" | "payout" | "reserve" | "other";
  /** The charge, refund, dispute or payout. */
  sourceId: string | null;
  /** Negative when money leaves the balance. */
  amountCents: number;
  /** Taken in addition; negative if it is returned. */
  feeCents: number;
  /** In upper case. */
  currency: string;
  occurredAt: Date;
};

/**
 * A message from the processor that something may have changed. Notices arrive late, repeated and out of order, so the
 * state is always read from the processor.
 */
export type ProcessorNotice = { id: string } & (
  | { subject: "card"; cardId: string; customerId: string | null }
  /** A page on which a card is entered, or on which a person pays. */
  | { subject: "page"; pageId: string }
  /** `paymentId` as given to the processor: a payment page's intent isn't known here until it is read. */
  | { subject: "intent"; intentId: string; paymentId: string | null }
  | { subject: "refund"; refundId: string | null; intentId: string | null }
  | { subject: "dispute" | "fraud_warning"; intentId: string | null }
  | { subject: "customer_deleted"; customerId: string }
  /** Of no interest here. */
  | { subject: "other" }
);

export type ProcessorErrorReason =
  /** No answer, or one that says to try again. */
  | "unavailable"
  /** The key is refused, or is another account's: for the operator to repair. */
  | "misconfigured"
  /** The bank refused the card; `message` is written for its holder. */
  | "declined"
  /** There is no such customer, or it was deleted. */
  | "missing"
  /** The processor doesn't accept the request. */
  | "refused";

export class ProcessorError extends Error {
  override readonly name = "ProcessorError";
  readonly reason: ProcessorErrorReason;
  /** The stored answer to an earlier request with the same idempotency key: that request has ended. */
  readonly isReplayed: boolean;

  constructor(
    reason: ProcessorErrorReason,
    message: string,
    { isReplayed = false, ...options }: ErrorOptions & { isReplayed?: boolean } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.isReplayed = isReplayed;
  }
}

/** The signature of a notice is missing, wrong or too old. */
export class NoticeSignatureError extends Error {
  override readonly name = "NoticeSignatureError";
}

/** A quick read gives up after two seconds, for a caller who is waiting and can do without it. */
export type ReadOptions = { isQuick?: boolean | undefined };

/**
 * The company that charges cards. Except for `readNotice` and `close`, every method may throw a {@link ProcessorError}.
 */
export type PaymentProcessor = {
  /** Stored with each of its ids, and the last part of the path of its notices. */
  code: string;
  /** The smallest charge in each of its currencies that have two decimals, in the minor unit. */
  minimumChargeCents: Readonly<Record<string, number>>;
  /** The header of a notice that holds its signature. */
  signatureHeader: string;
  /** Returns the customer's id. */
  createCustomer(input: { workspaceId: string; idempotencyKey: string }): Promise<string>;
  /** A customer that was never in this account is not deleted, but `misconfigured`. */
  isCustomerDeleted(id: string): Promise<boolean>;
  /** With all its cards. Safe to repeat. */
  deleteCustomer(id: string): Promise<void>;
  openCardPage(input: {
    customerId: string;
    returnUrl: string;
    cancelUrl: string;
    idempotencyKey: string;
  }): Promise<{ id: string; url: string }>;
  readCardPage(id: string, options?: ReadOptions): Promise<ProcessorCardPage>;
  /** Null if it isn't a card. Also returns a card that was detached. */
  readCard(id: string, options?: ReadOptions): Promise<ProcessorCard | null>;
  detachCard(id: string): Promise<void>;
  /** Moves no money. Returns the intent's id. A card that was removed is `refused`. */
  createIntent(input: {
    customerId: string;
    cardId: string;
    amountCents: number;
    currency: string;
    /** Our public id, which notices carry. */
    paymentId: string;
    /** Stored with it: what it pays for, so that it can be taken over after a restore. */
    details?: Readonly<Record<string, string>> | undefined;
    idempotencyKey: string;
  }): Promise<string>;
  /**
   * Charges the card. Without an answer, the outcome is unknown: read the intent. An off-session charge can't be
   * authenticated. A card that was removed meanwhile is `refused`, like an intent that has ended.
   */
  confirmIntent(id: string, how: { isOnSession: boolean; returnUrl: string }): Promise<ProcessorIntent>;
  readIntent(id: string, options?: ReadOptions): Promise<ProcessorIntent>;
  /** The public id of our payment; null for another program's intent. */
  readPaymentIdOfIntent(id: string, options?: ReadOptions): Promise<string | null>;
  /** `refused` once it has ended, or if it is a payment page's. */
  cancelIntent(id: string): Promise<void>;
  /** The card that pays is saved. The page expires after a day. */
  openPaymentPage(input: {
    customerId: string;
    amountCents: number;
    currency: string;
    /** Shown on the page. */
    title: string;
    paymentId: string;
    /** As those of an intent, which they become. */
    details?: Readonly<Record<string, string>> | undefined;
    returnUrl: string;
    cancelUrl: string;
    idempotencyKey: string;
  }): Promise<{ id: string; url: string }>;
  readPaymentPage(id: string, options?: ReadOptions): Promise<ProcessorPaymentPage>;
  /** Nothing can be paid on it any more. `refused` once it has ended. */
  expirePaymentPage(id: string): Promise<void>;
  /**
   * Repeating it with the same key is safe for a day. After an unknown outcome, look for it in `listRefunds` first: the
   * processor repeats a stored failure (`isReplayed`), and after a day forgets the key.
   */
  createRefund(input: {
    intentId: string;
    amountCents: number;
    /** Our public id. */
    refundId: string;
    idempotencyKey: string;
  }): Promise<ProcessorRefund>;
  listRefunds(intentId: string, options?: ReadOptions): Promise<ProcessorRefund[]>;
  listDisputes(intentId: string, options?: ReadOptions): Promise<ProcessorDispute[]>;
  /** Gives the dispute up, which loses it for good. `refused` once it is closed. */
  acceptDispute(id: string): Promise<void>;
  listFraudWarnings(intentId: string, options?: ReadOptions): Promise<ProcessorFraudWarning[]>;
  /** The intents of the disputes and fraud warnings that were opened since then, whatever they belong to. */
  listContestedIntents(since: Date): Promise<string[]>;
  /** What was paid since then with our payments' intents, in the order of the charges. */
  listPaidIntents(since: Date): Promise<PaidIntent[]>;
  /** The intents of the refunds that were made since then, with those made in its dashboard. */
  listRefundedIntents(since: Date): Promise<string[]>;
  /** A page of the balance's movements, newest first: since then, and after the last one of the page before. */
  listTransactions(page: {
    since: Date | null;
    after: string | null;
  }): Promise<{ transactions: ProcessorTransaction[]; hasMore: boolean }>;
  /** Throws a {@link NoticeSignatureError} unless the processor signed it within the last five minutes. */
  readNotice(sent: { body: string; signature: string | undefined; now: Date }): ProcessorNotice;
  close(): void;
};

export type PaymentProcessors = {
  /** The one of new customers, cards and payments. Null while payments are off. */
  current: PaymentProcessor | null;
  byCode(code: string): PaymentProcessor | undefined;
  all(): readonly PaymentProcessor[];
};

/** What happens to an order when its payment changes. Called in the transaction of the change. */
export type PaymentListener = {
  /** What the payment is for, to be stored at the processor: short texts without secrets. */
  describeOrder(db: Queryable, payment: PaymentRow): Promise<Record<string, string>>;
  /** Whether the order waits for this payment. If it doesn't, nothing more is charged, and money that arrives is returned. */
  isAwaitingPayment(tx: Transaction, payment: PaymentRow): Promise<boolean>;
  /** In the transaction that begins the charge of a saved card. False if it mustn't be charged. */
  whenChargeBegins(tx: Transaction, payment: PaymentRow): Promise<boolean>;
  /** The charge has ended without money, or waits for a person. */
  whenChargeStops(tx: Transaction, payment: PaymentRow): Promise<void>;
  /** The money has arrived, so the order can run. */
  whenPaymentReceived(tx: Transaction, payment: PaymentRow, now: Date): Promise<void>;
  /** The cooldown has passed. */
  whenPaymentConfirmed(tx: Transaction, payment: PaymentRow, now: Date): Promise<void>;
  /** The money has been returned before, in full: the payment isn't confirmed. */
  whenPaymentReturned(tx: Transaction, payment: PaymentRow, now: Date): Promise<void>;
  /** The bank wants a person to confirm a charge. `isPresent`: one was sent there just now. */
  whenConfirmationNeeded(
    tx: Transaction,
    payment: PaymentRow,
    asked: { isPresent: boolean },
    now: Date,
  ): Promise<void>;
  /** A refund succeeded or failed. */
  whenRefundEnds(tx: Transaction, refund: RefundRow, now: Date): Promise<void>;
  /** A dispute was opened, won or lost. While a payment is disputed, it can't be refunded. */
  whenDisputesChange(tx: Transaction, ctx: Ctx & PaymentPorts, payment: PaymentRow, now: Date): Promise<void>;
};

export type PaymentPorts = {
  secretBox: SecretBox;
  /** The person who runs the installation, not a role in it. */
  operatorEmail: string | undefined;
  processors: PaymentProcessors;
  panelUrl: string;
  orders: PaymentListener;
};

/** An account at a registry: what it holds, without credit; or why it can't be asked. */
export type RegistryAccount = {
  registrar: string;
  currency: string;
  answer: { balanceCents: number } | { unchecked: "not_offered" | "no_answer" | "failed" };
};

/** Implemented by the domains module. */
export type RegistryAccounts = {
  readAll(): Promise<RegistryAccount[]>;
  /** A change is on its way to a registry: one of the ledger and the balance is ahead of the other. */
  isChanging(db: Queryable): Promise<boolean>;
};

/** Implemented by the modules whose things auto-renew. */
export type AutoRenewals = {
  /** The number of domains and of mail plans in the workspace that auto-renew. */
  countAutoRenewing(
    db: Queryable,
    workspaceId: string,
  ): Promise<{ domainCount: number; mailPlanCount: number }>;
};

export type CardPorts = PaymentPorts & { autoRenewals: AutoRenewals };

/** The sandbox's card processor, beyond what a real one offers. */
export type TestCards = {
  /** Returns the id of the saved card. A card that can't be saved is `declined`. */
  saveCard(customerId: string, number: string): Promise<string>;
  /** Affects the next `times` charges or notices. */
  makeTrouble(kind: string, times: number): Promise<void>;
  /** The cardholder disputes a charge, which is `refused` for one that is disputed or refunded. */
  openDispute(intentId: string): Promise<void>;
  /** `refused` unless the charge has an open dispute. */
  closeDispute(intentId: string, outcome: { isWon: boolean }): Promise<void>;
  /** The cardholder's bank suspects fraud. */
  warnOfFraud(intentId: string): Promise<void>;
};
