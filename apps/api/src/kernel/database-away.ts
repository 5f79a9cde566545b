import { AppError } from "./errors.ts";

/** Connection failures of the driver and of PostgreSQL (SQLSTATE class 08 and 57P). */
const awayCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "53300",
  "57P01",
  "57P02",
  "57P03",
]);

/** Replaces the error if the database was unreachable. */
export function withDatabaseAway(error: unknown): unknown {
  for (let cause = error; cause instanceof Error && !(cause instanceof AppError); cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    if (awayCodes.has(code) || code.startsWith("08")) {
      return new AppError(
        "unavailable",
        "database_unavailable",
        "The database is unavailable. Your change may or may not have been saved; check before you try again.",
        { retryAfterSeconds: 5, cause: error },
      );
    }
  }
  return error;
}
