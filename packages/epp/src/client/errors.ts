import type { EppResult } from "../codec/server-message.ts";
import { describeResultCode, type EppResultClass } from "../result-codes.ts";

/** What the errors of the client have in common. */
export abstract class EppError extends Error {
  /** The transaction identifier of the command that failed, when it had one. */
  readonly clTRID: string | undefined;

  constructor(message: string, details: { clTRID?: string; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.clTRID = details.clTRID;
  }
}

/**
 * The server could not be reached, did not let the client in, or the client is closed. Of a command that
 * changes something, nothing was sent: it may be tried again. A command that changes nothing fails with this
 * also when its answer did not come. When the login was refused, `cause` is the `EppResultError` that says why.
 */
export class EppConnectionError extends EppError {
  override readonly name = "EppConnectionError";
}

/**
 * A command that changes something was sent, and no answer to it came: it may or may not have been carried
 * out (RFC 5730 section 2 makes each command atomic). Ask for the object's state before sending it again.
 */
export class EppOutcomeUnknownError extends EppError {
  override readonly name = "EppOutcomeUnknownError";
}

/** The server answered something that is not EPP, to a command that changes nothing. */
export class EppProtocolError extends EppError {
  override readonly name = "EppProtocolError";
}

/** The server carried the command out or refused it, and says that it failed (RFC 5730 section 3, codes 2xxx). */
export class EppResultError extends EppError {
  override readonly name = "EppResultError";
  readonly code: number;
  readonly resultClass: EppResultClass;
  /** Whether the same command may succeed later without any change to it. */
  readonly retryable: boolean;
  readonly svTRID: string;
  /** The server's further words, for people to read. */
  readonly reasons: readonly string[];

  constructor(
    results: readonly [EppResult, ...EppResult[]],
    transaction: { clTRID?: string; svTRID: string },
  ) {
    const [first] = results;
    super(first.message, transaction.clTRID === undefined ? {} : { clTRID: transaction.clTRID });
    const described = describeResultCode(first.code);
    this.code = first.code;
    this.resultClass = described.class;
    this.retryable = described.retryable;
    this.svTRID = transaction.svTRID;
    this.reasons = results.flatMap((result) => result.reasons);
  }
}

/**
 * Whether the server refused a command, and for one of these reasons when any are given.
 *
 * @example
 * if (isEppRefusal(error, "object_does_not_exist", "authorization")) return undefined;
 */
export function isEppRefusal(error: unknown, ...classes: readonly EppResultClass[]): error is EppResultError {
  return error instanceof EppResultError && (classes.length === 0 || classes.includes(error.resultClass));
}

/**
 * Whether the same command can simply be sent again later: nothing of it was carried out, and nothing about it
 * was wrong. Never so after an `EppOutcomeUnknownError`: ask the server for the object's state first.
 */
export function canBeSentAgain(error: unknown): boolean {
  if (error instanceof EppResultError) {
    return error.retryable;
  }
  return error instanceof EppConnectionError || error instanceof EppProtocolError;
}
