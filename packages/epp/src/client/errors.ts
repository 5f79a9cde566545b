import type { EppResult } from "../codec/server-message.ts";
import { describeResultCode, type EppResultClass } from "../result-codes.ts";

/** The base class of the client's errors. */
export abstract class EppError extends Error {
  /** The transaction identifier of the failed command, if it had one. */
  readonly clTRID: string | undefined;

  constructor(message: string, details: { clTRID?: string; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.clTRID = details.clTRID;
  }
}

/**
 * The server couldn't be reached, the login was refused, or the client is closed. A command that changes something
 * was not sent, so it can be retried. A read-only command also fails with this error if no response arrived. If the
 * login was refused, `cause` is the `EppResultError` with the reason.
 */
export class EppConnectionError extends EppError {
  override readonly name = "EppConnectionError";
}

/**
 * A command that changes something was sent, and no response arrived: it may or may not have been executed (RFC 5730
 * section 2 makes each command atomic). Check the object's state before you send it again.
 */
export class EppOutcomeUnknownError extends EppError {
  override readonly name = "EppOutcomeUnknownError";
}

/** The server's response to a read-only command was not valid EPP. */
export class EppProtocolError extends EppError {
  override readonly name = "EppProtocolError";
}

/** The server responded that the command failed (RFC 5730 section 3, codes 2xxx). */
export class EppResultError extends EppError {
  override readonly name = "EppResultError";
  readonly code: number;
  readonly resultClass: EppResultClass;
  /** Whether the same command may succeed later, unchanged. */
  readonly retryable: boolean;
  readonly svTRID: string;
  /** Further explanations from the server, for people to read. */
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
 * Whether the server refused a command, optionally for one of the given reasons.
 *
 * @example
 * if (isEppRefusal(error, "object_does_not_exist", "authorization")) return undefined;
 */
export function isEppRefusal(error: unknown, ...classes: readonly EppResultClass[]): error is EppResultError {
  return error instanceof EppResultError && (classes.length === 0 || classes.includes(error.resultClass));
}

/**
 * Whether the same command can safely be sent again later: it wasn't executed, and it wasn't invalid. Always false
 * for an `EppOutcomeUnknownError`: check the object's state first.
 */
export function canBeSentAgain(error: unknown): boolean {
  if (error instanceof EppResultError) {
    return error.retryable;
  }
  return error instanceof EppConnectionError || error instanceof EppProtocolError;
}
