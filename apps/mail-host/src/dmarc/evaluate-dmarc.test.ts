import { describe, expect, it } from "vitest";
import { recordOf } from "./dmarc-record.ts";
import { type Checks, evaluateDmarc } from "./evaluate-dmarc.ts";
import { namesAbove } from "./walk-tree.ts";

it("reads the records of a domain and of at most four names above it", () => {
  expect(namesAbove("a.b.c.d.e.mail.example.com")).toEqual([
    "a.b.c.d.e.mail.example.com",
    "e.mail.example.com",
    "mail.example.com",
    "example.com",
    "com",
  ]);
  expect(namesAbove("mail.example.com")).toEqual(["mail.example.com", "example.com", "com"]);
});

describe("a DMARC record", () => {
  it.each([
    [
      "v=DMARC1; p=reject",
      { policy: "reject", subdomainPolicy: "reject", missingPolicy: "reject", isTest: false },
    ],
    [
      "v=DMARC1;p=Reject;sp=none;np=quarantine",
      { policy: "reject", subdomainPolicy: "none", missingPolicy: "quarantine" },
    ],
    [
      "v = DMARC1 ; p = none ; aspf = s ; adkim=s",
      { policy: "none", hasStrictSpf: true, hasStrictDkim: true },
    ],
    ["v=DMARC1; p=reject; t=y", { policy: "reject", isTest: true }],
    ["v=DMARC1; p=reject; pct=0", { policy: "reject", isTest: false }],
    ["v=DMARC1; rua=mailto:a@example.com", { policy: "none" }],
    ["v=DMARC1", { policy: "none" }],
    ["v=DMARC1; p=rejct; rua=mailto:a@example.com", { policy: "none" }],
    ["v=DMARC1; p=reject; sp=all; rua=mailto:a@example.com", { policy: "none", subdomainPolicy: "none" }],
    ["v=DMARC1; p=rejct", undefined],
    ["v=DMARC2; p=reject", undefined],
    ["v=dmarc1; p=reject", undefined],
    ["p=reject; v=DMARC1", undefined],
  ])("%s", (text, expected) => {
    const record = recordOf([text]);
    expect(record).toEqual(expected && expect.objectContaining(expected));
  });

  it("is none if there are several", () => {
    expect(recordOf(["v=DMARC1; p=reject", "v=DMARC1; p=none"])).toBeUndefined();
    expect(recordOf(["v=spf1 -all", "v=DMARC1; p=reject"])).toMatchObject({ policy: "reject" });
  });
});

const zone: Record<string, string | "unknown"> = {
  "_dmarc.bank.example": "v=DMARC1; p=reject; sp=quarantine; np=reject",
  "_dmarc.strict.example": "v=DMARC1; p=reject; aspf=s; adkim=s",
  "_dmarc.open.example": "v=DMARC1; p=none",
  "_dmarc.tested.example": "v=DMARC1; p=reject; t=y",
  "_dmarc.away.example": "unknown",
  "_dmarc.suffix": "v=DMARC1; p=reject; psd=y",
  "_dmarc.own.bank.example": "v=DMARC1; p=quarantine; psd=n",
};
const existing = ["shop.bank.example", "away.bank.example"];
const ask = {
  readTexts: async (name: string) => {
    const text = zone[name];
    return text === undefined ? [] : text === "unknown" ? ("unknown" as const) : [text];
  },
  exists: async (domain: string) => existing.includes(domain),
};
const spf = (domain: string, result: "pass" | "fail" | "unknown" = "pass"): Checks => ({
  spf: { domain, result },
  dkim: [],
});
const dkim = (domain: string, result: "pass" | "fail" | "unknown" = "pass"): Checks => ({
  spf: { domain: "", result: "fail" },
  dkim: [
    { domain: "other.example", result: "pass" },
    { domain, result },
  ],
});

it.each([
  ["bank.example", spf("bank.example"), "pass", "reject"],
  ["bank.example", spf("mail.bank.example"), "pass", "reject"],
  ["shop.bank.example", spf("bank.example"), "pass", "quarantine"],
  ["shop.bank.example", dkim("mail.bank.example"), "pass", "quarantine"],
  ["bank.example", spf("other.example"), "fail", "reject"],
  ["bank.example", spf("evilbank.example"), "fail", "reject"],
  ["bank.example", spf("bank.example", "fail"), "fail", "reject"],
  ["bank.example", dkim("bank.example", "fail"), "fail", "reject"],
  ["shop.bank.example", spf("other.example"), "fail", "quarantine"],
  ["nothing.bank.example", spf("other.example"), "fail", "reject"],
  ["bank.example", spf("own.bank.example"), "fail", "reject"],
  ["strict.example", spf("mail.strict.example"), "fail", "reject"],
  ["strict.example", dkim("mail.strict.example"), "fail", "reject"],
  ["strict.example", dkim("strict.example"), "pass", "reject"],
  ["open.example", spf("other.example"), "fail", "none"],
  ["tested.example", spf("other.example"), "fail", "none"],
  ["a.suffix", spf("b.suffix"), "fail", "reject"],
  ["mail.a.suffix", spf("a.suffix"), "pass", "reject"],
  ["quiet.example", spf("other.example"), "fail", undefined],
  ["quiet.example", spf("quiet.example"), "pass", undefined],
  ["away.example", spf("other.example"), "unknown", undefined],
  ["away.example", spf("away.example"), "pass", undefined],
  ["bank.example", spf("bank.example", "unknown"), "unknown", "reject"],
  ["bank.example", spf("other.example", "unknown"), "fail", "reject"],
  ["bank.example", dkim("bank.example", "unknown"), "unknown", "reject"],
])("DMARC of %s with %j: %s, policy %s", async (domain, checks, result, policy) => {
  expect(await evaluateDmarc(domain, checks, ask)).toEqual({ domain, result, policy });
});
