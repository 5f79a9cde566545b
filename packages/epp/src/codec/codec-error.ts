/**
 * A message violates the schemas. `resultCode` is the code for the server's response
 * (RFC 5730 section 3: 2001 syntax, 2003 missing, 2004 range, 2005 value syntax, 2100-2103 and 2307 unimplemented).
 * Encoders also throw it, for values that can't be sent.
 */
export class EppCodecError extends Error {
  override readonly name = "EppCodecError";
  readonly resultCode: number;

  constructor(resultCode: number, message: string) {
    super(message);
    this.resultCode = resultCode;
  }
}
