import { describe, expect, it } from "vitest";
import { type CheckOptions, checkRecordSets, parseZoneFile } from "./index.ts";

const apex = "$TTL 1\n@ SOA ns1 h 1 2 3 4 5\n@ NS ns1\n@ NS ns2.example.net.\nns1 A 192.0.2.1\n";

/** As `severity code name type [index]`. */
function findingsOf(records: string, options: CheckOptions = { isWholeZone: true }): string[] {
  const { recordSets, problems } = parseZoneFile(apex + records, { origin: "example.com" });
  expect(problems).toEqual([]);
  const findings = checkRecordSets(recordSets, "example.com", options);
  expect(checkRecordSets(recordSets, "example.com", { ...options, isCanonical: true })).toEqual(findings);
  return findings.map(
    ({ severity, code, name, type, valueIndex }) =>
      `${severity} ${code} ${name} ${type}${valueIndex === null ? "" : ` ${valueIndex}`}`,
  );
}

const digest = "d2abde240d7cd3ee6b4b28c54df034b97983a1d16e8a410e4561cb106618e971";

describe("checkRecordSets accepts", () => {
  it.each([
    ["nothing more than the apex", ""],
    ["a CNAME alone, also out of the zone", "a CNAME b\nb CNAME c\nc CNAME www.example.net."],
    [
      "a CNAME next to signatures",
      "a CNAME ns1\na RRSIG CNAME 13 3 3600 20300101000000 20260101000000 1 example.com. AAAA",
    ],
    ["a delegation with glue", `sub NS ns.sub\nns.sub A 192.0.2.1\nsub DS 1 13 2 ${digest}`],
    ["a delegation to a nameserver in the zone or outside", "sub NS ns1\nsub NS ns.example.net."],
    ["an address that a wildcard gives", "* A 192.0.2.1\n@ MX 10 mail\nsub NS nameserver"],
    ["a null MX alone", "@ MX 0 ."],
    ["a service that isn't offered", "_imap._tcp SRV 0 0 0 ."],
    ["one SPF record next to other text", '@ TXT "v=spf1 -all"\n@ TXT "v=spf10"\n@ TXT "x"'],
    [
      "hashes of the right length",
      `_443._tcp TLSA 3 1 1 ${digest}\nx TLSA 3 1 2 ${digest}${digest}\ny TLSA 3 1 0 aa`,
    ],
    ["a DNAME next to other records", "old DNAME example.net.\nold TXT x\nold-er A 192.0.2.1"],
    ["labels with escaped dots", "a\\.sub NS ns1\nsub TXT x"],
  ])("%s", (_, records) => {
    expect(findingsOf(records).filter((finding) => !finding.includes("signer_type"))).toEqual([]);
  });
});

describe("checkRecordSets finds", () => {
  it.each<[string, string, string[]]>([
    ["a CNAME next to other records", "a CNAME ns1\na TXT x", ["error cname_with_others a CNAME"]],
    ["a CNAME next to a DNAME", "a CNAME ns1\na DNAME b.", ["error cname_with_others a CNAME"]],
    ["a CNAME at the apex", "@ CNAME a.", ["error cname_at_apex @ CNAME"]],
    ["several CNAMEs", "a CNAME ns1\na CNAME b.", ["error several_aliases a CNAME"]],
    ["several DNAMEs", "a DNAME c.\na DNAME b.", ["error several_aliases a DNAME"]],
    [
      "a DNAME next to NS records",
      "a DNAME c.\na NS ns1",
      ["error dname_with_ns a DNAME", "warning below_delegation a DNAME"],
    ],
    ["several RESINFO records", "a RESINFO x\na RESINFO y", ["error several_resinfo a RESINFO"]],
    ["names below a DNAME", "a DNAME c.\nx.y.a A 192.0.2.1", ["error below_dname x.y.a A"]],
    [
      "a CNAME loop",
      "a CNAME b\nb CNAME a\nc CNAME a",
      ["error cname_loop a CNAME", "error cname_loop b CNAME"],
    ],
    ["a CNAME loop through a wildcard", "*.w CNAME x.w", ["error cname_loop *.w CNAME"]],
    ["missing glue", "sub NS ns.sub", ["error glue_missing sub NS 0"]],
    ["a nameserver without address", "@ NS ns3", ["error ns_without_address @ NS 2"]],
    ["a nameserver that is a CNAME", "@ NS ns3\nns3 CNAME ns1", ["error ns_is_cname @ NS 2"]],
    ["a nameserver that is an address", "sub NS 192.0.2.1", ["error ns_is_address sub NS 0"]],
    ["NS records of a wildcard", "*.sub NS ns1", ["error wildcard_ns *.sub NS"]],
    [
      "DS records without NS or at the apex",
      `a DS 1 13 2 ${digest}\n@ DS 1 13 2 ${digest}`,
      ["error ds_without_ns a DS", "error ds_at_apex @ DS"],
    ],
    [
      "records that a delegation hides",
      "sub NS ns1\nsub TXT x\na.sub A 192.0.2.1",
      ["warning below_delegation sub TXT", "warning below_delegation a.sub A"],
    ],
    ["several SOA records", "@ SOA ns1 h 2 3 4 5 6", ["error several_soa @ SOA"]],
    ["an SOA record below the apex", "a SOA ns1 h 2 3 4 5 6", ["error soa_below_apex a SOA"]],
    ["a null MX next to others", "@ MX 0 .\n@ MX 10 ns1", ["warning null_mx_with_others @ MX 0"]],
    ["an MX that is an address", "@ MX 10 192.0.2.1", ["warning mx_is_address @ MX 0"]],
    ["an MX that is a CNAME", "@ MX 10 a\na CNAME ns1", ["warning mx_is_cname @ MX 0"]],
    ["an MX without address", "@ MX 10 ns1\n@ MX 20 a", ["warning mx_without_address @ MX 1"]],
    [
      "an SRV that is a CNAME",
      "_sip._tcp SRV 0 5 5060 a\na CNAME ns1",
      ["warning srv_is_cname _sip._tcp SRV 0"],
    ],
    ["two SPF records", '@ TXT "v=spf1 -all"\n@ TXT "v=SPF1" " ~all"', ["warning several_spf @ TXT"]],
    [
      "hashes of a wrong length",
      "x TLSA 3 1 1 d2ab\ny SMIMEA 3 1 2 d2ab",
      ["error certificate_data_length x TLSA 0", "error certificate_data_length y SMIMEA 0"],
    ],
    ["flags of NAPTR that aren't letters", 'x NAPTR 1 1 "%%" "" "" .', ["warning naptr_flags x NAPTR 0"]],
    [
      "an HTTPS alias with parameters or next to others",
      "x HTTPS 0 a. alpn=h2\nx HTTPS 1 .",
      ["warning alias_with_parameters x HTTPS 0", "warning alias_with_others x HTTPS"],
    ],
    ["the reserved parameter", "x SVCB 1 . key65535=a", ["error reserved_key x SVCB 0"]],
    [
      "the zone's name twice",
      "www.example.com A 192.0.2.1\na CNAME www.example.com",
      ["warning repeated_origin www.example.com A", "warning repeated_origin a CNAME 0"],
    ],
    ["records of the signer", "@ NSEC3PARAM 1 0 0 -", ["warning signer_type @ NSEC3PARAM"]],
  ])("%s", (_, records, expected) => {
    expect(findingsOf(records)).toEqual(expected);
  });

  it("a missing SOA and NS only if the record sets are the whole zone", () => {
    expect(checkRecordSets([], "example.com")).toEqual([]);
    expect(checkRecordSets([], "example.com", { isWholeZone: true })).toMatchObject([
      { code: "apex_record_missing", type: "SOA" },
      { code: "apex_record_missing", type: "NS" },
    ]);
  });

  it("names, types, TTLs and values that aren't valid", () => {
    const set = { name: "a", type: "A", ttlSeconds: 1, values: ["192.0.2.1"] };
    const codes = (change: Partial<typeof set>) =>
      checkRecordSets([{ ...set, ...change }], "example.com").map(({ code, valueIndex }) => [
        code,
        valueIndex,
      ]);
    expect(codes({})).toEqual([]);
    expect(codes({ name: "a..b" })).toEqual([["name", null]]);
    expect(codes({ type: "ALIAS" })).toEqual([["unknown_type", null]]);
    expect(codes({ ttlSeconds: 2 ** 31 })).toEqual([["ttl", null]]);
    expect(codes({ ttlSeconds: 0.5 })).toEqual([["ttl", null]]);
    expect(codes({ values: ["192.0.2.1", "x"] })).toEqual([["ipv4", 1]]);
    expect(codes({ values: [] })).toEqual([["no_values", null]]);
    expect(checkRecordSets([set, { ...set, name: "A" }], "example.com")).toMatchObject([
      { code: "repeated_record_set" },
    ]);
    expect(checkRecordSets([set], "a..b")).toMatchObject([{ code: "origin" }]);
  });
});

it("checks 10,000 deep names and a CNAME chain through all of them without a quadratic cost", () => {
  const above = `${"b.".repeat(100)}c`;
  const recordSets = Array.from({ length: 10_000 }, (_, index) => ({
    name: `a${index}.${above}`,
    type: "CNAME",
    ttlSeconds: 1,
    values: [`a${index + 1}.${above}.example.com.`],
  }));
  expect(checkRecordSets(recordSets, "example.com")).toEqual([]);
}, 300_000);
