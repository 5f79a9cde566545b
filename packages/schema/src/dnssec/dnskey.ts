import { z } from "zod";
import { withoutSpaces } from "../pasted.ts";
import { type DsRecord, dnssecAlgorithms, dsRecordLimit } from "./ds-record.ts";

/** A DNSKEY (RFC 4034 section 2): numbers as in the record, the public key in base64 without white space. */
export type Dnskey = {
  flags: number;
  protocol: number;
  algorithm: number;
  publicKey: string;
};

/** RFC 4034 section 2.1.1: the key may sign a zone's records. */
export const zoneKeyFlag = 0x0100;
/** RFC 4034 section 2.1.1: secure entry point, the key that a DS record is meant to name. */
export const secureEntryPointFlag = 0x0001;
/** RFC 5011 section 7: the key has been revoked. */
export const revokedFlag = 0x0080;

/**
 * The wire form of a DNSKEY's data (RFC 4034 section 2.1): flags, protocol, algorithm, public key.
 * Throws a TypeError if the public key isn't base64.
 */
export function dnskeyWireForm(dnskey: Dnskey): Uint8Array<ArrayBuffer> {
  const key = decodeBase64(dnskey.publicKey);
  if (!key) {
    throw new TypeError("The public key is not base64.");
  }
  const bytes = new Uint8Array(4 + key.length);
  bytes.set([dnskey.flags >> 8, dnskey.flags & 0xff, dnskey.protocol, dnskey.algorithm]);
  bytes.set(key, 4);
  return bytes;
}

/**
 * A name in the canonical wire form of DNSSEC (RFC 4034 section 6.2): length-prefixed labels in lower case,
 * uncompressed. Takes A-labels, with or without the final dot; "" or "." is the root. Throws a RangeError if it isn't a
 * valid name.
 */
export function nameWireForm(name: string): Uint8Array<ArrayBuffer> {
  const labels = name.replace(/\.$/, "").toLowerCase().split(".");
  if (labels.length === 1 && labels[0] === "") {
    return new Uint8Array(1);
  }
  const bytes: number[] = [];
  for (const label of labels) {
    const codes = [...label].map((character) => character.codePointAt(0) ?? 0);
    if (codes.length < 1 || codes.length > 63 || codes.some((code) => code < 0x21 || code > 0x7e)) {
      throw new RangeError(`${name} is not a name that DNS can carry.`);
    }
    bytes.push(codes.length, ...codes);
  }
  bytes.push(0);
  if (bytes.length > 255) {
    throw new RangeError(`${name} is longer than DNS allows.`);
  }
  return Uint8Array.from(bytes);
}

/** The key tag of a DNSKEY, 0 to 65535 (RFC 4034 appendix B; B.1 for algorithm 1). */
export function keyTagOf(dnskey: Dnskey): number {
  const bytes = dnskeyWireForm(dnskey);
  if (dnskey.algorithm === 1) {
    return ((bytes.at(-3) ?? 0) << 8) | (bytes.at(-2) ?? 0);
  }
  let sum = 0;
  for (const [at, byte] of bytes.entries()) {
    sum += at % 2 === 0 ? byte << 8 : byte;
  }
  return (sum + (sum >>> 16)) & 0xffff;
}

const hashNames: Readonly<Record<number, string>> = { 1: "SHA-1", 2: "SHA-256", 4: "SHA-384" };

/**
 * The DS record of a DNSKEY (RFC 4034 section 5.1.4): the digest covers the owner's name in lower case and the key's
 * data. Digest types 1, 2 (RFC 4509) and 4 (RFC 6605); RangeError for others, TypeError if the key isn't base64. Needs
 * Web Crypto: Node, or a page from https or localhost.
 */
export async function computeDsRecord(input: {
  /** The zone's name in A-labels. */
  domainName: string;
  dnskey: Dnskey;
  digestType: number;
}): Promise<DsRecord> {
  const { domainName, dnskey, digestType } = input;
  const hash = hashNames[digestType];
  if (!hash) {
    throw new RangeError(`Digests of type ${digestType} are not computed here.`);
  }
  const owner = nameWireForm(domainName);
  const key = dnskeyWireForm(dnskey);
  const hashed = new Uint8Array(owner.length + key.length);
  hashed.set(owner);
  hashed.set(key, owner.length);
  const digest = new Uint8Array(await crypto.subtle.digest(hash, hashed));
  return {
    keyTag: keyTagOf(dnskey),
    algorithm: dnskey.algorithm,
    digestType,
    digest: Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
      .join("")
      .toUpperCase(),
  };
}

/** The problem with a pasted DNSKEY. */
export type DnskeyProblem =
  | "empty"
  | "not_a_dnskey"
  | "several_keys"
  | "bad_flags"
  | "not_a_zone_key"
  | "not_a_secure_entry_point"
  | "revoked"
  | "bad_protocol"
  | "bad_algorithm"
  | "unsupported_algorithm"
  | "bad_base64"
  | "bad_key_length";

export type ParsedDnskey =
  | {
      ok: true;
      dnskey: Dnskey;
      /** The owner, if the text includes one: lower case, without the final dot. */
      ownerName?: string;
    }
  | { ok: false; problem: DnskeyProblem; message: string };

const refuse = (problem: DnskeyProblem, message: string): ParsedDnskey => ({ ok: false, problem, message });

/**
 * Parses a DNSKEY from a zone file or a signer (RFC 4034 section 2.2, RFC 1035 section 5): with or without owner, TTL
 * and class, in parentheses, with comments, or just `257 3 13 base64`. Of several records, it takes the only key
 * signing key. Returns a problem if no DS record should refer to the key.
 */
export function parseDnskey(text: string): ParsedDnskey {
  const records = recordsIn(text);
  if (records.length === 0) {
    return refuse("empty", "This isn't a DNSKEY record.");
  }
  const parsed = records.map(readRecord);
  if (parsed.length === 1 && parsed[0]) {
    return parsed[0];
  }
  const usable = parsed.filter((each) => each.ok);
  const [only] = usable;
  if (only && usable.length === 1) {
    return only;
  }
  if (usable.length > 1) {
    return refuse("several_keys", "This text has several key signing keys. Paste one of them.");
  }
  return parsed[0] ?? refuse("empty", "This isn't a DNSKEY record.");
}

/** Logical lines: comments removed, and content in parentheses joined into one line. */
function recordsIn(text: string): string[][] {
  const records: string[][] = [];
  let tokens: string[] = [];
  let depth = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    for (const token of line.replace(/;.*$/, "").match(/[()]|[^\s()]+/g) ?? []) {
      if (token === "(") {
        depth += 1;
      } else if (token === ")") {
        depth = Math.max(0, depth - 1);
      } else {
        tokens.push(token);
      }
    }
    if (depth > 0 || tokens.length === 0) {
      continue;
    }
    // A key broken into lines without parentheses, as mails and forms do.
    const last = records.at(-1);
    if (last && tokens.every((token) => /^[A-Za-z0-9+/=]+$/.test(token)) && !startsRecord(tokens)) {
      last.push(...tokens);
    } else {
      records.push(tokens);
    }
    tokens = [];
  }
  if (tokens.length > 0) {
    records.push(tokens);
  }
  return records;
}

const isNumber = (token: string | undefined) => token !== undefined && /^\d+$/.test(token);

function startsRecord(tokens: readonly string[]): boolean {
  return tokens.some((token) => /^DNSKEY$/i.test(token)) || (tokens.length > 3 && isNumber(tokens[0]));
}

function readRecord(tokens: readonly string[]): ParsedDnskey {
  const typeAt = tokens.findIndex((token) => /^C?DNSKEY$/i.test(token));
  if (typeAt < 0 && !isNumber(tokens[0])) {
    return refuse("not_a_dnskey", `This is not a DNSKEY: it starts with "${clip(tokens[0] ?? "")}".`);
  }
  const before = tokens.slice(0, Math.max(0, typeAt));
  const owner = before.find((token) => !/^\d+[smhdw]?$/i.test(token) && !/^(?:IN|CH|HS)$/i.test(token));
  const [flags, protocol, algorithm, ...key] = tokens.slice(typeAt + 1);
  const dnskey = {
    flags: Number(flags),
    protocol: Number(protocol),
    algorithm: algorithmNumber(algorithm),
    publicKey: key.join(""),
  };
  const problem = whyNot({ flags, protocol, algorithm }, dnskey);
  if (problem) {
    return problem;
  }
  return { ok: true, dnskey, ...(owner ? { ownerName: owner.replace(/\.$/, "").toLowerCase() } : {}) };
}

/** RFC 4034 section 2.2: the algorithm may be written by its mnemonic. */
function algorithmNumber(token: string | undefined): number {
  if (isNumber(token)) {
    return Number(token);
  }
  return dnssecAlgorithms.find((row) => row.name === token?.toUpperCase())?.number ?? Number.NaN;
}

function whyNot(
  said: { flags?: string | undefined; protocol?: string | undefined; algorithm?: string | undefined },
  dnskey: Dnskey,
): ParsedDnskey | undefined {
  const { flags, protocol, algorithm } = dnskey;
  if (!isNumber(said.flags) || flags > 0xffff) {
    return refuse("bad_flags", `The flags must be a number such as 257, not "${clip(said.flags ?? "")}".`);
  }
  if ((flags & zoneKeyFlag) === 0) {
    return refuse(
      "not_a_zone_key",
      `Flags ${flags} are not those of a zone's key; a key signing key has 257.`,
    );
  }
  if ((flags & revokedFlag) !== 0) {
    return refuse("revoked", `Flags ${flags} say that this key has been revoked.`);
  }
  if ((flags & secureEntryPointFlag) === 0) {
    return refuse(
      "not_a_secure_entry_point",
      `Flags ${flags} are those of a zone signing key; a DS record names the key signing key, which has 257.`,
    );
  }
  if (!isNumber(said.protocol) || protocol !== 3) {
    return refuse("bad_protocol", `The protocol must be 3, not "${clip(said.protocol ?? "")}".`);
  }
  if (!(algorithm >= 0 && algorithm <= 255)) {
    return refuse("bad_algorithm", `"${clip(said.algorithm ?? "")}" is not the number of an algorithm.`);
  }
  const row = dnssecAlgorithms.find((entry) => entry.number === algorithm);
  if (row === undefined || row.publish === "no") {
    return refuse(
      "unsupported_algorithm",
      row
        ? `Algorithm ${algorithm} (${row.name}) must no longer be used.`
        : `Algorithm ${algorithm} is not one that registries publish.`,
    );
  }
  const key = decodeBase64(dnskey.publicKey);
  if (!key || key.length === 0) {
    return refuse("bad_base64", "The public key is not complete base64: part of it may be missing.");
  }
  const expected = keyLengths[algorithm];
  if (expected !== undefined && key.length !== expected) {
    return refuse(
      "bad_key_length",
      `A key of algorithm ${algorithm} (${row.name}) has ${expected} bytes; this one has ${key.length}.`,
    );
  }
  return undefined;
}

/** The length of a public key in bytes, if the algorithm fixes it (RFC 6605 section 4, RFC 8080 section 3). */
const keyLengths: Readonly<Record<number, number>> = { 13: 64, 14: 96, 15: 32, 16: 57 };

const fieldOfProblem: Partial<Record<DnskeyProblem, keyof Dnskey>> = {
  bad_protocol: "protocol",
  bad_algorithm: "algorithm",
  unsupported_algorithm: "algorithm",
  bad_base64: "publicKey",
  bad_key_length: "publicKey",
};

const wholeNumber = z.int("Enter a whole number.");

/** A DNSKEY to publish at a registry that computes the DS records itself. White space in the key is removed. */
export const dnskeyInput = z
  .strictObject({
    flags: wholeNumber.meta({ examples: [257] }),
    protocol: wholeNumber.meta({ examples: [3] }),
    algorithm: wholeNumber.meta({ examples: [13] }),
    publicKey: z
      .string()
      .max(8192, "The public key is too long.")
      .transform(withoutSpaces)
      .meta({ description: "The public key in base64" }),
  })
  .superRefine((dnskey, context) => {
    const { flags, protocol, algorithm } = dnskey;
    const problem = whyNot(
      { flags: String(flags), protocol: String(protocol), algorithm: String(algorithm) },
      dnskey,
    );
    if (problem && !problem.ok) {
      const field = fieldOfProblem[problem.problem] ?? "flags";
      context.addIssue({ code: "custom", path: [field], message: problem.message });
    }
  })
  .meta({ id: "DnskeyInput", description: "A DNSKEY record (RFC 4034 section 2)" });
export type DnskeyInput = z.infer<typeof dnskeyInput>;

/** All keys of the domain; none turns DNSSEC off. */
export const dnskeysInput = z
  .strictObject({
    keys: z.array(dnskeyInput).max(dsRecordLimit, `A domain can have at most ${dsRecordLimit} keys.`),
  })
  .meta({ id: "DnskeysInput" });
export type DnskeysInput = z.infer<typeof dnskeysInput>;

const clip = (text: string) => (text.length > 24 ? `${Array.from(text).slice(0, 24).join("")}…` : text);

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    return undefined;
  }
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
