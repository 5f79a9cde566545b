import { describe, expect, it } from "vitest";
import type { MailDnsSettings } from "../../ports.ts";
import { expectedRecords } from "../../zone-records/policies/expected-records-policy.ts";
import { wantedRecordsOf } from "../../zone-records/policies/wanted-records-policy.ts";
import { questionOf } from "./dns-records-policy.ts";
import { describeHosted, type HostedSet } from "./hosted-records-policy.ts";

const domainName = "example.com";
const settings: MailDnsSettings = {
  hostName: "mail.host.net",
  mxHosts: ["mx1.host.net", "mx2.host.net"],
  spfInclude: "_spf.host.net",
  webHost: "web.host.net",
  mtaStsMode: "enforce",
  services: [{ label: "_imaps", host: "mail.host.net", port: 993 }],
};
const keys = [{ selector: "zp1", publicKey: "k".repeat(392), stage: "active" }] as const;
const expected = expectedRecords(domainName, settings, keys, "20260301");

const describeWith = (sets: Record<string, Partial<HostedSet>>, texts: string[] = []) =>
  describeHosted({ domainName, settings, keys }, expected, {
    sets: new Map(
      Object.entries(sets).map(([question, set]) => [
        question,
        { state: "conflict", present: [], texts: [], isReplaceable: true, ...set },
      ]),
    ),
    texts,
  });
const stateOf = (question: string, set: Partial<HostedSet>, texts?: string[]) =>
  describeWith({ [question]: set }, texts)[expected.findIndex((record) => questionOf(record) === question)];

describe("the record sets that mail manages", () => {
  it("have all values of a name and type, as a zone file has them, without the domain's own TXT records", () => {
    const wanted = wantedRecordsOf(expected);
    expect(wanted.map(({ name, type }) => `${type} ${name}`)).toEqual([
      "MX example.com",
      "TXT zp1._domainkey.example.com",
      "TXT _dmarc.example.com",
      "TXT _mta-sts.example.com",
      "CNAME mta-sts.example.com",
      "TXT _smtp._tls.example.com",
      "CNAME autoconfig.example.com",
      "CNAME autodiscover.example.com",
      "SRV _autodiscover._tcp.example.com",
      "SRV _imaps._tcp.example.com",
    ]);
    expect(wanted[0]?.values).toEqual(["10 mx1.host.net.", "20 mx2.host.net."]);
    // A string has at most 255 octets.
    expect(wanted[1]?.values[0]).toMatch(/^"v=DKIM1; k=rsa; p=k{237}" "k{155}"$/);
  });
});

describe("what a zone has of a record", () => {
  const mx = (...values: string[]) => ({ present: [{ name: "@", type: "MX", values }] });
  const text = (name: string, value: string) => ({
    present: [{ name, type: "TXT", values: [`"${value}"`] }],
    texts: [value],
  });
  it.each([
    ["stricter than ours", "TXT _dmarc.example.com", text("_dmarc", "v=DMARC1; p=reject"), "unmanaged"],
    ["not valid", "TXT _dmarc.example.com", text("_dmarc", "p=none"), "conflict"],
    ["of another provider", "MX example.com", mx("10 mx.elsewhere.net."), "conflict"],
    [
      "with a backup of another provider",
      "MX example.com",
      mx("10 MX1.host.net.", "20 mx2.host.net.", "90 backup.net."),
      "unmanaged",
    ],
    [
      "an alias",
      "TXT _dmarc.example.com",
      { present: [{ name: "_dmarc", type: "CNAME", values: ["x."] }] },
      "conflict",
    ],
    [
      "of the same server with another priority",
      "SRV _imaps._tcp.example.com",
      { present: [{ name: "_imaps._tcp", type: "SRV", values: ["5 0 993 mail.host.net."] }] },
      "unmanaged",
    ],
    ["missing", "CNAME mta-sts.example.com", { state: "missing" as const }, "missing"],
    ["ours", "MX example.com", { ...mx("10 old.host.net."), state: "managed" as const }, "managed"],
  ])("is judged by what it does: %s", (_what, question, set, state) => {
    expect(stateOf(question, set)?.state).toBe(state);
  });

  it.each([
    ["none", [], "missing"],
    ["other texts only", ["google-site-verification=abc"], "missing"],
    ["one that allows the servers", ["v=spf1 include:_spf.host.net include:_spf.crm.test -all"], "unmanaged"],
    ["one that doesn't", ["v=spf1 include:_spf.crm.test -all"], "conflict"],
    ["two", ["v=spf1 include:_spf.host.net ~all", "v=spf1 mx ~all"], "conflict"],
  ])("for SPF: %s", (_what, texts, state) => {
    const spf = describeWith({}, texts)[expected.findIndex(({ purpose }) => purpose === "spf")];
    expect(spf?.state).toBe(state);
    expect(spf?.present.flatMap(({ values }) => values)).toEqual(
      texts.filter((value) => value.startsWith("v=spf1")),
    );
  });
});
