import { RecordError } from "./record-error.ts";

/** Collects the octets of one record's data. */
export class OctetWriter {
  readonly octets: number[] = [];

  number(value: number, size: number): void {
    for (let shift = size - 1; shift >= 0; shift--) {
      this.octets.push(Math.floor(value / 2 ** (8 * shift)) % 256);
    }
  }

  bytes(bytes: Iterable<number>): void {
    for (const octet of bytes) {
      this.octets.push(octet);
    }
  }
}

/** Reads the octets of one record's data. */
export class OctetReader {
  readonly data: Uint8Array;
  #offset = 0;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  get remaining(): number {
    return this.data.length - this.#offset;
  }

  number(size: number): number {
    return this.bytes(size).reduce((value, octet) => value * 256 + octet, 0);
  }

  bytes(size: number): Uint8Array {
    if (size > this.remaining) {
      throw new RecordError("data_length", "The data is too short for its type.");
    }
    this.#offset += size;
    return this.data.subarray(this.#offset - size, this.#offset);
  }

  rest(): Uint8Array {
    return this.bytes(this.remaining);
  }
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/** Undefined unless the text is an even number of hexadecimal digits. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) {
    return undefined;
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(text.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const octet of bytes) {
    binary += String.fromCharCode(octet);
  }
  return btoa(binary);
}

/** Undefined unless the text is canonical base64 with padding (RFC 4648 section 4). */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    return undefined;
  }
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

const base32Digits = "0123456789abcdefghijklmnopqrstuv";

/** Base32 with the extended hex alphabet, without padding (RFC 5155 section 3.3). */
export function toBase32Hex(bytes: Uint8Array): string {
  let text = "";
  let held = 0;
  let heldBits = 0;
  for (const octet of bytes) {
    held = (held << 8) | octet;
    heldBits += 8;
    while (heldBits >= 5) {
      heldBits -= 5;
      text += base32Digits[(held >> heldBits) & 31];
    }
    held &= (1 << heldBits) - 1;
  }
  return heldBits > 0 ? text + base32Digits[(held << (5 - heldBits)) & 31] : text;
}

export function fromBase32Hex(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  let held = 0;
  let heldBits = 0;
  for (const char of text.toLowerCase()) {
    const digit = base32Digits.indexOf(char);
    if (digit < 0) {
      return undefined;
    }
    held = (held << 5) | digit;
    heldBits += 5;
    if (heldBits >= 8) {
      heldBits -= 8;
      bytes.push((held >> heldBits) & 255);
      held &= (1 << heldBits) - 1;
    }
  }
  return heldBits < 5 && held === 0 ? Uint8Array.from(bytes) : undefined;
}
