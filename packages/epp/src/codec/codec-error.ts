/**
 * A message that does not say what the schemas allow. `resultCode` is how a server answers it
 * (RFC 5730 section 3: 2001 syntax, 2003 missing, 2004 range, 2005 value syntax, 2100-2103 and 2307 unimplemented).
 * Encoders throw it too, for values that could not be sent.
 */
export class EppCodecError extends Error {
  override readonly name = "EppCodecError";
  readonly resultCode: number;

  constructor(resultCode: number, message: string) {
    super(message);
    this.resultCode = resultCode;
  }
}
