/** The error of a failed submit: the service's own message, or that it was unreachable. */
export type SubmitFailure = {
  detail?: string | undefined;
  requestId?: string | undefined;
  unreachable: boolean;
};

/** A submit as forms see it, whatever it sends. */
export type Submission = {
  isPending: boolean;
  /** Undefined while nothing failed, and where the fields already show what is wrong. */
  failure: SubmitFailure | undefined;
  reset: () => void;
};

/** A submit that succeeds once and then ignores every click until it is reset, as a dialog needs while it closes. */
export type DialogSubmission = Submission & { isHeldUntilReset: true };
