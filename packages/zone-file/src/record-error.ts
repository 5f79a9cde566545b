import type { Token } from "./tokens.ts";

/** A mistake in a record, thrown inside the package and returned as a problem. */
export class RecordError extends Error {
  override readonly name = "RecordError";
  readonly code: string;
  /** The token with the mistake, if it is one token. */
  readonly token: Token | undefined;

  constructor(code: string, message: string, token?: Token) {
    super(message);
    this.code = code;
    this.token = token;
  }
}
