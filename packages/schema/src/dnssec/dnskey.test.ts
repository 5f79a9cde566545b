import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { computeDsRecord, type Dnskey, dnskeyInput, keyTagOf, nameWireForm, parseDnskey } from "./dnskey.ts";
import type { DsRecord } from "./ds-record.ts";

const vectorsFile = new URL("../../../../../shared/data/dnssec-ds/ds-vectors.json", import.meta.url);

// RFC 6605 section 6.1, RFC 8080 section 6.1.
const p256: Dnskey = {
  flags: 257,
  protocol: 3,
  algorithm: 13,
  publicKey: "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==",
};
const p256Ds: DsRecord = {
  keyTag: 55648,
  algorithm: 13,
  digestType: 2,
  digest: "B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17",
};
const ed25519: Dnskey = {
  flags: 257,
  protocol: 3,
  algorithm: 15,
  publicKey: "l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=",
};

describe("computeDsRecord", () => {
  it("computes the records in RFC 6605 and RFC 8080", async () => {
    expect(await computeDsRecord({ domainName: "example.net", dnskey: p256, digestType: 2 })).toEqual(p256Ds);
    expect(await computeDsRecord({ domainName: "example.com.", dnskey: ed25519, digestType: 2 })).toEqual({
      keyTag: 3613,
      algorithm: 15,
      digestType: 2,
      digest: "3AA5AB37EFCE57F737FC1627013FEE07BDF241BD10F3B1964AB55C78E79A304B",
    });
  });

  it("hashes the owner in lower case", async () => {
    expect(await computeDsRecord({ domainName: "EXAMPLE.Net.", dnskey: p256, digestType: 2 })).toEqual(
      p256Ds,
    );
  });

  it("rejects an unknown digest type, a key that is not base64, and an invalid name", async () => {
    const input = { domainName: "example.net", dnskey: p256, digestType: 2 };
    await expect(computeDsRecord({ ...input, digestType: 3 })).rejects.toThrow(RangeError);
    await expect(computeDsRecord({ ...input, dnskey: { ...p256, publicKey: "AB?=" } })).rejects.toThrow(
      TypeError,
    );
    await expect(computeDsRecord({ ...input, domainName: "a..net" })).rejects.toThrow(RangeError);
    await expect(computeDsRecord({ ...input, domainName: "bücher.de" })).rejects.toThrow(RangeError);
  });

  it.skipIf(!existsSync(vectorsFile))(
    "matches every collected DS vector (skipped if they are missing)",
    async () => {
      const { rfc, derived } = JSON.parse(readFileSync(vectorsFile, "utf8")) as Record<
        "rfc" | "derived",
        { owner: string; dnskey: Dnskey; ds: DsRecord }[]
      >;
      expect(rfc.length + derived.length).toBeGreaterThan(20);
      for (const { owner, dnskey, ds } of [...rfc, ...derived]) {
        const computed = await computeDsRecord({ domainName: owner, dnskey, digestType: ds.digestType });
        expect({ owner, ...computed }).toEqual({ owner, ...ds });
      }
    },
  );
});

describe("keyTagOf", () => {
  it("takes the tag of algorithm 1 from the key itself (RFC 4034 appendix B.1)", () => {
    const publicKey = Buffer.from([1, 3, 9, 9, 0x12, 0x34, 0x56]).toString("base64");
    expect(keyTagOf({ flags: 257, protocol: 3, algorithm: 1, publicKey: "AQMJCRI0" })).toBe(0x0912);
    expect(keyTagOf({ flags: 257, protocol: 3, algorithm: 1, publicKey: `${publicKey}` })).toBe(0x1234);
  });
});

describe("nameWireForm", () => {
  it("writes labels with their lengths, in lower case, and the root as one zero", () => {
    expect([...nameWireForm("A.bc.")]).toEqual([1, 97, 2, 98, 99, 0]);
    expect([...nameWireForm(".")]).toEqual([0]);
    expect(() => nameWireForm(`${"a".repeat(64)}.com`)).toThrow(RangeError);
    expect(() => nameWireForm(Array(5).fill("a".repeat(60)).join("."))).toThrow(RangeError);
  });
});

describe("parseDnskey", () => {
  it("reads a key in the formats of zone files and signers", () => {
    const { publicKey } = p256;
    const [head, tail] = [publicKey.slice(0, 40), publicKey.slice(40)];
    for (const text of [
      `257 3 13 ${publicKey}`,
      `DNSKEY 257 3 13 ${publicKey}`,
      `DNSKEY 257 3 ECDSAP256SHA256 ${publicKey}`,
      `  257   3 13 ${head} ${tail} ; KSK; alg = ECDSAP256SHA256 ; key id = 55648`,
      `257 3 13 ${head}\n${tail}`,
      `; This is a key-signing key, keyid 55648\n257 3 13 ( ${head}\r\n\t\t${tail} ) ; key id = 55648\n\n`,
    ]) {
      expect(parseDnskey(text), text).toEqual({ ok: true, dnskey: p256 });
    }
    for (const text of [
      `example.net. 3600 IN DNSKEY 257 3 13 ${publicKey}`,
      `Example.NET. IN 1h dnskey 257 3 13 (\n${head}\n${tail} )`,
      `example.net IN DNSKEY 257 3 13 ${publicKey}`,
    ]) {
      expect(parseDnskey(text), text).toEqual({ ok: true, dnskey: p256, ownerName: "example.net" });
    }
  });

  it("finds the only key signing key in a whole set", () => {
    const zoneSigning = `example.net. 3600 IN DNSKEY 256 3 13 ${p256.publicKey}`;
    const keySigning = `example.net. 3600 IN DNSKEY 257 3 15 ${ed25519.publicKey}`;
    expect(parseDnskey(`${zoneSigning}\n${keySigning}`)).toEqual({
      ok: true,
      dnskey: ed25519,
      ownerName: "example.net",
    });
    expect(parseDnskey(`${keySigning}\n${keySigning}`)).toMatchObject({ ok: false, problem: "several_keys" });
    expect(parseDnskey(`${zoneSigning}\n${zoneSigning}`)).toMatchObject({
      problem: "not_a_secure_entry_point",
    });
  });

  it("reports keys that a DS record should not refer to", () => {
    const { publicKey } = p256;
    const problemOf = (text: string) => {
      const parsed = parseDnskey(text);
      return parsed.ok ? "none" : parsed.problem;
    };
    expect(problemOf("")).toBe("empty");
    expect(problemOf(" ; only a comment\n")).toBe("empty");
    expect(problemOf("example.net. IN A 192.0.2.1")).toBe("not_a_dnskey");
    expect(problemOf("DNSKEY")).toBe("bad_flags");
    expect(problemOf(`DNSKEY key 3 13 ${publicKey}`)).toBe("bad_flags");
    expect(problemOf(`70000 3 13 ${publicKey}`)).toBe("bad_flags");
    expect(problemOf(`0 3 13 ${publicKey}`)).toBe("not_a_zone_key");
    expect(problemOf(`256 3 13 ${publicKey}`)).toBe("not_a_secure_entry_point");
    expect(problemOf(`385 3 13 ${publicKey}`)).toBe("revoked");
    expect(problemOf(`257 2 13 ${publicKey}`)).toBe("bad_protocol");
    expect(problemOf(`257 3 300 ${publicKey}`)).toBe("bad_algorithm");
    expect(problemOf(`257 3 P256 ${publicKey}`)).toBe("bad_algorithm");
    expect(problemOf(`257 3 5 ${publicKey}`)).toBe("unsupported_algorithm");
    expect(problemOf(`257 3 253 ${publicKey}`)).toBe("unsupported_algorithm");
    expect(problemOf("257 3 13")).toBe("bad_base64");
    expect(problemOf(`257 3 13 ${publicKey.slice(0, -3)}`)).toBe("bad_base64");
    expect(problemOf(`257 3 13 ${publicKey.slice(4)}`)).toBe("bad_key_length");
    expect(problemOf(`257 3 8 ?${publicKey.slice(1)}`)).toBe("bad_base64");
  });
});

describe("dnskeyInput", () => {
  const key = { flags: 257, protocol: 3, algorithm: 13, publicKey: btoa("k".repeat(64)) };

  it("takes a key signing key, and removes white space", () => {
    const spaced = `${key.publicKey.slice(0, 20)} \n${key.publicKey.slice(20)}`;
    expect(dnskeyInput.parse({ ...key, publicKey: spaced })).toEqual(key);
  });

  it.each([
    ["flags", { flags: 256 }],
    ["flags", { flags: 385 }],
    ["protocol", { protocol: 2 }],
    ["algorithm", { algorithm: 1 }],
    ["publicKey", { publicKey: "AAAA" }],
    ["publicKey", { publicKey: "not base64" }],
  ])("points at %s for %j", (field, change) => {
    const issues = dnskeyInput.safeParse({ ...key, ...change }).error?.issues;
    expect(issues?.map(({ path }) => path)).toEqual([[field]]);
  });
});
