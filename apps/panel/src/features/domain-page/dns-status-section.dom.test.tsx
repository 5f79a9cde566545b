import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import type { DnsStatus } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import type { Domain } from "@/features/domains/domain.ts";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain, dsRecord } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DnsStatusSection } from "./dns-status-section.tsx";

const words = messages.dnsStatus;
const states = messages.dnsStates;
const served: DnsStatus = {
  nameservers: [
    { host: "ns1.example.net", state: "answers" },
    { host: "ns2.example.net", state: "answers" },
  ],
  website: { state: "found", addresses: ["203.0.113.7"] },
  mailHosts: ["mx.example.net"],
};

const shown: Domain = {
  ...domain,
  nameservers: served.nameservers.map(({ host }) => ({ host, addresses: [] })),
  dsRecords: [dsRecord],
  dnsCheck: {
    checkedAt: new Date().toISOString(),
    dnssec: "validates",
    answering: 1,
    asked: 2,
    hasAnswered: true,
  },
};

function renderStatus(status: unknown, domain: Domain = shown) {
  const answers: Record<string, unknown> = { ...commonAnswers, "domains.dnsStatus": status };
  fakeApi(answers);
  renderInPanel(<DnsStatusSection domain={domain} />);
  return answers;
}

describe("the DNS status of a domain", () => {
  it("shows that the nameservers respond, and where website and mail are", async () => {
    renderStatus(served);
    await screen.findByText(states.delegation_all);
    screen.getByText("203.0.113.7");
    screen.getByText("mx.example.net");
  });

  it("names each nameserver that fails, and why", async () => {
    renderStatus({
      nameservers: [
        { host: "ns1.example.net", state: "timeout" },
        { host: "ns2.example.net", state: "not_authoritative" },
      ],
      website: { state: "missing", addresses: [] },
      mailHosts: null,
    });
    await screen.findByText("ns1.example.net didn't respond");
    screen.getByText(states.delegation_none);
    screen.getByText("ns2.example.net doesn't serve this domain");
    screen.getByText(words.website_missing);
    screen.getByText(words.mailUnknown);
  });

  it.each<[string, Domain["dnsCheck"]]>([
    ["before the first check", null],
    ["after a check", { checkedAt: null, dnssec: "unknown", answering: 0, asked: 0, hasAnswered: false }],
  ])("doesn't alarm about nameservers that have never answered: %s", async (_when, dnsCheck) => {
    const nameservers = [{ host: "ns1.example.net", state: "timeout" }] as const;
    renderStatus({ ...served, nameservers }, { ...shown, dsRecords: [], dnsCheck });
    const reason = await screen.findByText("ns1.example.net didn't respond");
    expect(screen.getByText(states.delegation_never).parentElement?.dataset.tone).toBe("off");
    expect(reason.parentElement?.dataset.tone).toBe("off");
  });

  it("distinguishes a domain without mail from one whose mail is unknown", async () => {
    renderStatus({ ...served, mailHosts: [] });
    await screen.findByText(words.noMail);
  });

  it("checks again when asked", async () => {
    const answers = renderStatus({
      ...served,
      nameservers: served.nameservers.map(({ host }) => ({ host, state: "refused" })),
    });
    await screen.findByText(states.delegation_none);
    answers["domains.dnsStatus"] = served;
    fireEvent.click(screen.getByRole("button", { name: words.check }));
    await screen.findByText(states.delegation_all);
  });

  it("shows what the last check has found until it has asked, and if it can't", async () => {
    renderStatus(new Refusal({ status: 503, code: "unavailable" }));
    screen.getByText(`${states.delegation_some} (1 of 2)`);
    screen.getByText(states.dnssec_validates);
    await screen.findByText(words.notLoaded);
    screen.getByText(states.dnssec_validates);
  });

  it("doesn't count nameservers that it didn't ask", async () => {
    renderStatus({ ...served, nameservers: [{ host: "ns1.example.net", state: "busy" }] });
    await screen.findByText("ns1.example.net wasn't checked, because too many checks were running");
    screen.getByText(`${states.delegation_some} (1 of 2)`);
  });

  it("relies on no check that is too old", async () => {
    const checkedAt = new Date(Date.now() - 49 * 3_600_000).toISOString();
    const answers = { dnssec: "validates", answering: 2, asked: 2, hasAnswered: true } as const;
    renderStatus(() => new Promise(() => undefined), { ...shown, dnsCheck: { ...answers, checkedAt } });
    expect(screen.getAllByText(states.dnssec_unknown)).toHaveLength(2);
  });

  it("needs no check to know that there are no nameservers", async () => {
    renderStatus({ ...served, nameservers: [] }, { ...shown, nameservers: [], dnsCheck: null });
    await screen.findByText(states.delegation_no_nameservers);
  });
});
