const zero = 0x30;
const two = 0x32;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** A status line up to its code, without the digit of the minor version, which may be anything. */
const statusLine = Buffer.from("HTTP/1.x ");
const minorVersionAt = statusLine.indexOf("x");

/**
 * Turns interim responses with status 100 into 102 as they arrive. Servers may send either without being asked (RFC 9110
 * 15.2), but undici accepts only the other one. It follows the status lines before the final response byte by byte, however
 * they are cut into packets, and changes nothing else.
 */
export class InterimResponses {
  /** Bytes of the status line so far; -1 within the headers of an interim response. */
  #at = 0;
  #lineIsEmpty = false;
  #isFinal = false;

  /** Changes the bytes in place. */
  readonly rewrite = (bytes: Uint8Array): void => {
    for (let index = 0; index < bytes.length && !this.#isFinal; index += 1) {
      const byte = bytes[index] ?? 0;
      if (this.#at < 0) {
        this.#skip(byte);
      } else if (this.#at === statusLine.length + 2) {
        // The last digit of a code that starts with 10.
        bytes[index] = byte === zero ? two : byte;
        this.#beginHeaders();
      } else {
        this.#follow(byte);
      }
    }
  };

  #follow(byte: number): void {
    const digit = byte - zero;
    const at = this.#at;
    if (at === 0 && (byte === lineFeed || byte === carriageReturn)) {
      return;
    }
    if (at < statusLine.length) {
      this.#isFinal = at !== minorVersionAt && byte !== statusLine[at];
    } else if (at === statusLine.length) {
      this.#isFinal = digit !== 1;
    } else if (digit !== 0) {
      this.#beginHeaders();
      return;
    }
    this.#at += 1;
  }

  #beginHeaders(): void {
    this.#at = -1;
    this.#lineIsEmpty = false;
  }

  #skip(byte: number): void {
    if (byte === lineFeed) {
      this.#at = this.#lineIsEmpty ? 0 : -1;
      this.#lineIsEmpty = true;
    } else if (byte !== carriageReturn) {
      this.#lineIsEmpty = false;
    }
  }
}
