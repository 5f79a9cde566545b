// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of $GENERATE
import { describe, expect, it } from "vitest";
import { type ParseOptions, parseZoneFile } from "./index.ts";

const parse = (text: string, options: Partial<ParseOptions> = {}) =>
  parseZoneFile(text, { origin: "example.com", ...options });

/** As `name ttl type value`, one for each value. */
const recordsOf = (text: string, options?: Partial<ParseOptions>) => {
  const { recordSets, problems } = parse(text, options);
  expect(problems).toEqual([]);
  return recordSets.flatMap(({ name, ttlSeconds, type, values }) =>
    values.map((value) => `${name} ${ttlSeconds} ${type} ${value}`),
  );
};

const problemsOf = (text: string, options?: Partial<ParseOptions>) =>
  parse(text, options).problems.map(({ line, column, code }) => `${line}:${column} ${code}`);

describe("parseZoneFile reads", () => {
  it.each<[string, string, string[]]>([
    [
      "class and TTL in either order",
      "a 60 IN A 192.0.2.1\nb IN 60 A 192.0.2.1\nc 60 A 192.0.2.1",
      ["a 60 A 192.0.2.1", "b 60 A 192.0.2.1", "c 60 A 192.0.2.1"],
    ],
    [
      "a line that begins with a space as a record of the same name",
      "$TTL 1\na A 192.0.2.1\n\tAAAA ::1\n ; no record\n IN TXT x",
      ["a 1 A 192.0.2.1", "a 1 AAAA ::1", 'a 1 TXT "x"'],
    ],
    [
      "parentheses across lines, with comments inside",
      "a 1 TXT ( one ; comment\n  two\n)\nb 1 TXT (x)y",
      ['a 1 TXT "one" "two"', 'b 1 TXT "x" "y"'],
    ],
    ["a first word that could be a class as the name", "IN 1 A 192.0.2.1", ["in 1 A 192.0.2.1"]],
    [
      "CRLF, and a last line without an end",
      "a 1 A 192.0.2.1\r\nb 1 A 192.0.2.2",
      ["a 1 A 192.0.2.1", "b 1 A 192.0.2.2"],
    ],
    [
      "a relative $ORIGIN",
      "$ORIGIN deep\nx 1 CNAME y\n$ORIGIN example.com.\n@ 1 TXT z",
      ["x.deep 1 CNAME y.deep.example.com.", '@ 1 TXT "z"'],
    ],
    [
      "units of $TTL and TTL",
      "$TTL 1h30m\na A 192.0.2.1\nb 1W2d A 192.0.2.1",
      ["a 5400 A 192.0.2.1", "b 777600 A 192.0.2.1"],
    ],
    [
      "the TTL of the record before, without $TTL (RFC 1035)",
      "a 60 A 192.0.2.1\nb A 192.0.2.1",
      ["a 60 A 192.0.2.1", "b 60 A 192.0.2.1"],
    ],
    [
      "the SOA's minimum as its TTL, without $TTL",
      "@ SOA a b 1 2 3 4 5\na A 192.0.2.1",
      ["@ 5 SOA a.example.com. b.example.com. 1 2 3 4 5", "a 5 A 192.0.2.1"],
    ],
    [
      "$TTL rather than the TTL before (RFC 2308)",
      "$TTL 5\na 60 A 192.0.2.1\nb A 192.0.2.1",
      ["a 60 A 192.0.2.1", "b 5 A 192.0.2.1"],
    ],
    ["quotation marks that touch, as BIND does", 'a 1 TXT "x""y"', ['a 1 TXT "x" "y"']],
    [
      "escapes in the name",
      "a\\.b 1 A 192.0.2.1\nc\\ d 1 A 192.0.2.1",
      ["a\\.b 1 A 192.0.2.1", "c\\032d 1 A 192.0.2.1"],
    ],
    ["the same record once", "a 1 A 192.0.2.1\nA 1 A \\# 4 c0000201", ["a 1 A 192.0.2.1"]],
    ["nothing from an empty file", "\n ; comment\n", []],
  ])("%s", (_, text, expected) => {
    expect(recordsOf(text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    [
      "$GENERATE 1-3 host$ 1 A 192.0.2.$",
      ["host1 1 A 192.0.2.1", "host2 1 A 192.0.2.2", "host3 1 A 192.0.2.3"],
    ],
    [
      "$GENERATE 10-20/5 h${0,3,d} 1 CNAME a",
      ["h010 1 CNAME a.example.com.", "h015 1 CNAME a.example.com.", "h020 1 CNAME a.example.com."],
    ],
    [
      "$GENERATE 9-11 h${0,2,x} 1 IN A 192.0.2.${-8}",
      ["h09 1 A 192.0.2.1", "h0a 1 A 192.0.2.2", "h0b 1 A 192.0.2.3"],
    ],
    ["$GENERATE 18-18 ${0,5,n} 1 PTR x$$y", ["2.1.0 1 PTR x\\$y.example.com."]],
    ['$GENERATE 1-1 a$ 1 CAA 0 issue "ca$; x=y"', ['a1 1 CAA 0 issue "ca1; x=y"']],
    ["$GENERATE 18-18 ${0,4,n}a 1 PTR b", ["2.1.a 1 PTR b.example.com."]],
    ['$GENERATE 1-1 a$ 1 TXT "\\"one $ string\\""', ['a1 1 TXT "one 1 string"']],
    ['$GENERATE 1-1 a$ 1 MX "10 mail$"', ["a1 1 MX 10 mail1.example.com."]],
    ['$GENERATE 1-1 a$ 1 TXT "cost \\$5, no. $"', ['a1 1 TXT "cost" "$5," "no." "1"']],
    ["$GENERATE 7-8 ${0,0,o} 1 A 192.0.2.1", ["7 1 A 192.0.2.1", "10 1 A 192.0.2.1"]],
  ])("%s", (text, expected) => {
    expect(recordsOf(text)).toEqual(expected);
  });

  it("comments and tags in Cloudflare's form, at the end of records", () => {
    const { recordSets } = parse(
      [
        "$TTL 1",
        ";; A Records",
        "a A 192.0.2.1 ; just a comment",
        "a A 192.0.2.2 ; another",
        'b A 192.0.2.1 ;   cf_tags=tag1,tag2:value2,tag3:"a, b",tag4:"with \\"quotes\\""',
        "c A 192.0.2.1 ; this comment contains cf_tags= as text cf_tags=",
        "d A 192.0.2.1 ; simple cf_tags=important,ticket:THIS-12345",
      ].join("\n"),
    );
    expect(recordSets.map(({ comment, tags }) => [comment, tags])).toEqual([
      ["just a comment; another", []],
      [null, ["tag1", "tag2:value2", "tag3:a, b", 'tag4:with "quotes"']],
      ["this comment contains cf_tags= as text", []],
      ["simple", ["important", "ticket:THIS-12345"]],
    ]);
  });

  it("the place of each record set, and the line of each value", () => {
    const { recordSets } = parse("$TTL 1\na A 192.0.2.1\n  TXT x\n\na A 192.0.2.2\na A 192.0.2.1");
    expect(recordSets).toMatchObject([
      { line: 2, column: 1, valueLines: [2, 5] },
      { line: 3, column: 3, valueLines: [3] },
    ]);
  });
});

describe("parseZoneFile refuses", () => {
  it.each([
    ["a byte order mark", "\uFEFFa 1 A 192.0.2.1", ["1:1 byte_order_mark"]],
    ["$INCLUDE", "a 1 A 192.0.2.1\n$INCLUDE /etc/hostname", ["2:1 include"]],
    ["an unknown directive", "$FOO bar", ["1:1 unknown_directive"]],
    ["a directive without a value", "$ORIGIN\n$TTL 1 2", ["1:1 directive", "2:8 directive"]],
    ["other classes", "a 1 CH TXT x\nb CLASS3 1 TXT x", ["1:5 class", "2:3 class"]],
    [
      "types that no zone contains",
      "a 1 ANY x\nb 1 ALIAS x\nc 1 WKS 192.0.2.1 TCP 25",
      ["1:5 unknown_type", "2:5 unknown_type", "3:5 unknown_type"],
    ],
    ["a name outside the zone", "a.example.net. 1 A 192.0.2.1", ["1:1 outside_zone"]],
    ["a TTL over 2^31 - 1", "a 2147483648 A 192.0.2.1", ["1:3 ttl"]],
    ["a TTL that isn't one", "$TTL soon\na 1x A 192.0.2.1", ["1:6 ttl", "2:3 ttl"]],
    ["a record without any TTL", "a A 192.0.2.1", ["1:3 ttl"]],
    ["a line that begins with a space, without a name before", " 1 A 192.0.2.1", ["1:2 owner"]],
    ["a missing type", "a 1 IN", ["1:5 missing_field"]],
    ["an open parenthesis, where it opens", "a 1 TXT ( x\nb 1 A 192.0.2.1", ["1:9 parenthesis"]],
    ["a closing parenthesis alone", "a 1 TXT x )", ["1:11 parenthesis"]],
    ["an open quotation mark, at its line", 'a 1 TXT "x\nb 1 TXT y', ["1:9 quotation_mark"]],
    [
      "control characters",
      "a 1 TXT \u0007\nb 1 TXT x\ry",
      ["1:9 control_character", "2:10 control_character"],
    ],
    ["a backslash at the end of a line", "a 1 TXT x\\\n", ["1:10 escape"]],
    ["a mistake in the data, at its word", "a 1 MX 10 a..b", ["1:11 empty_label"]],
    [
      "a $GENERATE over the limit, before it expands",
      "$GENERATE 1-2147483647 a$ 1 A 192.0.2.1",
      ["1:11 generate"],
    ],
    [
      "a $GENERATE with a bad range or modifier",
      "$GENERATE 3-1 a$ 1 A 192.0.2.1\n$GENERATE 1-2 ${-9} 1 A 192.0.2.1",
      ["1:11 generate", "2:15 generate"],
    ],
  ])("%s", (_, text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it("each mistake on its own, and keeps the records without one", () => {
    const { recordSets, problems } = parse("$TTL 1\na A 192.0.2\nb A 192.0.2.1\nc MX x y\n");
    expect(problems.map(({ line }) => line)).toEqual([2, 4]);
    expect(recordSets.map(({ name }) => name)).toEqual(["b"]);
  });

  it("a record of the name before, if that name was wrong", () => {
    expect(problemsOf("a 1 A 192.0.2.1\nb..c 1 A 192.0.2.1\n 1 A 192.0.2.2")).toEqual([
      "2:1 empty_label",
      "3:2 owner",
    ]);
  });

  it("more records, generated records or problems than allowed", () => {
    const record = "a 1 A 192.0.2.";
    const records = [1, 2, 3].map((number) => record + number).join("\n");
    expect(problemsOf(records, { maxRecords: 2 })).toEqual(["3:5 too_many_records"]);
    expect(problemsOf("$GENERATE 1-3 a$ 1 A 192.0.2.$", { maxGenerated: 2 })).toEqual(["1:11 generate"]);
    expect(problemsOf("x\ny\nz", { maxProblems: 2 })).toHaveLength(2);
  });

  it("an origin that isn't a name", () => {
    expect(problemsOf("a 1 A 192.0.2.1", { origin: "a..b" })).toEqual(["1:1 empty_label"]);
  });
});

describe("parseZoneFile warns", () => {
  it("of a TTL that differs, and takes the lowest", () => {
    const { recordSets, warnings } = parse("a 60 A 192.0.2.1\na 30 A 192.0.2.2\na 90 A 192.0.2.3");
    expect(recordSets[0]?.ttlSeconds).toBe(30);
    expect(warnings.map(({ line, code }) => [line, code])).toEqual([
      [2, "ttl_differs"],
      [3, "ttl_differs"],
    ]);
  });

  it("of an unquoted value that a semicolon cuts off", () => {
    expect(parse("a 1 TXT v=DKIM1; k=rsa").warnings).toMatchObject([
      { line: 1, column: 5, code: "semicolon" },
    ]);
    expect(parse("a 1 TXT x ; comment\nb 1 TXT (x); comment").warnings).toEqual([]);
  });
});

it("uses the caller's TTL where the file has none", () => {
  expect(recordsOf("a A 192.0.2.1", { defaultTtlSeconds: 300 })).toEqual(["a 300 A 192.0.2.1"]);
});
