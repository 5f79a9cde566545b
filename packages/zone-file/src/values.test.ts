import { describe, expect, it } from "vitest";
import { normalizeValue, portableRecord, recordTypeNumber, recordTypes } from "./index.ts";

const digest = "d2abde240d7cd3ee6b4b28c54df034b97983a1d16e8a410e4561cb106618e971";

function normalized(type: string, value: string): string {
  const result = normalizeValue(type, value, "example.com");
  return result.ok ? result.value : result.message;
}

describe("normalizeValue", () => {
  it.each(Object.entries(recordTypes))("keeps the example of %s, which is canonical", (type, { example }) => {
    expect(normalized(type, example)).toBe(example);
  });

  it.each([
    ["A", "\\# 4 c0000201", "192.0.2.1"],
    ["TYPE1", "192.0.2.1", "192.0.2.1"],
    ["AAAA", "2001:0DB8:0000:0000:0001:0000:0000:0001", "2001:db8::1:0:0:1"],
    ["AAAA", "2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["AAAA", "0:0:0:0:0:0:0:0", "::"],
    ["AAAA", "1:2:3:4:5:6:192.0.2.1", "1:2:3:4:5:6:c000:201"],
    ["AAAA", "::FFFF:192.0.2.1", "::ffff:192.0.2.1"],
    ["APL", "", ""],
    ["CAA", "0 issue letsencrypt.org", '0 issue "letsencrypt.org"'],
    ["CAA", '0 issue ";"', '0 issue ";"'],
    ["CDS", "0 0 0 00", "0 0 0 00"],
    ["CERT", "PGP 0 RSASHA256 AQID BA==", "3 0 8 AQIDBA=="],
    ["CNAME", "@", "example.com."],
    [
      "DS",
      `60485 ECDSAP256SHA256 2 ( ${digest.slice(0, 20).toUpperCase()} ${digest.slice(20)} )`,
      `60485 13 2 ${digest}`,
    ],
    ["HTTPS", "1 .", "1 ."],
    ["HTTPS", '1 . ipv4hint="192.0.2.1" alpn="h2,h3"', "1 . alpn=h2,h3 ipv4hint=192.0.2.1"],
    ["HTTPS", "0 www", "0 www.example.com."],
    ["LOC", "1 N 2 E 3", "1 0 0.000 N 2 0 0.000 E 3.00m 1.00m 10000.00m 10.00m"],
    ["MX", "010 Mail", "10 mail.example.com."],
    ["MX", "0 .", "0 ."],
    ["MX", "\\# 7 000a 0141 0142 00", "10 a.b."],
    ["NSEC", "A RRSIG TYPE1 A", "a.example.com. A RRSIG"],
    ["OPENPGPKEY", "\\# 4 01020304", "AQIDBA=="],
    ["SOA", "ns1 h 1 3h 15m 2w 1h30m", "ns1.example.com. h.example.com. 1 10800 900 1209600 5400"],
    [
      "SVCB",
      "16 foo mandatory=port,alpn alpn=h2 port=53",
      "16 foo.example.com. mandatory=alpn,port alpn=h2 port=53",
    ],
    ["SVCB", '1 . key667="hello\\210qoo"', '1 . key667="hello\\210qoo"'],
    ["SVCB", "1 . key1=\\002h2", "1 . alpn=h2"],
    ["SVCB", '1 . alpn="f\\\\\\\\oo\\\\,bar,h2"', '1 . alpn="f\\\\\\\\oo\\\\,bar,h2"'],
    ["SVCB", "1 . dohpath=/q{?dns}", '1 . dohpath="/q{?dns}"'],
    ["TXT", "two words", '"two" "words"'],
    ["TXT", '"a\\"b\\\\c\\065 \\009"', '"a\\"b\\\\cA \\009"'],
    ["TXT", '""', '""'],
    ["TXT", '"grün"', '"gr\\195\\188n"'],
    ["TYPE65280", "\\# 4 0a000001", "\\# 4 0a000001"],
    ["TYPE65280", "\\# 0", "\\# 0"],
    ["txt", "a", '"a"'],
    ["URI", "10 1 https://example.com/", '10 1 "https://example.com/"'],
  ])("prints %s %s in canonical form", (type, value, expected) => {
    expect(normalized(type, value)).toBe(expected);
  });

  it.each([
    ["A", "", "missing_field", "The IPv4 address is missing."],
    [
      "A",
      "192.0.02.010",
      "ipv4",
      "The IPv4 address must be four numbers from 0 to 255, without leading zeros.",
    ],
    ["A", "192.0.2.1 192.0.2.2", "extra_field", "The record has more fields than its type."],
    ["A", "\\# 3 c00002", "data_length", "The data is too short for its type."],
    ["A", "\\# 5 c000020102", "data_length", "The data is too long for its type."],
    ["A", "\\# 5 c0000201", "generic_data", "The length must be the number of octets that follow."],
    ["A", '"192.0.2.1"', "quoted_word", "Write the IPv4 address without quotation marks."],
    ["AAAA", "2001:db8::1::2", "ipv6", "The IPv6 address isn't a valid IPv6 address."],
    ["AAAA", "fe80::1%eth0", "ipv6", "The IPv6 address isn't a valid IPv6 address."],
    ["AAAA", "1:2:3:4:5:6:7:8::", "ipv6", "The IPv6 address isn't a valid IPv6 address."],
    ["ALIAS", "www", "unknown_type", "This record type doesn't exist or isn't supported."],
    ["ANY", "\\# 0", "unknown_type", "This record type doesn't exist or isn't supported."],
    ["TYPE255", "\\# 0", "unknown_type", "This record type doesn't exist or isn't supported."],
    ["TYPE65536", "\\# 0", "unknown_type", "This record type doesn't exist or isn't supported."],
    [
      "APL",
      "1:192.0.2.0/33",
      "prefix",
      "The address prefixes must look like 1:192.0.2.0/24 or 2:2001:db8::/32.",
    ],
    ["CAA", '256 issue "x"', "number", "The flags must be a number from 0 to 255."],
    ["CAA", '0 iss_ue "x"', "caa_tag", "The tag must consist of letters and digits."],
    ["CAA", '0 "" "x"', "caa_tag", "The tag must consist of letters and digits."],
    ["CNAME", "a..b", "empty_label", "The name has an empty label."],
    [
      "CNAME",
      "bücher",
      "not_ascii",
      "Enter an internationalized name in its ASCII form, such as xn--bcher-kva.",
    ],
    ["DS", "60485 13 2 d4b7", "digest_length", "The digest must have 64 hexadecimal digits."],
    ["HTTPS", "1 . mandatory=alpn", "svc_mandatory", "A parameter that mandatory lists is missing."],
    ["HTTPS", "1 . mandatory=mandatory", "svc_mandatory", "mandatory must list other parameters, each once."],
    ["HTTPS", "1 . no-default-alpn", "svc_no_default_alpn", "no-default-alpn needs alpn."],
    ["HTTPS", "1 . alpn=h2 alpn=h3", "svc_key", "A parameter appears twice."],
    ["HTTPS", "1 . color=red", "svc_key", "A parameter must be a known name or key0 to key65535."],
    ["HTTPS", "1 . alpn", "svc_value", "The value of alpn is missing or invalid."],
    ["KEY", "49152 3 13", "missing_field", "The public key is missing."],
    ["LOC", "91 N 2 E 3", "location", "The latitude must look like 52 22 23.000 N, with at most 90 degrees."],
    ["MX", "10", "missing_field", "The mail server is missing."],
    ["MX", "mail", "number", "The preference must be a number from 0 to 65535."],
    ["MX", "65536 mail", "number", "The preference must be a number from 0 to 65535."],
    [
      "NAPTR",
      '1 1 "U" "" "!a" .',
      "substitution",
      "The regular expression must look like !pattern!replacement!.",
    ],
    ["RRSIG", "A 13 3 1 20301301000000 1 1 . AAAA", "timestamp", "The expiration isn't a valid time."],
    ["SSHFP", "4 2 d2ab", "digest_length", "The fingerprint must have 64 hexadecimal digits."],
    ["SVCB", "1 . port=65536", "svc_value", "The port must be a number from 0 to 65535."],
    ["SVCB", "1 . ech=!!", "svc_value", "ech must be base64 with padding."],
    [
      "SVCB",
      "1 . dohpath=/q",
      "svc_value",
      "dohpath must be a path with the variable dns, such as /dns{?dns}.",
    ],
    ["TLSA", "3 1 1 d2a", "encoding", "The certificate data must be an even number of hexadecimal digits."],
    ["TXT", "", "missing_field", "The text is missing."],
    ["TXT", '"a', "quotation_mark", "The quotation mark isn't closed on its line."],
    [
      "TXT",
      'a"b"',
      "quotation_mark",
      "Put the whole string in quotation marks, or escape the quotation mark.",
    ],
    ["TXT", 'v="a b"', "quotation_mark", "Put the whole string in quotation marks."],
    ["TXT", "v=DKIM1; k=rsa", "semicolon", "Put a value with a semicolon in quotation marks."],
    ["TXT", '"a"\n"b"', "line_break", "A value can't have line breaks."],
    ["TXT", '"a\\256"', "escape", "A backslash needs three digits from 000 to 255."],
    ["TXT", '"\uFFFD"', "encoding", "A character couldn't be read. Save the file as UTF-8."],
    [
      "TXT",
      `"${"a".repeat(256)}"`,
      "string_length",
      "The text is longer than 255 octets. Split it into several strings.",
    ],
    ["URI", "1 1 é", "quotation_mark", "Put the target in quotation marks."],
    ["TYPE65280", "0a000001", "generic_data", "Write the data as in RFC 3597: \\# 4 0a000001."],
  ])("refuses %s %j", (type, value, code, message) => {
    expect(normalizeValue(type, value, "example.com")).toEqual({ ok: false, code, message });
  });

  it("splits a long string only on request", () => {
    const value = `"${"a".repeat(300)}"`;
    expect(normalizeValue("TXT", value, "example.com", { splitLongStrings: true })).toMatchObject({
      ok: true,
      value: `"${"a".repeat(255)}" "${"a".repeat(45)}"`,
    });
  });

  it("returns the wire form", () => {
    expect(normalizeValue("MX", "10 A", "b")).toMatchObject({
      ok: true,
      data: Uint8Array.from([0, 10, 1, 97, 1, 98, 0]),
    });
  });
});

describe("portableRecord", () => {
  it("prints newer types and parameters as numbers", () => {
    const hip = portableRecord("HIP", recordTypes.HIP?.example ?? "");
    expect(hip).toEqual({ type: "TYPE55", value: expect.stringMatching(/^\\# 43 10020006200100107b/) });
    expect(portableRecord("SVCB", '1 . mandatory=dohpath dohpath="/q{?dns}"')).toEqual({
      type: "SVCB",
      value: '1 . mandatory=key7 key7="/q{?dns}"',
    });
    expect(portableRecord("NSEC", "a. A HIP")).toEqual({ type: "NSEC", value: "a. A TYPE55" });
  });

  it("rejects a value that isn't valid", () => {
    expect(() => portableRecord("A", "192.0.2")).toThrow(RangeError);
  });
});

it("numbers types by name and in the form TYPE65534", () => {
  expect(["A", "caa", "TYPE65534", "type1", "ALIAS", "TYPE41"].map(recordTypeNumber)).toEqual([
    1,
    257,
    65_534,
    1,
    undefined,
    undefined,
  ]);
});
