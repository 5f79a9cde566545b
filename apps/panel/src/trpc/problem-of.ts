import type { Problem } from "@zonepost/schema";

/** The error of a failed call. `unreachable`: there was no response. */
export type Failure = Partial<Omit<Problem, "errors">> & {
  errors: { pointer: string; message: string }[];
  unreachable: boolean;
  /** The deadline of an act has passed, so it may have been done. What settles it: to repeat it, or to reload the page. */
  unanswered?: "repeat" | "reload" | undefined;
  /** When to retry, if the response includes it. */
  retryAfterSeconds?: number | undefined;
};

// Recognized by name, so that pages without tRPC don't load its client.
const isTrpcError = (
  error: unknown,
): error is Error & { data?: unknown; meta?: { responseJSON?: unknown } } =>
  error instanceof Error && error.name === "TRPCClientError";

type Shape = { problem?: Problem; httpStatus?: number };

/** An error response of the REST API (`/auth/*`, `/sandbox/*`). */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Partial<Problem>;
  readonly retryAfterSeconds: number | undefined;
  constructor(problem: Partial<Problem>, retryAfterSeconds?: number) {
    super(problem.detail ?? problem.title ?? "The request failed.");
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const isTimeoutError = (error: unknown) => error instanceof DOMException && error.name === "TimeoutError";

/** Whether the deadline of a call has passed. */
export const isTimeout = (error: unknown): boolean =>
  isTimeoutError(isTrpcError(error) ? error.cause : error);

/** An act without an answer until its deadline. */
export class UnansweredError extends Error {
  override readonly name = "UnansweredError";
  /** A tRPC call was sent with its form's idempotency key, a REST call wasn't. */
  readonly settledBy: "repeat" | "reload";
  constructor(cause: unknown) {
    super("The deadline has passed.", { cause });
    this.settledBy = isTrpcError(cause) ? "repeat" : "reload";
  }
}

export function problemOf(error: unknown): Failure {
  if (error instanceof UnansweredError) {
    return { errors: [], unreachable: true, unanswered: error.settledBy };
  }
  if (error instanceof ProblemError) {
    const { problem, retryAfterSeconds } = error;
    return { ...problem, errors: problem.errors ?? [], unreachable: false, retryAfterSeconds };
  }
  if (isTrpcError(error)) {
    const data = error.data as Shape | null | undefined;
    if (data?.problem) {
      return { ...data.problem, errors: data.problem.errors ?? [], unreachable: false };
    }
    // Rate limits and the origin check run before tRPC and return a plain problem.
    const plain = error.meta?.responseJSON as Partial<Problem> | undefined;
    if (plain?.status && plain.title) {
      return { ...plain, errors: plain.errors ?? [], unreachable: false };
    }
    if (data?.httpStatus) {
      return { status: data.httpStatus, errors: [], unreachable: false };
    }
  }
  return { errors: [], unreachable: true };
}

/** Whether the same request can succeed later: the service is away, or it failed. */
export function isPassing(error: unknown): boolean {
  const { status } = problemOf(error);
  return status === undefined || status >= 500;
}

/** Errors of the session itself. A wrong code or password is also a 401, but its form handles it. */
const sessionRefusals: readonly (string | undefined)[] = [
  undefined,
  "unauthenticated",
  "second_factor_required",
];

export const isSessionLost = ({ status, code }: Pick<Failure, "status" | "code">) =>
  status === 401 && sessionRefusals.includes(code);
