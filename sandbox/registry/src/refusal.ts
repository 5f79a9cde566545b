/** A command that the registry refuses. `code` is an EPP result code (RFC 5730 section 3). */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(reason);
    this.code = code;
  }
}
