/** A command that the registry does not carry out. `code` is EPP's (RFC 5730 section 3). */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(reason);
    this.code = code;
  }
}
