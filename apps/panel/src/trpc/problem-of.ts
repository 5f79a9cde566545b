import type { Problem } from "@zonepost/schema";

/** The error of a failed call. `unreachable`: there was no response. */
export type Failure = Partial<Omit<Problem, "errors">> & {
  errors: { pointer: string; message: string }[];
  unreachable: boolean;
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

export function problemOf(error: unknown): Failure {
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

/** Errors of the session itself. A wrong code or password is also a 401, but its form handles it. */
const sessionRefusals: readonly (string | undefined)[] = [
  undefined,
  "unauthenticated",
  "second_factor_required",
];

export const isSessionLost = ({ status, code }: Pick<Failure, "status" | "code">) =>
  status === 401 && sessionRefusals.includes(code);
