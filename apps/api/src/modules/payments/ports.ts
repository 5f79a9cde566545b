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

/**
 * A message from the processor that something may have changed. Notices arrive late, repeated and out of order, so the
 * state is always read from the processor.
 */
export type ProcessorNotice = { id: string } & (
  | { subject: "card"; cardId: string; customerId: string | null }
  | { subject: "card_page"; pageId: string }
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

  constructor(reason: ProcessorErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The signature of a notice is missing, wrong or too old. */
export class NoticeSignatureError extends Error {
  override readonly name = "NoticeSignatureError";
}

/** A quick read gives up after two seconds, for a caller who is waiting and can do without it. */
export type ReadOptions = { isQuick?: boolean | undefined };

/** The company that charges cards. Except for `readNotice`, every method may throw a {@link ProcessorError}. */
export type PaymentProcessor = {
  /** Returns the customer's id. */
  createCustomer(input: { workspaceId: string; idempotencyKey: string }): Promise<string>;
  /** A customer that was never in this account is not deleted, but `misconfigured`. */
  isCustomerDeleted(id: string): Promise<boolean>;
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
  /** Throws a {@link NoticeSignatureError} unless the processor signed it within the last five minutes. */
  readNotice(sent: { body: string; signature: string | undefined; now: Date }): ProcessorNotice;
};

export type PaymentPorts = {
  /** Null while payments are off. */
  processor: PaymentProcessor | null;
  panelUrl: string;
};

/** The sandbox's card processor, beyond what a real one offers. */
export type TestCards = {
  /** Returns the id of the saved card. A card that can't be saved is `declined`. */
  saveCard(customerId: string, number: string): Promise<string>;
  /** Affects the next `times` charges or notices. */
  makeTrouble(kind: string, times: number): Promise<void>;
};
