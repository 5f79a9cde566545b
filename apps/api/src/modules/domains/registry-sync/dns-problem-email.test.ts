import { dnssecStates, nameserverStates } from "@zonepost/schema/status";
import { expect, it } from "vitest";
import { type DnsProblem, dnsBrokenEmail, dnsFixedEmail } from "./dns-problem-email.ts";

const about = { domainName: "xn--bcher-kva.example", panelUrl: "https://panel.example" };
const since = new Date("2026-11-28T10:00:00Z");

it.each<[DnsProblem, string, string, string, string]>([
  [
    "dnssec",
    dnssecStates.breaks.word,
    "The DNSSEC of bücher.example is broken",
    "DNSSEC von bücher.example ist fehlerhaft",
    "The DNSSEC of bücher.example is no longer broken",
  ],
  [
    "nameservers",
    nameserverStates.timeout.word,
    "No nameserver of bücher.example responds",
    "Kein Nameserver von bücher.example antwortet",
    "The nameservers of bücher.example respond again",
  ],
])("the emails about %s use the word of the status, and link to its page", (problem, word, en, de, over) => {
  const broken = dnsBrokenEmail({ ...about, problem, since }).variants;
  const fixed = dnsFixedEmail({ ...about, problem }).variants;
  expect([broken.en.subject, broken.de.subject, fixed.en.subject]).toEqual([en, de, over]);
  expect(broken.en.text).toContain(`: ${word}\nSince: 28 November 2026`);
  for (const { text } of [broken.en, broken.de, fixed.en, fixed.de]) {
    expect(text).toContain(`https://panel.example/domains/xn--bcher-kva.example/${problem}`);
  }
});
