import { createPublicKey, type KeyObject, verify } from "node:crypto";
import {
  computeDsRecord,
  type DsRecord,
  dnskeyWireForm,
  keyTagOf,
  nameWireForm,
  revokedFlag,
  secureEntryPointFlag,
  zoneKeyFlag,
} from "@zonepost/schema";
import type { DnskeyRecord, DnskeySignature, ServerAwayReason, ServerKeys } from "../dns-port.ts";
import { isSameDsRecord } from "../rules/ds-records.ts";

/**
 * - `no_dnskey`: the server returns the zone without keys.
 * - `no_matching_key`: no DS record matches any of its keys.
 * - `digest_mismatch`: a DS record has a key's tag and algorithm, but a different digest.
 * - `signature_missing`, `signature_expired`, `signature_invalid`: the signature over the key set, made by the key that
 * a DS record names.
 * - `algorithm_unsupported`: validators support none of the DS records' algorithms or digests.
 * - `servers_differ`: it validates, but its keys differ from another validating server's.
 */
export type BreakReason =
  | "no_dnskey"
  | "no_matching_key"
  | "digest_mismatch"
  | "signature_missing"
  | "signature_expired"
  | "signature_invalid"
  | "algorithm_unsupported"
  | "servers_differ";

type PreflightKey = {
  keyTag: number;
  algorithm: number;
  isKeySigningKey: boolean;
  isNamedByDs: boolean;
};

export type ServerVerdict = { nameserver: string } & (
  | {
      outcome: "validates";
      address: string;
      keys: PreflightKey[];
      keyTag: number;
      signatureExpiresAt: Date;
    }
  | { outcome: "breaks"; address: string; keys: PreflightKey[]; reason: BreakReason }
  | { outcome: "insecure"; address: string; keys: PreflightKey[] }
  | { outcome: "unknown"; reason: ServerAwayReason }
);

/**
 * - `insecure`: there would be no DS record, so nothing is validated and nothing can break.
 * - `validates`: at least one server responded, and every response validates.
 * - `breaks`: at least one response doesn't validate, so validating resolvers would return SERVFAIL.
 * - `unknown`: no server responded.
 */
export type DnssecVerdict = {
  outcome: "insecure" | "validates" | "breaks" | "unknown";
  dsRecords: DsRecord[];
  servers: ServerVerdict[];
};

/** The DS records after a change: removals first, then additions (RFC 5910 section 5.2.5). */
export function dsRecordsAfter(
  existing: readonly DsRecord[],
  change: { add?: readonly DsRecord[]; remove?: readonly DsRecord[] },
): DsRecord[] {
  const left = existing.filter((held) => !change.remove?.some((gone) => isSameDsRecord(held, gone)));
  for (const added of change.add ?? []) {
    if (!left.some((held) => isSameDsRecord(held, added))) {
      left.push(added);
    }
  }
  return left;
}

/** Predicts how validating resolvers (RFC 4035 section 5) would treat the zone with these DS records in its parent. */
export async function validateDnssec(input: {
  domainName: string;
  servers: readonly { nameserver: string; keys: ServerKeys }[];
  dsRecords: readonly DsRecord[];
  /** Wall clock, because signatures expire by it. */
  now: Date;
}): Promise<DnssecVerdict> {
  const { domainName, dsRecords, now } = input;
  const servers = await Promise.all(
    input.servers.map(({ nameserver, keys }) =>
      keys.kind === "away"
        ? { nameserver, outcome: "unknown" as const, reason: keys.reason }
        : validateServer({ domainName, nameserver, dsRecords, now, ...keys }),
    ),
  );
  const consistent = dsRecords.length === 0 ? servers : refuseDifferingServers(servers);
  return { outcome: outcomeOf(dsRecords, consistent), dsRecords: [...dsRecords], servers: consistent };
}

function outcomeOf(
  dsRecords: readonly DsRecord[],
  servers: readonly ServerVerdict[],
): DnssecVerdict["outcome"] {
  if (dsRecords.length === 0) {
    return "insecure";
  }
  if (servers.some((server) => server.outcome === "breaks")) {
    return "breaks";
  }
  return servers.some((server) => server.outcome === "validates") ? "validates" : "unknown";
}

/**
 * Resolvers cache one server's keys and then query another for records. If the two key sets share no key, the other
 * server's signatures don't validate.
 */
function refuseDifferingServers(servers: readonly ServerVerdict[]): ServerVerdict[] {
  const validating = servers.filter((server) => server.outcome === "validates");
  const identify = (key: PreflightKey) => `${key.keyTag}/${key.algorithm}`;
  const [first] = validating;
  if (!first) {
    return [...servers];
  }
  const known = new Set(first.keys.map(identify));
  return servers.map((server) =>
    server.outcome === "validates" && !server.keys.some((key) => known.has(identify(key)))
      ? {
          nameserver: server.nameserver,
          outcome: "breaks",
          address: server.address,
          keys: server.keys,
          reason: "servers_differ",
        }
      : server,
  );
}

/** Signatures beyond this are ignored: a response can contain hundreds, made to exhaust CPU time (CVE-2023-50387). */
const maxSignaturesPerKey = 8;

type Answer = {
  domainName: string;
  nameserver: string;
  address: string;
  keys: readonly DnskeyRecord[];
  signatures: readonly DnskeySignature[];
  dsRecords: readonly DsRecord[];
  now: Date;
};

async function validateServer(answer: Answer): Promise<ServerVerdict> {
  const { domainName, nameserver, address, signatures, now } = answer;
  const usable = usableDsRecords(answer.dsRecords);
  const distinct = [...new Map(answer.keys.map((key) => [JSON.stringify(key), key])).values()];
  const keys = await Promise.all(distinct.map((key) => matchKey(domainName, key, usable)));
  const shown = keys.map(({ keyTag, record, match }) => ({
    keyTag,
    algorithm: record.algorithm,
    isKeySigningKey: (record.flags & secureEntryPointFlag) !== 0,
    isNamedByDs: match === "named",
  }));
  const base = { nameserver, address, keys: shown };
  const breaks = (reason: BreakReason): ServerVerdict => ({ ...base, outcome: "breaks", reason });
  if (answer.dsRecords.length === 0) {
    return { ...base, outcome: "insecure" };
  }
  if (usable.length === 0) {
    return breaks("algorithm_unsupported");
  }
  if (keys.length === 0) {
    return breaks("no_dnskey");
  }
  const named = keys.filter(({ match }) => match === "named");
  if (named.length === 0) {
    return breaks(keys.some(({ match }) => match === "other_digest") ? "digest_mismatch" : "no_matching_key");
  }

  const states = named.flatMap(({ keyTag, record }) => {
    const own = signatures.filter((each) => each.keyTag === keyTag && each.algorithm === record.algorithm);
    return own.slice(0, maxSignaturesPerKey).map((signature) => ({
      keyTag,
      signature,
      state: checkSignature(domainName, answer.keys, record, signature, now),
    }));
  });
  const valid = states.find(({ state }) => state === "valid");
  if (valid) {
    const signatureExpiresAt = new Date(unwrapSeconds(valid.signature.expirationSeconds, now) * 1000);
    return { ...base, outcome: "validates", keyTag: valid.keyTag, signatureExpiresAt };
  }
  if (states.length === 0) {
    return breaks("signature_missing");
  }
  return breaks(states.some(({ state }) => state === "expired") ? "signature_expired" : "signature_invalid");
}

/**
 * The DS records that validators use: supported algorithms and digests, and SHA-1 only if there is nothing better (RFC
 * 4509 section 3).
 */
function usableDsRecords(dsRecords: readonly DsRecord[]): DsRecord[] {
  const known = dsRecords.filter((ds) => ds.algorithm in verifiers && [1, 2, 4].includes(ds.digestType));
  const better = known.filter((ds) => ds.digestType !== 1);
  return better.length > 0 ? better : known;
}

type MatchedKey = { record: DnskeyRecord; keyTag: number; match: "named" | "other_digest" | "none" };

async function matchKey(
  domainName: string,
  record: DnskeyRecord,
  dsRecords: readonly DsRecord[],
): Promise<MatchedKey> {
  const keyTag = keyTagOf(record);
  // RFC 4034 section 5.2 and RFC 5011 section 2.1: a key that isn't a zone key, or is revoked, can't be an entry point.
  const isEntry = (record.flags & zoneKeyFlag) !== 0 && (record.flags & revokedFlag) === 0;
  const candidates = dsRecords.filter((ds) => ds.keyTag === keyTag && ds.algorithm === record.algorithm);
  if (!isEntry || candidates.length === 0) {
    return { record, keyTag, match: "none" };
  }
  for (const ds of candidates) {
    const own = await computeDsRecord({ domainName, dnskey: record, digestType: ds.digestType });
    if (isSameDsRecord(own, ds)) {
      return { record, keyTag, match: "named" };
    }
  }
  return { record, keyTag, match: "other_digest" };
}

/** RFC 4035 section 5.3.1: the required fields of a signature, and its validity period. */
function checkSignature(
  domainName: string,
  keys: readonly DnskeyRecord[],
  key: DnskeyRecord,
  signature: DnskeySignature,
  now: Date,
): "valid" | "expired" | "invalid" {
  const name = bareName(domainName);
  if (bareName(signature.signerName) !== name || signature.labels !== name.split(".").length) {
    return "invalid";
  }
  const nowSeconds = Math.floor(now.getTime() / 1000);
  if (unwrapSeconds(signature.expirationSeconds, now) < nowSeconds) {
    return "expired";
  }
  if (unwrapSeconds(signature.inceptionSeconds, now) > nowSeconds) {
    return "invalid";
  }
  const verifier = verifiers[key.algorithm];
  try {
    const signed = signedKeySet(name, keys, signature);
    const publicKey = Buffer.from(key.publicKey, "base64");
    return verifier?.(signed, publicKey, Buffer.from(signature.signature, "base64")) ? "valid" : "invalid";
  } catch {
    // The key doesn't fit its algorithm.
    return "invalid";
  }
}

const bareName = (name: string) => name.replace(/\.$/, "").toLowerCase();

/** RFC 4034 section 3.1.5: the date nearest to now that has these seconds modulo 2^32 (RFC 1982). */
function unwrapSeconds(seconds: number, now: Date): number {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const ahead = (seconds - nowSeconds) | 0;
  return nowSeconds + ahead;
}

/** The data that an RRSIG signs (RFC 4034 section 3.1.8.1), with the set in canonical form and order (section 6). */
function signedKeySet(name: string, keys: readonly DnskeyRecord[], signature: DnskeySignature): Buffer {
  const fixed = Buffer.alloc(18);
  fixed.writeUInt16BE(dnskeyType, 0);
  fixed.writeUInt8(signature.algorithm, 2);
  fixed.writeUInt8(signature.labels, 3);
  fixed.writeUInt32BE(signature.originalTtlSeconds, 4);
  fixed.writeUInt32BE(signature.expirationSeconds, 8);
  fixed.writeUInt32BE(signature.inceptionSeconds, 12);
  fixed.writeUInt16BE(signature.keyTag, 16);
  const owner = nameWireForm(name);
  const data = keys.map((key) => Buffer.from(dnskeyWireForm(key))).sort(Buffer.compare);
  const distinct = data.filter((each, at) => at === 0 || !each.equals(data[at - 1] ?? Buffer.alloc(0)));
  const records = distinct.map((each) => {
    const head = Buffer.alloc(10);
    head.writeUInt16BE(dnskeyType, 0);
    head.writeUInt16BE(internetClass, 2);
    head.writeUInt32BE(signature.originalTtlSeconds, 4);
    head.writeUInt16BE(each.length, 8);
    return Buffer.concat([owner, head, each]);
  });
  return Buffer.concat([fixed, owner, ...records]);
}

const dnskeyType = 48;
const internetClass = 1;

type Verifier = (signed: Buffer, publicKey: Buffer, signature: Buffer) => boolean;

/** By algorithm number (RFC 5702, RFC 6605, RFC 8080). */
const verifiers: Readonly<Record<number, Verifier>> = {
  8: (signed, key, signature) => verify("sha256", signed, rsaKey(key), signature),
  10: (signed, key, signature) => verify("sha512", signed, rsaKey(key), signature),
  13: (signed, key, signature) => verifyEcdsa("sha256", signed, curveKey("P-256", key), signature),
  14: (signed, key, signature) => verifyEcdsa("sha384", signed, curveKey("P-384", key), signature),
  15: (signed, key, signature) => verify(null, signed, edwardsKey("Ed25519", key), signature),
  16: (signed, key, signature) => verify(null, signed, edwardsKey("Ed448", key), signature),
};

function verifyEcdsa(hash: string, signed: Buffer, key: KeyObject, signature: Buffer): boolean {
  return verify(hash, signed, { key, dsaEncoding: "ieee-p1363" }, signature);
}

/** RFC 3110 section 2: the exponent's length in one byte or three, the exponent, the modulus. */
function rsaKey(bytes: Buffer): KeyObject {
  const isLong = bytes.readUInt8(0) === 0;
  const start = isLong ? 3 : 1;
  const end = start + (isLong ? bytes.readUInt16BE(1) : bytes.readUInt8(0));
  const [e, n] = [bytes.subarray(start, end), bytes.subarray(end)];
  return fromJwk({ kty: "RSA", e: e.toString("base64url"), n: n.toString("base64url") });
}

function curveKey(crv: "P-256" | "P-384", bytes: Buffer): KeyObject {
  const half = bytes.length / 2;
  const [x, y] = [bytes.subarray(0, half), bytes.subarray(half)];
  return fromJwk({ kty: "EC", crv, x: x.toString("base64url"), y: y.toString("base64url") });
}

const edwardsKey = (crv: "Ed25519" | "Ed448", bytes: Buffer): KeyObject =>
  fromJwk({ kty: "OKP", crv, x: bytes.toString("base64url") });

const fromJwk = (key: Record<string, string>): KeyObject => createPublicKey({ key, format: "jwk" });
