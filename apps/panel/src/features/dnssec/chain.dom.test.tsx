import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import type { DnssecPreflight, DsRecord } from "@zonepost/schema";
import type { DomainDnsCheck } from "@zonepost/schema/panel";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain, dsRecord } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { Chain } from "./chain.tsx";

const words = messages.dnssec;
const states = messages.dnsStates;

const found = (
  outcome: DnssecPreflight["outcome"],
  message = "ns1.example.net answers.",
): DnssecPreflight => ({
  outcome,
  before: outcome,
  dsRecords: [dsRecord],
  servers: [
    {
      nameserver: "ns1.example.net",
      outcome,
      reason: null,
      message,
      address: null,
      keys: [],
      keyTag: null,
      signatureExpiresAt: null,
    },
  ],
});

const stored = (dnssec: DomainDnsCheck["dnssec"]): DomainDnsCheck => ({
  checkedAt: new Date().toISOString(),
  dnssec,
  answering: 2,
  asked: 2,
  hasAnswered: true,
});

type Shown = { dsRecords?: DsRecord[]; dnsCheck?: DomainDnsCheck | null };

function show(answer: unknown, { dsRecords = [dsRecord], dnsCheck = null }: Shown = {}) {
  fakeApi({ ...commonAnswers, "domains.preflight": answer });
  const { name, unicodeName, tld } = domain;
  renderInPanel(
    <Chain {...{ name, unicodeName, tld, dsRecords, dnsCheck }} nameservers={["ns1.example.net"]} />,
  );
}

it.each([
  ["the answers validate", found("validates"), `${states.dnssec_validates}.`],
  [
    "an answer doesn't validate",
    found("breaks", "ns1.example.net has no match."),
    `${states.dnssec_breaks}.`,
  ],
  ["no nameserver responded", found("unknown"), `${states.dnssec_unknown}.`],
  ["the check failed", new Refusal({ status: 503, code: "unavailable" }), `${states.dnssec_unknown}.`],
])(
  "gives the verdict of the nameservers, not of the published record: %s",
  async (_case, answer, verdict) => {
    show(answer);
    await screen.findByText(verdict);
    const isProtected = verdict === `${states.dnssec_validates}.`;
    expect(screen.queryAllByText(`${states.dnssec_validates}.`)).toHaveLength(isProtected ? 1 : 0);
  },
);

it("names the nameserver that breaks the chain", async () => {
  show(found("breaks", "ns1.example.net has no match."));
  await screen.findByText("ns1.example.net has no match.");
});

it("isn't protected without a record, and checks nothing", () => {
  show(() => expect.fail("checked"), { dsRecords: [] });
  screen.getByText(`${states.dnssec_insecure}.`);
});

it("follows a check that is asked for again", async () => {
  let outcome: DnssecPreflight["outcome"] = "unknown";
  show(() => found(outcome));
  await screen.findByText(`${states.dnssec_unknown}.`);
  outcome = "validates";
  fireEvent.click(screen.getByRole("button", { name: words.checkAgain }));
  await screen.findByText(`${states.dnssec_validates}.`);
});

it("shows the stored verdict, with its time, until the page's own check has one, and if that fails", async () => {
  show(new Refusal({ status: 503, code: "unavailable" }), { dnsCheck: stored("validates") });
  screen.getByText(`${states.dnssec_validates}.`);
  await screen.findByText(words.keys_failed);
  screen.getByText(`${states.dnssec_validates}.`);
  screen.getByText(/^Checked/u);
});

it("a check that wasn't carried out doesn't overrule the stored one", async () => {
  const { servers, ...refused } = found("unknown");
  show(
    { ...refused, servers: servers.map((server) => ({ ...server, reason: "busy" })) },
    { dnsCheck: stored("breaks") },
  );
  await screen.findByText(words.keys_failed);
  screen.getByText(`${states.dnssec_breaks}.`);
});
