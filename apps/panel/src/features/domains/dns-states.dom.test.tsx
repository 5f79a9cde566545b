import messages from "@messages/en.json";
import { screen } from "@testing-library/react";
import type { DomainDnsCheck } from "@zonepost/schema/panel";
import { expect, it } from "vitest";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DnsBadge } from "./dns-states.tsx";

const words = messages.dnsStates;
const found = (
  dnssec: DomainDnsCheck["dnssec"],
  answering: number,
  { asked = 2, ageHours = 1, hasAnswered = true } = {},
): DomainDnsCheck => ({
  checkedAt: new Date(Date.now() - ageHours * 3_600_000).toISOString(),
  dnssec,
  answering,
  asked,
  hasAnswered,
});

it.each<[string, boolean, DomainDnsCheck | null, string]>([
  ["all well", true, found("validates", 2), words.dnssec_validates],
  ["well without DNSSEC", false, found("insecure", 2), words.delegation_all],
  ["a broken chain", true, found("breaks", 2), words.dnssec_breaks],
  ["silent nameservers", true, found("unknown", 0), words.delegation_none],
  ["never set up", false, found("unknown", 0, { hasAnswered: false }), words.delegation_never],
  ["one silent nameserver", true, found("validates", 1), words.delegation_some],
  ["no nameservers", false, found("insecure", 0, { asked: 0 }), words.delegation_no_nameservers],
  ["a check that is too old", true, found("validates", 2, { ageHours: 49 }), words.dnssec_unknown],
  ["no check yet", false, null, words.delegation_unchecked],
])("a row of the list shows the worse of nameservers and DNSSEC: %s", (_case, hasDsRecords, check, word) => {
  renderInPanel(<DnsBadge hasDsRecords={hasDsRecords} check={check} />);
  const badge = screen.getByText(word);
  expect(badge.closest("[title]")?.getAttribute("title") ?? null).toEqual(
    check ? expect.stringMatching(/^Checked .*ago$/u) : null,
  );
});
