import { RecordError } from "../record-error.ts";
import { printType, typeNumber } from "../type-numbers.ts";
import type { Kind } from "./kind.ts";
import { requireNumber } from "./numbers.ts";

const algorithms: Record<string, number> = {
  RSAMD5: 1,
  DH: 2,
  DSA: 3,
  RSASHA1: 5,
  "DSA-NSEC3-SHA1": 6,
  "RSASHA1-NSEC3-SHA1": 7,
  RSASHA256: 8,
  RSASHA512: 10,
  "ECC-GOST": 12,
  ECDSAP256SHA256: 13,
  ECDSAP384SHA384: 14,
  ED25519: 15,
  ED448: 16,
  INDIRECT: 252,
  PRIVATEDNS: 253,
  PRIVATEOID: 254,
};

const certificateTypes: Record<string, number> = {
  PKIX: 1,
  SPKI: 2,
  PGP: 3,
  IPKIX: 4,
  ISPKI: 5,
  IPGP: 6,
  ACPKIX: 7,
  IACPKIX: 8,
  URI: 253,
  OID: 254,
};

/** A number that may be given as its mnemonic; printed as a number. */
const mnemonicKind = (names: Record<string, number>, size: number): Kind => ({
  read(tokens, writer, field) {
    const token = tokens.word(field);
    const named = names[token.raw.toUpperCase()];
    writer.number(named ?? requireNumber(token, 256 ** size - 1, field), size);
  },
  print: (reader) => String(reader.number(size)),
});

export const algorithm: Kind = mnemonicKind(algorithms, 1);
/** How to send the notices of DSYNC (RFC 9859 section 2.3). */
export const scheme: Kind = mnemonicKind({ NOTIFY: 1 }, 1);
export const certificateType: Kind = mnemonicKind(certificateTypes, 2);

/** A type, by its mnemonic. */
export const recordType: Kind = {
  read(tokens, writer, field) {
    const token = tokens.word(field);
    const number = typeNumber(token.raw);
    if (number === undefined) {
      throw new RecordError("unknown_type", `The ${field} isn't a record type.`, token);
    }
    writer.number(number, 2);
  },
  print: (reader, _field, options) => printType(reader.number(2), options),
};

/** A set of types (RFC 4034 section 4.1.2), which may be empty. */
export const typeBitmap: Kind = {
  read(tokens, writer, field) {
    const windows = new Map<number, Uint8Array>();
    while (tokens.hasMore) {
      const token = tokens.word(field);
      const number = typeNumber(token.raw);
      if (number === undefined) {
        throw new RecordError("unknown_type", `The ${field} have a word that isn't a record type.`, token);
      }
      const window = windows.get(number >> 8) ?? new Uint8Array(32);
      const index = (number & 255) >> 3;
      window[index] = (window[index] ?? 0) | (128 >> (number & 7));
      windows.set(number >> 8, window);
    }
    for (const [window, bits] of [...windows].sort(([one], [other]) => one - other)) {
      const size = bits.findLastIndex((octet) => octet !== 0) + 1;
      writer.bytes([window, size, ...bits.subarray(0, size)]);
    }
  },
  print(reader, _field, options) {
    const types: string[] = [];
    let last = -1;
    while (reader.remaining > 0) {
      const window = reader.number(1);
      const bits = reader.bytes(reader.number(1));
      if (window <= last || bits.length === 0 || bits.length > 32 || bits.at(-1) === 0) {
        throw new RecordError("type_bitmap", "The data has an invalid type bitmap.");
      }
      last = window;
      for (let bit = 0; bit < bits.length * 8; bit++) {
        if (bits[bit >> 3]! & (128 >> (bit & 7))) {
          types.push(printType(window * 256 + bit, options));
        }
      }
    }
    return types.join(" ");
  },
};

/** The times of a signature (RFC 4034 section 3.2): `YYYYMMDDHHmmSS` or seconds since 1970, modulo 2^32. */
export const timestamp: Kind = {
  read(tokens, writer, field) {
    const token = tokens.word(field);
    if (!/^\d{14}$/.test(token.raw)) {
      writer.number(requireNumber(token, 2 ** 32 - 1, field), 4);
      return;
    }
    const iso = token.raw.replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6.000Z");
    const ms = Date.parse(iso);
    if (Number.isNaN(ms) || new Date(ms).toISOString() !== iso || ms < 0) {
      throw new RecordError("timestamp", `The ${field} isn't a valid time.`, token);
    }
    writer.number((ms / 1000) % 2 ** 32, 4);
  },
  print: (reader) =>
    new Date(reader.number(4) * 1000)
      .toISOString()
      .replace(/\.\d+Z$/, "")
      .replaceAll(/[-T:]/g, ""),
};
