import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRecords } from "./read-record.ts";

const vectorsFile = new URL(
  "../../../../../../../../../../../shared/data/dnssec-ds/ds-vectors.json",
  import.meta.url,
);

// RFC 4509 section 2.3.
const publicKey =
  "AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==";
const ds = {
  keyTag: 60485,
  algorithm: 5,
  digestType: 2,
  digest: "D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A",
};

describe("readRecords", () => {
  it("makes the DS record of a DNSKEY, with its key tag and SHA-256 digest", async () => {
    expect(
      await readRecords(`dskey.example.com. 86400 IN DNSKEY 256 3 5 ${publicKey}`, "dskey.example.com"),
    ).toEqual([{ ds, from: "DNSKEY" }]);
  });

  it("reads a key that is spread over lines in parentheses, with comments", async () => {
    const lines = `dskey.example.com. IN DNSKEY 256 3 5 (\n ${publicKey.slice(0, 60)} ; first\n ${publicKey.slice(60)} ) ; key id = 60485`;
    expect(await readRecords(lines, "DSKEY.example.com.")).toEqual([{ ds, from: "DNSKEY" }]);
  });

  it("reads each DS record of several lines", async () => {
    const text = `a.test. IN DS 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118\na.test. IN DS 60485 5 2 ${ds.digest}`;
    expect((await readRecords(text, "a.test")).map((record) => record.ds.digestType)).toEqual([1, 2]);
  });

  it("finds nothing in what is neither", async () => {
    expect(await readRecords("a.test. IN A 192.0.2.1\nhello", "a.test")).toEqual([]);
  });

  it.skipIf(!existsSync(vectorsFile))(
    "agrees with the RFCs' examples (skipped where they are absent)",
    async () => {
      type Vector = {
        owner: string;
        dnskey: { flags: number; protocol: number; algorithm: number; publicKey: string };
        ds: { keyTag: number; digestType: number; digest: string };
      };
      const { rfc } = JSON.parse(readFileSync(vectorsFile, "utf8")) as { rfc: Vector[] };
      for (const { owner, dnskey, ds } of rfc) {
        const line = `${owner} IN DNSKEY ${dnskey.flags} ${dnskey.protocol} ${dnskey.algorithm} ${dnskey.publicKey}`;
        const [read] = await readRecords(line, owner);
        expect({ owner, keyTag: read?.ds.keyTag }).toEqual({ owner, keyTag: ds.keyTag });
        if (ds.digestType === 2) expect(read?.ds.digest).toBe(ds.digest);
      }
    },
  );
});
