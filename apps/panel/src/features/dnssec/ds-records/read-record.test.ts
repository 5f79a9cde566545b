import { describe, expect, it } from "vitest";
import { readRecords } from "./read-record.ts";

// RFC 6605 section 6.1.
const publicKey = "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==";
const key = `example.net. 3600 IN DNSKEY 257 3 13 ${publicKey}`;
const ds = {
  keyTag: 55648,
  algorithm: 13,
  digestType: 2,
  digest: "B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17",
};

describe("readRecords", () => {
  it("computes a DNSKEY's DS record with the selected digest", async () => {
    expect(await readRecords(key, "example.net", 2)).toEqual({
      records: [{ ds, from: "DNSKEY", key: { flags: 257, protocol: 3, algorithm: 13, publicKey } }],
    });
    const [read] = (await readRecords(`257 3 13 ${publicKey}`, "example.net", 4)).records;
    expect(read?.ds).toMatchObject({ keyTag: 55648, digestType: 4 });
    expect(read?.ds.digest).toHaveLength(96);
  });

  it("reports what is wrong with a key, and whose it is if it belongs to another name", async () => {
    expect((await readRecords(key.replace("257", "256"), "example.net", 2)).problem).toMatch(
      /zone signing key/,
    );
    expect((await readRecords(key.slice(0, -9), "example.net", 2)).problem).toMatch(/base64|bytes/);
    expect((await readRecords(key, "example.org", 2)).otherOwner).toBe("example.net");
  });

  it("reads each DS record of several lines", async () => {
    const text = `a.test. IN DS 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118\na.test. IN DS 55648 13 2 ${ds.digest}`;
    const { records } = await readRecords(text, "a.test", 2);
    expect(records.map((record) => record.ds.digestType)).toEqual([1, 2]);
  });

  it("finds nothing in other text", async () => {
    expect(await readRecords("a.test. IN A 192.0.2.1\nhello", "a.test", 2)).toEqual({ records: [] });
  });
});
