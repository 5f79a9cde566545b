import { declareError } from "../errors.ts";
import { findCause } from "./find-cause.ts";

/** Failed system calls on the driver's socket. Without a call, it is the request that was aborted. */
const socketCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"]);

/** Connection failures of the driver and of PostgreSQL (SQLSTATE class 57P). */
const awayCodes = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "57P01",
  "57P02",
  "57P03",
]);

/** Of PostgreSQL: failed connections (08), and no disk, memory or connection left (53). */
const awayClasses = /^(?:08|53)[0-9A-Z]{3}$/;
/** A write where only reads are possible: on a standby, or a server that its operator has made read-only. */
const readOnly = "25006";

/** True if the database was unreachable, or had no room for what it was asked to do. */
export const isDatabaseAway = (error: unknown): boolean =>
  findCause(
    error,
    (cause, code) =>
      (socketCodes.has(code) && "syscall" in cause) ||
      awayCodes.has(code) ||
      awayClasses.test(code) ||
      code === readOnly,
  ) !== undefined;

/** The driver's error if the database can be read, but not written: the disk is full, or it is read-only. */
export const findDatabaseFull = (error: unknown): Error | undefined =>
  findCause(error, (_cause, code) => code === "53100" || code === readOnly);

const databaseUnavailable = declareError("unavailable", "database_unavailable", {
  message:
    "The database is unavailable. Your change may or may not have been saved; check before you try again.",
  options: (cause: unknown) => ({ retryAfterSeconds: 5, cause }),
  cause:
    "The API cannot reach its database, or the database cannot be written, for example because its disk is full.",
  fix: "Try again after the seconds in Retry-After. Repeat a write with the same Idempotency-Key, or check first whether it was saved.",
});

/** Replaces the error if the database was unreachable or couldn't be written. */
export const withDatabaseAway = (error: unknown): unknown =>
  isDatabaseAway(error) ? databaseUnavailable(error) : error;
