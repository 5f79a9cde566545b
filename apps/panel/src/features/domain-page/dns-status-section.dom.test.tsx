import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import type { DnsStatus } from "@zonepost/schema";
import { describe, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { domain } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DnsStatusSection } from "./dns-status-section.tsx";

const words = messages.dnsStatus;
const served: DnsStatus = {
  nameservers: [
    { host: "ns1.example.net", state: "answers" },
    { host: "ns2.example.net", state: "answers" },
  ],
  website: { state: "found", addresses: ["203.0.113.7"] },
  mailHosts: ["mx.example.net"],
};

function renderStatus(status: DnsStatus) {
  const answers: Record<string, unknown> = { "domains.dnsStatus": status };
  fakeApi(answers);
  renderInPanel(<DnsStatusSection name={domain.name} />);
  return answers;
}

describe("the DNS status of a domain", () => {
  it("shows that the nameservers respond, and where website and mail are", async () => {
    renderStatus(served);
    await screen.findByText("All 2 responding");
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
    screen.getByText("ns2.example.net doesn't serve this domain");
    screen.getByText(words.website_missing);
    screen.getByText(words.mailUnknown);
  });

  it("distinguishes a domain without mail from one whose mail is unknown", async () => {
    renderStatus({ ...served, mailHosts: [] });
    await screen.findByText(words.noMail);
  });

  it("checks again when asked", async () => {
    const answers = renderStatus({ ...served, nameservers: [] });
    await screen.findByText(words.noNameservers);
    answers["domains.dnsStatus"] = served;
    fireEvent.click(screen.getByRole("button", { name: words.check }));
    await screen.findByText("All 2 responding");
  });
});
