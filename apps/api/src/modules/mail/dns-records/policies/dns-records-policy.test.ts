import type { MailDnsRecord } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import type { NameserverRecords } from "../../model/read-records.ts";
import type { MailDnsSettings } from "../../ports.ts";
import {
  type DkimKey,
  domainOfPolicyHost,
  expectedRecords,
  mtaStsPolicy,
} from "../../zone-records/policies/expected-records-policy.ts";
import { type Answers, judgeRecords, questionOf } from "./dns-records-policy.ts";
import { mergeSpf, type SpfCount, type SpfFault } from "./spf-policy.ts";
import { zoneSnippet } from "./zone-snippet-policy.ts";

const domainName = "example.com";
const settings: MailDnsSettings = {
  hostName: "mail.host.net",
  mxHosts: ["mx1.host.net", "mx2.host.net"],
  spfInclude: "_spf.host.net",
  webHost: "web.host.net",
  mtaStsMode: "enforce",
  services: [{ label: "_imaps", host: "mail.host.net", port: 993 }],
};
const publicKey = `MIIB${"k".repeat(388)}`;
const keys: DkimKey[] = [{ selector: "zp1", publicKey, stage: "active" }];
const policyId = "20260301";

/** Records by type and name; `@` is the domain. */
type Zone = Record<string, string[]>;

const good: Zone = {
  "MX @": ["10 mx1.host.net", "20 mx2.host.net"],
  "TXT @": ["v=spf1 include:_spf.host.net ~all", "google-site-verification=abc"],
  "TXT zp1._domainkey": [`v=DKIM1; k=rsa; p=${publicKey}`],
  "TXT _dmarc": ["v=DMARC1; p=quarantine"],
  "TXT _mta-sts": [`v=STSv1; id=${policyId};`],
  "CNAME mta-sts": ["web.host.net"],
  "TXT _smtp._tls": ["v=TLSRPTv1; rua=mailto:postmaster@example.com"],
  "CNAME autoconfig": ["web.host.net"],
  "CNAME autodiscover": ["web.host.net"],
  "SRV _autodiscover._tcp": ["0 1 443 web.host.net"],
  "SRV _imaps._tcp": ["10 5 993 mail.host.net"],
};

type Server = Zone | "timeout";

function judge(
  servers: readonly Server[],
  over: Partial<MailDnsSettings> = {},
  own = keys,
  spfCounts: ReadonlyMap<string, SpfCount> = new Map(),
): MailDnsRecord[] {
  const used = { ...settings, ...over };
  const expected = expectedRecords(domainName, used, own, policyId);
  const answers: Answers = new Map(
    expected.map((record) => [
      questionOf(record),
      servers.map((zone, at): NameserverRecords => {
        const nameserver = `ns${at + 1}.dns.net`;
        const label = record.name === domainName ? "@" : record.name.slice(0, -domainName.length - 1);
        return typeof zone === "string"
          ? { nameserver, kind: "away", reason: zone }
          : { nameserver, kind: "answered", values: zone[`${record.type} ${label}`] ?? [], alias: null };
      }),
    ]),
  );
  const hasNameservers = servers.length > 0;
  return judgeRecords(
    { domainName, settings: used, keys: own, hasNameservers, spfCounts },
    expected,
    answers,
  );
}

const findings = (records: readonly MailDnsRecord[]) =>
  records.flatMap(({ name, type, status, severity }) =>
    status === "ok" && severity === "note"
      ? []
      : [`${type} ${name.replace(/\.?example\.com$/, "") || "@"}: ${status}, ${severity}`],
  );

describe("a zone", () => {
  it("with all records has no findings and no hints", () => {
    const records = judge([good, good]);
    expect(findings(records)).toEqual([]);
    expect(records.map(({ hint }) => hint).filter(Boolean)).toEqual([]);
    expect(records.map(({ purpose }) => purpose)).toEqual([
      "mx",
      "mx",
      "spf",
      "dkim",
      "dmarc",
      "mta_sts",
      "mta_sts",
      "tls_rpt",
      "autoconfig",
      "autodiscover",
      "autodiscover",
      "srv",
    ]);
  });

  it("without records misses what mail needs, and has notes about the rest", () => {
    expect(findings(judge([{}]))).toEqual([
      "MX @: missing, error",
      "MX @: missing, error",
      "TXT @: missing, warning",
      "TXT zp1._domainkey: missing, warning",
      "TXT _dmarc: missing, warning",
      "TXT _mta-sts: missing, note",
      "CNAME mta-sts: missing, note",
      "TXT _smtp._tls: missing, note",
      "CNAME autoconfig: missing, note",
      "CNAME autodiscover: missing, note",
      "SRV _autodiscover._tcp: missing, note",
      "SRV _imaps._tcp: missing, note",
    ]);
  });

  it.each<[string, Zone, string[], RegExp | null]>([
    [
      "only mail hosts elsewhere",
      { "MX @": ["10 mx.other.com"] },
      ["MX @: wrong, error", "MX @: wrong, error", "TXT _mta-sts: wrong, error"],
      /goes to mx\.other\.com/,
    ],
    [
      "a mail host elsewhere too, and an enforced MTA-STS policy",
      { "MX @": [...(good["MX @"] ?? []), "30 mx.other.com"] },
      ["MX @: ok, warning", "TXT _mta-sts: wrong, error"],
      /^While the servers here can't be reached, mail goes to mx\.other\.com/,
    ],
    [
      "a mail host elsewhere too, without MTA-STS",
      { "MX @": [...(good["MX @"] ?? []), "30 mx.other.com"], "TXT _mta-sts": [] },
      ["MX @: ok, warning", "TXT _mta-sts: missing, note"],
      null,
    ],
    [
      "a mail host elsewhere with a lower number",
      { "MX @": [...(good["MX @"] ?? []), "5 mx.other.com"], "TXT _mta-sts": [] },
      ["MX @: wrong, error", "TXT _mta-sts: missing, note"],
      /^All mail goes to mx\.other\.com instead, because its number is lower\./,
    ],
    [
      "mail hosts elsewhere with lower, equal and higher numbers",
      {
        "MX @": [
          ...(good["MX @"] ?? []),
          "0 mx.first.com",
          "9 mx.second.com",
          "10 mx.same.com",
          "99 mx.last.com",
        ],
        "TXT _mta-sts": [],
      },
      ["MX @: wrong, error", "TXT _mta-sts: missing, note"],
      /^All mail goes to mx\.first\.com, mx\.second\.com instead, because their numbers are lower\. .*remove those MX records/,
    ],
    [
      "a mail host elsewhere with the number of the first",
      { "MX @": [...(good["MX @"] ?? []), "10 mx.other.com"], "TXT _mta-sts": [] },
      ["MX @: ok, warning", "TXT _mta-sts: missing, note"],
      /^Some mail goes to mx\.other\.com instead, because the numbers are equal\./,
    ],
    [
      "a mail host elsewhere between the two",
      { "MX @": [...(good["MX @"] ?? []), "15 mx.other.com"], "TXT _mta-sts": [] },
      ["MX @: ok, warning", "TXT _mta-sts: missing, note"],
      /^While the servers here can't be reached, mail goes to mx\.other\.com/,
    ],
    [
      "one of two mail hosts, with a higher number than one elsewhere",
      { "MX @": ["20 mx2.host.net", "10 mx.other.com"], "TXT _mta-sts": [] },
      ["MX @: missing, warning", "MX @: wrong, error", "TXT _mta-sts: missing, note"],
      /^All mail goes to mx\.other\.com/,
    ],
    [
      "one of two mail hosts",
      { "MX @": ["5 mx1.host.net"] },
      ["MX @: missing, warning"],
      /20 mx2\.host\.net/,
    ],
    ["a null MX", { "MX @": ["0 ."] }, ["MX @: wrong, error", "MX @: wrong, error"], /accepts no mail/],
    [
      "another service's SPF record",
      { "TXT @": ["v=spf1 include:_spf.google.com -all"] },
      ["TXT @: wrong, error"],
      /replace it with: v=spf1 include:_spf\.host\.net include:_spf\.google\.com -all$/,
    ],
    [
      "two SPF records",
      { "TXT @": ["v=spf1 mx -all", "v=spf1 include:_spf.host.net ~all"] },
      ["TXT @: wrong, error"],
      /with one: v=spf1 include:_spf\.host\.net mx ~all$/,
    ],
    [
      "an SPF record that ends before the mechanism",
      { "TXT @": ["v=spf1 mx -all include:_spf.host.net"] },
      ["TXT @: wrong, error"],
      /v=spf1 include:_spf\.host\.net mx -all$/,
    ],
    [
      "an SPF record in other case, with a redirect to ours",
      { "TXT @": ["V=SPF1 redirect=_SPF.host.net"] },
      [],
      null,
    ],
    [
      "an SPF record that allows everyone",
      { "TXT @": ["v=spf1 include:_spf.host.net +all"] },
      ["TXT @: ok, warning"],
      /lets anyone send/,
    ],
    [
      "an SPF record without an end",
      { "TXT @": ["v=spf1 include:_spf.host.net"] },
      ["TXT @: ok, warning"],
      /no “all”/,
    ],
    [
      "a misspelled SPF mechanism",
      { "TXT @": ["v=spf1 include:_spf.host.net ipv4:192.0.2.1 ~all"] },
      ["TXT @: wrong, error"],
      /“ipv4:192\.0\.2\.1”/,
    ],
    [
      "another key",
      { "TXT zp1._domainkey": ["v=DKIM1; k=rsa; p=MIIBother"] },
      ["TXT zp1._domainkey: wrong, warning"],
      /another key/,
    ],
    [
      "a key that was cut off at 255 characters",
      { "TXT zp1._domainkey": [`v=DKIM1; k=rsa; p=${publicKey}`.slice(0, 255)] },
      ["TXT zp1._domainkey: wrong, warning"],
      /cut off/,
    ],
    [
      "a key with spaces, in another order",
      { "TXT zp1._domainkey": [`k=rsa; p=${publicKey.slice(0, 99)} ${publicKey.slice(99)};`] },
      [],
      null,
    ],
    [
      "the same key twice",
      { "TXT zp1._domainkey": [`v=DKIM1; p=${publicKey}`, "v=DKIM1; p=old"] },
      ["TXT zp1._domainkey: wrong, warning"],
      /2 keys/,
    ],
    [
      "a revoked key",
      { "TXT zp1._domainkey": ["v=DKIM1; p="] },
      ["TXT zp1._domainkey: wrong, warning"],
      /revokes/,
    ],
    [
      "a key for tests",
      { "TXT zp1._domainkey": [`v=DKIM1; t=y; p=${publicKey}`] },
      ["TXT zp1._domainkey: ok, warning"],
      /t=y/,
    ],
    [
      "a key of another type",
      { "TXT zp1._domainkey": [`v=DKIM1; k=ed25519; p=${publicKey}`] },
      ["TXT zp1._domainkey: wrong, warning"],
      /other uses/,
    ],
    [
      "DMARC with a removed tag",
      { "TXT _dmarc": ["v=DMARC1; p=reject; pct=50"] },
      ["TXT _dmarc: ok, warning"],
      /“pct=” was removed .*RFC 9989/,
    ],
    [
      "DMARC with several removed tags",
      { "TXT _dmarc": ["v=DMARC1; p=none; rf=afrf; ri=86400"] },
      ["TXT _dmarc: ok, warning"],
      /“rf=” and “ri=” were/,
    ],
    [
      "DMARC that only monitors",
      { "TXT _dmarc": ["v=DMARC1;p=none;rua=mailto:a@b.com"] },
      [],
      /only monitors/,
    ],
    [
      "two DMARC records",
      { "TXT _dmarc": ["v=DMARC1; p=none", "v=DMARC1; p=reject"] },
      ["TXT _dmarc: wrong, warning"],
      /Keep one/,
    ],
    [
      "a misspelled DMARC version",
      { "TXT _dmarc": ["v=dmarc1; p=none"] },
      ["TXT _dmarc: wrong, warning"],
      /must begin/,
    ],
    [
      "a misspelled DMARC policy",
      { "TXT _dmarc": ["v=DMARC1; p=block"] },
      ["TXT _dmarc: wrong, warning"],
      /“p=block”/,
    ],
    [
      "the id of an earlier MTA-STS policy",
      { "TXT _mta-sts": ["v=STSv1; id=old;"] },
      ["TXT _mta-sts: ok, warning"],
      /has changed/,
    ],
    [
      "an invalid MTA-STS id",
      { "TXT _mta-sts": ["v=STSv1; id=2026-03-01;"] },
      ["TXT _mta-sts: wrong, warning"],
      /isn't valid/,
    ],
    [
      "a TLS report address without a scheme",
      { "TXT _smtp._tls": ["v=TLSRPTv1; rua=a@b.com"] },
      ["TXT _smtp._tls: wrong, note"],
      /isn't valid/,
    ],
    [
      "an alias to another host",
      { "CNAME autoconfig": ["other.net"] },
      ["CNAME autoconfig: wrong, warning"],
      /leads to other\.net/,
    ],
    [
      "a service elsewhere",
      { "SRV _imaps._tcp": ["0 1 993 imap.other.net"] },
      ["SRV _imaps._tcp: wrong, warning"],
      /imap\.other\.net/,
    ],
  ])("with %s", (_, zone, expected, hint) => {
    const records = judge([{ ...good, ...zone }]);
    expect(findings(records)).toEqual(expected);
    if (hint) {
      expect(records.map((record) => record.hint)).toContainEqual(expect.stringMatching(hint));
    }
  });

  it("with a policy in test mode only warns about a mail host that it doesn't list", () => {
    const zone = { ...good, "MX @": [...(good["MX @"] ?? []), "30 mx.other.com"] };
    expect(findings(judge([zone], { mtaStsMode: "testing" }))).toEqual([
      "MX @: ok, warning",
      "TXT _mta-sts: ok, warning",
    ]);
  });

  it("may authorize the mail servers through its MX records, unless they lead elsewhere", () => {
    const zone = { ...good, "TXT @": ["v=spf1 mx ~all"] };
    expect(findings(judge([zone], { spfInclude: null }))).toEqual([]);
    const elsewhere = { ...zone, "MX @": ["10 mx.other.com"], "TXT _mta-sts": [] };
    const [, , spf] = judge([elsewhere], { spfInclude: null });
    expect(spf).toMatchObject({
      status: "wrong",
      hint: expect.stringContaining("v=spf1 a:mail.host.net mx ~all"),
    });
  });

  it("keeps the keys of a rotation apart", () => {
    const rotating: DkimKey[] = [
      ...keys,
      { selector: "zp2", publicKey: "MIIBnew", stage: "pending" },
      { selector: "zp0", publicKey: "MIIBold", stage: "retiring" },
    ];
    const dkim = judge([good], {}, rotating).filter(({ purpose }) => purpose === "dkim");
    expect(dkim.map(({ status, hint }) => [status, hint.split(".")[0]])).toEqual([
      ["ok", ""],
      ["missing", "The new key replaces the current one as soon as every nameserver returns it"],
      ["missing", "The old key must stay published until mail that it signed has arrived"],
    ]);
  });
});

it("proposes one SPF record for all services, also in its value to publish", () => {
  const zone = { ...good, "TXT @": ["v=spf1 mx -all"] };
  const [, , spf] = judge([zone, good]);
  expect(spf).toMatchObject({ status: "differs", expected: "v=spf1 include:_spf.host.net mx -all" });
});

describe("several nameservers", () => {
  const missing = { ...good, "MX @": [], "TXT _smtp._tls": [] };
  const mxOf = (servers: readonly Server[]) => judge(servers)[0];

  it("that disagree are reported, with those that lack the record", () => {
    expect(mxOf([good, missing, good])).toMatchObject({
      status: "differs",
      severity: "error",
      hint: expect.stringMatching(/wait until ns2\.dns\.net has it too/),
      seen: [{ state: "answers" }, { state: "answers", values: [] }, { state: "answers" }],
    });
  });

  it("are judged without those that are away", () => {
    expect(mxOf(["timeout", good])).toMatchObject({ status: "ok", seen: [{ state: "timeout" }, {}] });
    expect(mxOf(["timeout", missing])).toMatchObject({ status: "missing", severity: "error" });
    expect(findings(judge(["timeout", "timeout"]))).toEqual(
      Array(12).fill(expect.stringMatching(/: unknown, note$/)),
    );
  });

  it("are needed", () => {
    expect(mxOf([])).toMatchObject({
      status: "missing",
      severity: "error",
      hint: expect.stringMatching(/no nameservers/),
    });
  });
});

describe("expectedRecords", () => {
  it("names no server without settings", () => {
    const names = expectedRecords(domainName, null, keys, policyId).map(({ name }) => name);
    expect(names).toEqual(["zp1._domainkey.example.com", "_dmarc.example.com", "_smtp._tls.example.com"]);
  });
});

describe("SPF", () => {
  it.each([
    [[], "v=spf1 a:m.net ~all"],
    [["v=spf1 -all"], "v=spf1 a:m.net -all"],
    [["v=spf1 A:M.net. mx -all"], "v=spf1 a:m.net mx -all"],
    [["v=spf1 +all"], "v=spf1 a:m.net ~all"],
    [["v=spf1 redirect=x.net"], "v=spf1 a:m.net redirect=x.net"],
    [["v=spf1 redirect=x.net", "v=spf1 mx ~all"], "v=spf1 a:m.net mx ~all"],
    [["v=spf1 redirect=x.net", "v=spf1 redirect=y.net"], "v=spf1 a:m.net include:x.net include:y.net ~all"],
    [["v=spf1 mx -all", "v=spf1 ip4:192.0.2.1 mx ~all"], "v=spf1 a:m.net mx ip4:192.0.2.1 ~all"],
  ])("%j merges into %s", (records, merged) => {
    expect(mergeSpf(records, "a:m.net")).toBe(merged);
  });
});

describe("the lookups of an SPF record", () => {
  const record = "v=spf1 include:_spf.host.net include:crm.net ~all";
  const judgeCounted = (count: Partial<SpfCount>, text = record) => {
    const counted = { lookups: 4, terms: [], voids: [], faults: [], uncounted: [], ...count };
    return judge([{ ...good, "TXT @": [text] }], {}, keys, new Map([[text, counted]]))[2];
  };
  const fault = (kind: SpfFault) => ({ faults: [{ name: "crm.net", kind }] });

  it.each<[string, Partial<SpfCount>, string, RegExp]>([
    ["far below the limit", {}, "ok, note", /^$/],
    ["that are eight", { lookups: 8 }, "ok, note", /^$/],
    ["that are nine", { lookups: 9 }, "ok, warning", /needs 9 of the 10/],
    [
      "above ten",
      { lookups: 11, terms: [{ term: "include:crm.net", lookups: 10 }] },
      "wrong, error",
      /needs 11 DNS lookups: 10 for include:crm\.net\. Receivers stop at 10/,
    ],
    ["above ten without an end", { lookups: 24, uncounted: ["x.net"] }, "wrong, error", /at least 24/],
    ["of two names without records", { voids: ["a.net", "b.net"] }, "ok, note", /^$/],
    [
      "of three names without records",
      { voids: ["a.net", "b.net", "c.net"] },
      "wrong, warning",
      /a\.net, b\.net, c\.net/,
    ],
    [
      "of an include without an SPF record",
      fault("missing"),
      "wrong, error",
      /crm\.net, which has no SPF record/,
    ],
    ["of an include with two SPF records", fault("several"), "wrong, error", /crm\.net, which has several/],
    [
      "of an include with an invalid record",
      fault("invalid"),
      "wrong, error",
      /crm\.net, whose SPF record isn't valid/,
    ],
    ["of an include that leads back", fault("loop"), "wrong, error", /crm\.net includes itself/],
    ["that weren't all counted", { uncounted: ["crm.net"] }, "ok, note", /^crm\.net couldn't be looked up/],
  ])("%s are reported", (_, count, finding, hint) => {
    const spf = judgeCounted(count);
    expect([`${spf?.status}, ${spf?.severity}`, spf?.hint]).toEqual([finding, expect.stringMatching(hint)]);
    expect(spf?.lookups).toEqual({ total: count.lookups ?? 4, limit: 10, terms: count.terms ?? [] });
  });

  it("follow what else is wrong with the record", () => {
    expect(judgeCounted({ lookups: 11 }, "v=spf1 mx ~all")?.hint).toContain("doesn't allow these servers");
  });
});

describe("the MTA-STS policy", () => {
  it("lists the mail hosts, with the line ends of the standard", () => {
    expect(mtaStsPolicy(settings)).toBe(
      "version: STSv1\r\nmode: enforce\r\nmx: mx1.host.net\r\nmx: mx2.host.net\r\nmax_age: 604800\r\n",
    );
  });

  it.each([
    ["mta-sts.example.com", "example.com"],
    ["MTA-STS.Example.com:443", "example.com"],
    ["example.com", undefined],
    ["mta-sts.", undefined],
    ["", undefined],
  ])("of the host %s is that of %s", (host, found) => {
    expect(domainOfPolicyHost(host)).toBe(found);
  });
});

describe("zoneSnippet", () => {
  const snippet = zoneSnippet(domainName, expectedRecords(domainName, settings, keys, policyId));

  it("has relative names, absolute targets, and strings of at most 255 octets", () => {
    const lines = snippet.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^@ +IN MX {4}10 mx1\.host\.net\.$/);
    expect(lines[3]).toMatch(/^zp1\._domainkey +IN TXT {3}"v=DKIM1; [^"]+" "k+"$/);
    expect(lines.at(-1)).toMatch(/^_imaps\._tcp +IN SRV {3}0 1 993 mail\.host\.net\.$/);
    const strings = [...(lines[3] ?? "").matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text);
    expect(strings.map(({ length }) => length)).toEqual([255, 410 - 255]);
    expect(strings.join("")).toBe(`v=DKIM1; k=rsa; p=${publicKey}`);
  });

  it("escapes quotes, backslashes and what isn't ASCII", () => {
    const record = { purpose: "spf", type: "TXT", name: domainName, expected: 'a"b\\cé' } as const;
    expect(zoneSnippet(domainName, [record])).toBe('@ IN TXT   "a\\"b\\\\c\\195\\169"\n');
  });
});
