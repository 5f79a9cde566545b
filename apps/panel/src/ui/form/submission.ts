/** The error of a failed submit: the API's own message, or that it was unreachable. */
export type SubmitFailure = {
  detail?: string | undefined;
  requestId?: string | undefined;
  unreachable: boolean;
};

export type Submission = {
  isPending: boolean;
  isSuccess: boolean;
  /** Undefined without an error, or if the fields already show it. */
  failure: SubmitFailure | undefined;
  reset: () => void;
};
