import { AppError, declareError } from "../errors.ts";

/** Failed system calls on the driver's socket. Without a call, it is the request that was aborted. */
const socketCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"]);

/** Connection failures of the driver and of PostgreSQL (SQLSTATE class 08 and 57P). */
const awayCodes = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "53300",
  "57P01",
  "57P02",
  "57P03",
]);

/** True if the database was unreachable. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error && !(cause instanceof AppError); cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    const isSocketFailure = socketCodes.has(code) && "syscall" in cause;
    if (isSocketFailure || awayCodes.has(code) || code.startsWith("08")) {
      return true;
    }
  }
  return false;
}

const databaseUnavailable = declareError("unavailable", "database_unavailable", {
  message:
    "The database is unavailable. Your change may or may not have been saved; check before you try again.",
  options: (cause: unknown) => ({ retryAfterSeconds: 5, cause }),
  cause: "The API cannot reach its database.",
  fix: "Try again after the seconds in Retry-After. Repeat a write with the same Idempotency-Key, or check first whether it was saved.",
});

/** Replaces the error if the database was unreachable. */
export const withDatabaseAway = (error: unknown): unknown =>
  isDatabaseAway(error) ? databaseUnavailable(error) : error;
