import { fromBase32Hex, fromBase64, fromHex, toBase32Hex, toBase64, toHex } from "../octets.ts";
import { RecordError } from "../record-error.ts";
import type { Kind } from "./kind.ts";

type Encoding = {
  from: (text: string) => Uint8Array | undefined;
  to: (bytes: Uint8Array) => string;
  name: string;
};

const hexEncoding: Encoding = { from: fromHex, to: toHex, name: "an even number of hexadecimal digits" };
const base64Encoding: Encoding = { from: fromBase64, to: toBase64, name: "base64 with padding" };

/** Octets up to the end, at least one. Spaces may divide the text. */
const restKind = ({ from, to, name }: Encoding): Kind => ({
  read(tokens, writer, field) {
    const all = tokens.rest(field);
    const bytes = from(all.map((token) => token.raw).join(""));
    if (!bytes) {
      throw new RecordError("encoding", `The ${field} must be ${name}.`, all[0]);
    }
    writer.bytes(bytes);
  },
  print(reader, field) {
    if (reader.remaining === 0) {
      throw new RecordError("missing_field", `The ${field} is missing.`);
    }
    return to(reader.rest());
  },
});

export const hex: Kind = restKind(hexEncoding);
export const base64: Kind = restKind(base64Encoding);

/** The key behind the flags. Flags that mean "no key" (RFC 2535 section 3.1.2) are refused, as in Knot. */
export const publicKey: Kind = {
  read: base64.read,
  print(reader, field, options) {
    if ((reader.data[0]! & 0xc0) === 0xc0) {
      throw new RecordError("key", "These flags mean that there is no key.");
    }
    return base64.print(reader, field, options);
  },
};

/** The salt of NSEC3 (RFC 5155 section 3.3): `-` if there is none. */
export const salt: Kind = {
  read(tokens, writer, field) {
    const token = tokens.word(field);
    const bytes = token.raw === "-" ? new Uint8Array() : fromHex(token.raw);
    if (!bytes || bytes.length > 255 || token.raw === "") {
      throw new RecordError("encoding", `The ${field} must be hexadecimal digits, or a hyphen.`, token);
    }
    writer.number(bytes.length, 1);
    writer.bytes(bytes);
  },
  print: (reader) => toHex(reader.bytes(reader.number(1))) || "-",
};

/** The next hashed owner of NSEC3. */
export const hashedOwner: Kind = {
  read(tokens, writer, field) {
    const token = tokens.word(field);
    const bytes = fromBase32Hex(token.raw);
    if (!bytes || bytes.length === 0 || bytes.length > 255) {
      throw new RecordError("encoding", `The ${field} must be base32 (extended hex alphabet).`, token);
    }
    writer.number(bytes.length, 1);
    writer.bytes(bytes);
  },
  print(reader, field) {
    const bytes = reader.bytes(reader.number(1));
    const isSha1 = reader.data[0] === 1;
    if (bytes.length === 0 || (isSha1 && bytes.length !== 20)) {
      throw new RecordError("digest_length", `The ${field} has the wrong length.`);
    }
    return toBase32Hex(bytes);
  },
};

/** The identity and key of a HIP record (RFC 8005 section 5): their lengths come first on the wire. */
export const hostIdentity: Kind = {
  read(tokens, writer, field) {
    const algorithm = tokens.word("algorithm");
    const tag = tokens.word(field);
    const key = tokens.word("public key");
    const tagBytes = fromHex(tag.raw);
    const keyBytes = fromBase64(key.raw);
    if (!/^\d{1,3}$/.test(algorithm.raw) || Number(algorithm.raw) > 255) {
      throw new RecordError("number", "The algorithm must be a number from 0 to 255.", algorithm);
    }
    if (!tagBytes || tagBytes.length > 255) {
      throw new RecordError("encoding", `The ${field} must be ${hexEncoding.name}.`, tag);
    }
    if (!keyBytes || keyBytes.length > 65_535) {
      throw new RecordError("encoding", `The public key must be ${base64Encoding.name}.`, key);
    }
    writer.number(tagBytes.length, 1);
    writer.number(Number(algorithm.raw), 1);
    writer.number(keyBytes.length, 2);
    writer.bytes(tagBytes);
    writer.bytes(keyBytes);
  },
  print(reader, field) {
    const tagLength = reader.number(1);
    const algorithm = reader.number(1);
    const keyLength = reader.number(2);
    if (tagLength === 0 || keyLength === 0) {
      throw new RecordError("missing_field", `The ${field} or the public key is missing.`);
    }
    return `${algorithm} ${toHex(reader.bytes(tagLength))} ${toBase64(reader.bytes(keyLength))}`;
  },
};
