import { AppError } from "../errors.ts";

/** The first error of a chain of causes that matches. One of ours ends the chain: it has been decided what it means. */
export function findCause(
  error: unknown,
  matches: (cause: Error, code: string) => boolean,
): Error | undefined {
  for (let cause = error; cause instanceof Error && !(cause instanceof AppError); cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    if (matches(cause, code)) {
      return cause;
    }
  }
  return undefined;
}
