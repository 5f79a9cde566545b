/** The error of a failed submit: the API's own message, or that it was unreachable. */
export type SubmitFailure = {
  detail?: string | undefined;
  requestId?: string | undefined;
  unreachable: boolean;
  /** What settles whether it was done, if there was no answer until the deadline. */
  unanswered?: "repeat" | "reload" | undefined;
  code?: string | undefined;
  /** Where the person can pay, if the order waits for that. */
  paymentUrl?: string | undefined;
  /** The page of the order that the failure is about. */
  orderHref?: string | undefined;
};

/** An order that waits for its payment holds all that was entered. */
export const isOrdered = (failure: SubmitFailure | undefined): boolean => failure?.paymentUrl !== undefined;

/** The page on which the person confirms the payment with their bank: a step of the purchase, not a failure of it. */
export const bankStepOf = (failure: SubmitFailure | undefined): string | undefined =>
  failure?.code === "authentication_required" ? failure.paymentUrl : undefined;

export type Submission = {
  isPending: boolean;
  isSuccess: boolean;
  /** Undefined without an error, or if the fields already show it. */
  failure: SubmitFailure | undefined;
  reset: () => void;
};
