import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import type { DnssecPreflight } from "@zonepost/schema";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain, dsRecord } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { Chain } from "./chain.tsx";

const words = messages.dnssec;

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

function show(answer: unknown, { dsRecords = [dsRecord] } = {}) {
  fakeApi({ ...commonAnswers, "domains.preflight": answer });
  const { name, unicodeName, tld } = domain;
  renderInPanel(<Chain {...{ name, unicodeName, tld, dsRecords }} nameservers={["ns1.example.net"]} />);
}

it.each([
  ["the answers validate", found("validates"), words.verdict_protected],
  ["an answer doesn't validate", found("breaks", "ns1.example.net has no match."), words.verdict_broken],
  ["no nameserver responded", found("unknown"), words.verdict_unknown],
  ["the check failed", new Refusal({ status: 503, code: "unavailable" }), words.verdict_unknown],
])(
  "gives the verdict of the nameservers, not of the published record: %s",
  async (_case, answer, verdict) => {
    show(answer);
    await screen.findByText(verdict);
    const isProtected = verdict === words.verdict_protected;
    expect(screen.queryAllByText(words.verdict_protected)).toHaveLength(isProtected ? 1 : 0);
  },
);

it("names the nameserver that breaks the chain", async () => {
  show(found("breaks", "ns1.example.net has no match."));
  await screen.findByText("ns1.example.net has no match.");
});

it("isn't protected without a record, and checks nothing", () => {
  show(() => expect.fail("checked"), { dsRecords: [] });
  screen.getByText(words.verdict_not_protected);
});

it("follows a check that is asked for again", async () => {
  let outcome: DnssecPreflight["outcome"] = "unknown";
  show(() => found(outcome));
  await screen.findByText(words.verdict_unknown);
  outcome = "validates";
  fireEvent.click(screen.getByRole("button", { name: words.checkAgain }));
  await screen.findByText(words.verdict_protected);
});
