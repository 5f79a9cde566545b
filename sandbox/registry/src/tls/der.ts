/** The ASN.1 types of a certificate, in distinguished encoding (ITU-T X.690). */
function encodeLength(length: number): Buffer {
  if (length < 0x80) {
    return Buffer.from([length]);
  }
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) {
    bytes.unshift(rest & 0xff);
  }
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export function tagged(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content]);
}

export const sequence = (...items: Uint8Array[]) => tagged(0x30, ...items);
export const set = (...items: Uint8Array[]) => tagged(0x31, ...items);
export const octetString = (content: Uint8Array) => tagged(0x04, content);
export const utf8String = (text: string) => tagged(0x0c, Buffer.from(text, "utf8"));
export const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]));

/** A positive integer from its bytes; a leading zero keeps it positive. */
export function positiveInteger(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const trimmed = first === -1 ? Buffer.from([0]) : bytes.subarray(first);
  return tagged(0x02, (trimmed[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0), trimmed);
}

export function bitString(content: Uint8Array, unusedBits = 0): Buffer {
  return tagged(0x03, Buffer.from([unusedBits]), content);
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let high = Math.floor(part / 128); high > 0; high = Math.floor(high / 128)) {
      groups.unshift((high % 128) | 0x80);
    }
    bytes.push(...groups);
  }
  return tagged(0x06, Buffer.from(bytes));
}

/** RFC 5280 section 4.1.2.5: UTCTime through 2049, GeneralizedTime from then on. */
export function time(value: Date): Buffer {
  const digits = value.toISOString().replace(/[-:T]/g, "").slice(0, 14);
  return value.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : tagged(0x18, Buffer.from(`${digits}Z`));
}
