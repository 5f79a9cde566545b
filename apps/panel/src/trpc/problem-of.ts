import { TRPCClientError } from "@trpc/client";
import type { Problem } from "@zonepost/schema";

/** What a failed call says, whichever way it failed. `unreachable`: no answer came at all. */
export type Failure = Partial<Omit<Problem, "errors">> & {
  errors: { pointer: string; message: string }[];
  unreachable: boolean;
};

type Shape = { problem?: Problem; httpStatus?: number };

/** An answer of the REST side (`/auth/*`, `/sandbox/*`) that was not a success. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Partial<Problem>;
  constructor(problem: Partial<Problem>) {
    super(problem.detail ?? problem.title ?? "The request failed.");
    this.problem = problem;
  }
}

export function problemOf(error: unknown): Failure {
  if (error instanceof ProblemError) {
    return { ...error.problem, errors: error.problem.errors ?? [], unreachable: false };
  }
  if (error instanceof TRPCClientError) {
    const data = error.data as Shape | null | undefined;
    if (data?.problem) return { ...data.problem, errors: data.problem.errors ?? [], unreachable: false };
    // What answers before tRPC does (limits, origin check) sends a plain problem.
    const plain = error.meta?.responseJSON as Partial<Problem> | undefined;
    if (plain?.status && plain.title) return { ...plain, errors: plain.errors ?? [], unreachable: false };
    if (data?.httpStatus) return { status: data.httpStatus, errors: [], unreachable: false };
  }
  return { errors: [], unreachable: true };
}
