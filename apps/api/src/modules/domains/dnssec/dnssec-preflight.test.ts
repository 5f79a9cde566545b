import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { computeDsRecord, type DsRecord, dnskeyWireForm, keyTagOf, nameWireForm } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import type { DnskeyRecord, DnskeySignature, ServerKeys } from "../dns-port.ts";
import { dsRecordsAfter, validateDnssec } from "./dnssec-preflight.ts";

const domainName = "example.com";
const now = new Date("2026-11-21T12:00:00Z");
const nowSeconds = now.getTime() / 1000;

type SigningKey = { record: DnskeyRecord; privateKey: KeyObject; hash: string | null };

const base64urlOf = (value: string | undefined) => Buffer.from(value ?? "", "base64url");

function keyOf(algorithm: number, flags = 257): SigningKey {
  const { publicKey, privateKey } = pairOf(algorithm);
  const jwk = publicKey.export({ format: "jwk" });
  const wire =
    jwk.kty === "RSA"
      ? Buffer.concat([Buffer.from([base64urlOf(jwk.e).length]), base64urlOf(jwk.e), base64urlOf(jwk.n)])
      : Buffer.concat([base64urlOf(jwk.x), base64urlOf(jwk.y)]);
  const hash = { 8: "sha256", 10: "sha512", 13: "sha256", 14: "sha384" }[algorithm] ?? null;
  return {
    record: { flags, protocol: 3, algorithm, publicKey: wire.toString("base64") },
    privateKey,
    hash,
  };
}

function pairOf(algorithm: number) {
  if (algorithm === 8 || algorithm === 10) {
    return generateKeyPairSync("rsa", { modulusLength: 2048 });
  }
  if (algorithm === 13) {
    return generateKeyPairSync("ec", { namedCurve: "P-256" });
  }
  if (algorithm === 14) {
    return generateKeyPairSync("ec", { namedCurve: "P-384" });
  }
  return algorithm === 15 ? generateKeyPairSync("ed25519") : generateKeyPairSync("ed448");
}

/** Signs a key set as a zone's signer does, implemented independently from RFC 4034 section 3.1.8.1. */
function signKeys(
  signer: SigningKey,
  keys: readonly DnskeyRecord[],
  times: { inception?: number; expiration?: number } = {},
): DnskeySignature {
  const { inception = nowSeconds - 3600, expiration = nowSeconds + 86_400 } = times;
  const keyTag = keyTagOf(signer.record);
  const { algorithm } = signer.record;
  const number16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
  const number32 = (value: number) => Buffer.concat([number16(value >>> 16), number16(value & 0xffff)]);
  const owner = nameWireForm(domainName);
  const head = [number16(48), Buffer.from([algorithm, 2]), number32(300), number32(expiration)];
  const set = keys
    .map((key) => Buffer.from(dnskeyWireForm(key)))
    .sort(Buffer.compare)
    .flatMap((data) => [owner, number16(48), number16(1), number32(300), number16(data.length), data]);
  const signed = Buffer.concat([...head, number32(inception), number16(keyTag), owner, ...set]);
  return {
    algorithm,
    labels: 2,
    originalTtlSeconds: 300,
    expirationSeconds: expiration,
    inceptionSeconds: inception,
    keyTag,
    signerName: "Example.COM",
    signature: sign(signer.hash, signed, { key: signer.privateKey, dsaEncoding: "ieee-p1363" }).toString(
      "base64",
    ),
  };
}

const answered = (keys: DnskeyRecord[], signatures: DnskeySignature[]): ServerKeys => ({
  kind: "answered",
  address: "192.0.2.1",
  keys,
  signatures,
});
const away: ServerKeys = { kind: "away", reason: "timeout" };
const dsOf = (key: SigningKey, digestType = 2): Promise<DsRecord> =>
  computeDsRecord({ domainName, dnskey: key.record, digestType });

function signedBy(key: SigningKey, others: SigningKey[] = []): ServerKeys {
  const keys = [key, ...others].map(({ record }) => record);
  return answered(keys, [signKeys(key, keys)]);
}

async function validate(dsRecords: DsRecord[], ...keys: ServerKeys[]) {
  const servers = keys.map((each, at) => ({ nameserver: `ns${at + 1}.example.net`, keys: each }));
  const verdict = await validateDnssec({ domainName, servers, dsRecords, now });
  const reasons = verdict.servers.map((server) => ("reason" in server ? server.reason : server.outcome));
  return { outcome: verdict.outcome, reasons, verdict };
}

const key = keyOf(13);
const zoneSigning = keyOf(13, 256);
const other = keyOf(13);

describe("validateDnssec", () => {
  it.each([8, 10, 13, 14, 15, 16])("validates a key set signed with algorithm %i", async (algorithm) => {
    const signer = keyOf(algorithm);
    const server = signedBy(signer, [keyOf(algorithm, 256)]);
    for (const digestType of [1, 2, 4]) {
      expect(await validate([await dsOf(signer, digestType)], server)).toMatchObject({
        outcome: "validates",
      });
    }
  });

  it("finds the key of the DS record in RFC 8080 section 6.1, and reports its missing signature", async () => {
    const record = {
      flags: 257,
      protocol: 3,
      algorithm: 15,
      publicKey: "l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=",
    };
    const ds = {
      keyTag: 3613,
      algorithm: 15,
      digestType: 2,
      digest: "3aa5ab37efce57f737fc1627013fee07bdf241bd10f3b1964ab55c78e79a304b",
    };
    expect((await validate([ds], answered([record], []))).reasons).toEqual(["signature_missing"]);
  });

  it("shows every server's keys, which of them a DS record matches, and the signature's expiry", async () => {
    const { verdict } = await validate([await dsOf(key)], signedBy(key, [zoneSigning]));
    expect(verdict.servers).toEqual([
      {
        nameserver: "ns1.example.net",
        outcome: "validates",
        address: "192.0.2.1",
        keyTag: keyTagOf(key.record),
        signatureExpiresAt: new Date("2026-11-22T12:00:00Z"),
        keys: [
          { keyTag: keyTagOf(key.record), algorithm: 13, isKeySigningKey: true, isNamedByDs: true },
          { keyTag: keyTagOf(zoneSigning.record), algorithm: 13, isKeySigningKey: false, isNamedByDs: false },
        ],
      },
    ]);
  });

  it("breaks if a server has no keys, other keys, or another key with the same tag", async () => {
    const ds = await dsOf(key);
    expect((await validate([ds], answered([], []))).reasons).toEqual(["no_dnskey"]);
    expect((await validate([ds], signedBy(other))).reasons).toEqual(["no_matching_key"]);
    const wrong = { ...ds, digest: `${"0".repeat(63)}1` };
    expect(await validate([wrong], signedBy(key))).toMatchObject({
      outcome: "breaks",
      reasons: ["digest_mismatch"],
    });
    expect((await validate([{ ...ds, algorithm: 14 }], signedBy(key))).reasons).toEqual(["no_matching_key"]);
  });

  it("breaks if the matching key's signature over the set is missing, outside its validity, or wrong", async () => {
    const ds = await dsOf(key);
    const keys = [key.record, zoneSigning.record];
    const reasonOf = async (...signatures: DnskeySignature[]) =>
      (await validate([ds], answered(keys, signatures))).reasons[0];
    expect(await reasonOf()).toBe("signature_missing");
    expect(await reasonOf(signKeys(zoneSigning, keys))).toBe("signature_missing");
    expect(await reasonOf(signKeys(key, keys, { expiration: nowSeconds - 1 }))).toBe("signature_expired");
    expect(await reasonOf(signKeys(key, keys, { inception: nowSeconds + 1 }))).toBe("signature_invalid");
    expect(await reasonOf(signKeys(key, [key.record]))).toBe("signature_invalid");
    expect(await reasonOf({ ...signKeys(key, keys), signerName: "example.net" })).toBe("signature_invalid");
    expect(await reasonOf({ ...signKeys(key, keys), labels: 1 })).toBe("signature_invalid");
    expect(await reasonOf({ ...signKeys(key, keys), signature: "AAAA" })).toBe("signature_invalid");
    expect(await reasonOf(signKeys(key, keys, { expiration: nowSeconds - 1 }), signKeys(key, keys))).toBe(
      "validates",
    );
  });

  it("ignores the order and repetition of keys in a response", async () => {
    const keys = [key.record, zoneSigning.record];
    const shuffled = answered([...keys].reverse().concat(key.record), [signKeys(key, keys)]);
    expect(await validate([await dsOf(key)], shuffled)).toMatchObject({ outcome: "validates" });
  });

  it("checks a few signatures per key and no key twice, however many a response contains", async () => {
    const right = signKeys(key, [key.record]);
    const wrong = { ...right, signature: "AAAA" };
    const ds = await dsOf(key);
    const crowded = (signatures: DnskeySignature[]) => answered(Array(300).fill(key.record), signatures);
    expect((await validate([ds], crowded([...Array(7).fill(wrong), right]))).outcome).toBe("validates");
    const { outcome, verdict } = await validate([ds], crowded([...Array(300).fill(wrong), right]));
    expect(outcome).toBe("breaks");
    expect(verdict.servers).toMatchObject([{ keys: { length: 1 } }]);
  });

  it("never uses a revoked key or a key for another purpose as an anchor", async () => {
    for (const flags of [385, 1]) {
      const unfit = keyOf(13, flags);
      expect((await validate([await dsOf(unfit)], signedBy(unfit))).reasons).toEqual(["no_matching_key"]);
    }
  });

  it("ignores a SHA-1 digest if a better one exists (RFC 4509 section 3)", async () => {
    const strayBetter = await dsOf(other);
    expect((await validate([await dsOf(key, 1), strayBetter], signedBy(key))).outcome).toBe("breaks");
    expect((await validate([await dsOf(key, 1)], signedBy(key))).outcome).toBe("validates");
  });

  it("reports if no algorithm or digest can be validated", async () => {
    const ds = await dsOf(key);
    expect((await validate([{ ...ds, algorithm: 12 }], signedBy(key))).reasons).toEqual([
      "algorithm_unsupported",
    ]);
    expect((await validate([{ ...ds, digestType: 3 }], signedBy(key))).reasons).toEqual([
      "algorithm_unsupported",
    ]);
  });

  it("breaks if one of several servers doesn't validate, and ignores unavailable ones", async () => {
    const ds = await dsOf(key);
    expect(await validate([ds], signedBy(key), signedBy(other))).toMatchObject({
      outcome: "breaks",
      reasons: ["validates", "no_matching_key"],
    });
    expect(await validate([ds], signedBy(key), away)).toMatchObject({
      outcome: "validates",
      reasons: ["validates", "timeout"],
    });
    expect(await validate([ds], away, away)).toMatchObject({ outcome: "unknown" });
    expect(await validate([ds])).toMatchObject({ outcome: "unknown" });
  });

  it("breaks if two servers validate with keys that the other doesn't have", async () => {
    const both = [await dsOf(key), await dsOf(other)];
    expect(await validate(both, signedBy(key), signedBy(other))).toMatchObject({
      outcome: "breaks",
      reasons: ["validates", "servers_differ"],
    });
    expect(await validate(both, signedBy(key, [other]), signedBy(other, [key]))).toMatchObject({
      outcome: "validates",
    });
  });

  it("judges a removal by what remains: no record is insecure, another valid key works, no valid key breaks", async () => {
    const [good, stray] = [await dsOf(key), await dsOf(other)];
    const server = signedBy(key);
    const after = (remove: DsRecord) => dsRecordsAfter([good, stray], { remove: [remove] });
    expect(await validate(dsRecordsAfter([good], { remove: [good] }), server)).toMatchObject({
      outcome: "insecure",
    });
    expect(await validate(after(stray), server)).toMatchObject({ outcome: "validates" });
    expect(await validate(after(good), server)).toMatchObject({
      outcome: "breaks",
      reasons: ["no_matching_key"],
    });
  });

  it("reads a signature's dates after 2106, when their 32 bits wrap around (RFC 4034 section 3.1.5)", async () => {
    const later = new Date("2106-02-07T06:28:00Z");
    const seconds = later.getTime() / 1000;
    const signature = signKeys(key, [key.record], {
      inception: seconds - 60,
      expiration: (seconds + 3600) % 2 ** 32,
    });
    const servers = [{ nameserver: "ns1.example.net", keys: answered([key.record], [signature]) }];
    const verdict = await validateDnssec({ domainName, servers, dsRecords: [await dsOf(key)], now: later });
    expect(verdict.servers).toMatchObject([
      { outcome: "validates", signatureExpiresAt: new Date("2106-02-07T07:28:00Z") },
    ]);
  });
});

describe("dsRecordsAfter", () => {
  it("removes, then adds, and treats a lower-case digest as the same record", async () => {
    const [first, second] = [await dsOf(key), await dsOf(other)];
    const lower = { ...first, digest: first.digest.toLowerCase() };
    expect(dsRecordsAfter([first], { add: [second, lower] })).toEqual([first, second]);
    expect(dsRecordsAfter([first, second], { remove: [lower], add: [first] })).toEqual([second, first]);
    expect(dsRecordsAfter([], {})).toEqual([]);
  });
});
