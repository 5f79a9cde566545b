import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import { summaryOfLights } from "@zonepost/schema/status";
import { describe, expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { hostedConflict, mail, mailDnsPage, spfMerge } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DnsLightsSection, DnsSummary } from "./dns-lights.tsx";
import { DnsSection } from "./dns-section.tsx";
import { ShareSection } from "./share-section.tsx";

const words = messages.mailDns;
const { domainName } = mail;

it("shows each record with its state, its value, what each nameserver returned, and what to do", async () => {
  fakeApi(commonAnswers);
  renderInPanel(<DnsSection domainName={domainName} />);
  const [mx, dmarc] = within(await screen.findByRole("list", { name: words.records })).getAllByRole("group");
  expect((mx as HTMLDetailsElement).open).toBe(true);
  expect(mx?.textContent).toContain(words.state_wrong);
  expect(mx?.textContent).toContain("10 mail.host.test");
  expect(mx?.textContent).toContain("10 mx.elsewhere.test");
  expect(mx?.textContent).toContain(words.away_timeout);
  expect(mx?.textContent).toContain("Replace the MX records");
  expect((dmarc as HTMLDetailsElement).open).toBe(false);
  expect(dmarc?.textContent).toContain(words.state_ok);
  expect(screen.queryByText(words.noServersTitle)).toBeNull();
});

it("shows which part of an SPF record needs how many lookups, the most expensive first", async () => {
  const [mx] = mailDnsPage.records;
  const terms = [
    { term: "mx", lookups: 1 },
    { term: "include:_spf.crm.test", lookups: 10 },
  ];
  const records = [{ ...mx, purpose: "spf", type: "TXT", lookups: { total: 11, limit: 10, terms } }];
  fakeApi({ ...commonAnswers, "mail.dns": { ...mailDnsPage, records } });
  renderInPanel(<DnsSection domainName={domainName} />);
  const title = await screen.findByText("11 DNS lookups, of 10 that receivers allow");
  expect(title.nextElementSibling?.textContent).toBe("include:_spf.crm.test10 lookupsmx1 lookup");
});

it("says that the operator hasn't configured mail servers", async () => {
  fakeApi({ ...commonAnswers, "mail.dns": { ...mailDnsPage, hasServers: false } });
  renderInPanel(<DnsSection domainName={domainName} />);
  expect(await screen.findByText(words.noServersTitle)).toBeTruthy();
});

it("shows a new link once, and that one exists", async () => {
  const url = "http://panel.test/mail-dns#token=secret";
  const share = { createdAt: mail.activatedAt, expiresAt: mail.expiresAt };
  fakeApi({
    ...commonAnswers,
    "mail.dnsShare": share,
    "mail.createDnsShare": { url, expiresAt: mail.expiresAt },
  });
  renderInPanel(<ShareSection domainName={domainName} />);
  fireEvent.click(await screen.findByRole("button", { name: words.replaceLink }));
  expect(await screen.findByText(url)).toBeTruthy();
  expect(screen.getByText(words.shareOnce)).toBeTruthy();
});

it("has a light for each kind of record, and the worst of them in lists", async () => {
  const lights = [
    { purpose: "mx", state: "bad" },
    { purpose: "spf", state: "good" },
    { purpose: "srv", state: "optional" },
  ] as const;
  fakeApi({ ...commonAnswers, "mail.dnsLights": { domainName, checkedAt: mail.activatedAt, lights } });
  const { unmount } = renderInPanel(<DnsLightsSection domainName={domainName} />);
  expect(await screen.findByText("MX: broken")).toBeTruthy();
  expect(screen.getByText("SPF: works")).toBeTruthy();
  unmount();
  renderInPanel(<DnsSummary summary={summaryOfLights(lights)} />);
  expect(screen.getByText("MX")).toBeTruthy();
  expect(screen.queryByText("SPF")).toBeNull();
});

describe("in a zone that is hosted here", () => {
  const show = (record: object) => {
    const records = [{ ...mailDnsPage.records[0], ...record }];
    fakeApi({ ...commonAnswers, "mail.dns": { ...mailDnsPage, records }, "mail.spfMerge": spfMerge });
    renderInPanel(<DnsSection domainName={domainName} />);
  };

  it("shows both sides of a conflict, and the way to replace it", async () => {
    show(hostedConflict);
    const [record] = within(await screen.findByRole("list", { name: words.records })).getAllByRole("group");
    expect(record?.textContent).toContain("@ MX 10 mx.elsewhere.test.");
    expect(record?.textContent).toContain("MX 10 mail.host.test");
    expect(screen.getByText(/^The domain's zone is hosted here\. Mail manages 0 of 1 records/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: words.act_replace }));
    expect(await screen.findByRole("button", { name: words.confirm.replace.submit })).toBeTruthy();
  });

  it("says which records mail has put there, and how to manage one yourself", async () => {
    show({ ...hostedConflict, hosted: { state: "managed", present: [], replaceable: true } });
    expect(await screen.findByText(words.zoneWords_managed)).toBeTruthy();
    expect(screen.getByRole("button", { name: words.act_release })).toBeTruthy();
  });

  it("says that a delegation has to be removed first", async () => {
    show({ ...hostedConflict, hosted: { ...hostedConflict.hosted, replaceable: false } });
    expect(await screen.findByText(words.zoneWords_delegated)).toBeTruthy();
    expect(screen.queryByRole("button", { name: words.act_replace })).toBeNull();
  });

  it("shows the merged SPF record with its lookups, and doesn't send one that is refused", async () => {
    const problem = "The SPF record needs 11 DNS lookups.";
    const records = [{ ...hostedConflict, purpose: "spf", type: "TXT" }];
    fakeApi({
      ...commonAnswers,
      "mail.dns": { ...mailDnsPage, records },
      "mail.spfMerge": { ...spfMerge, problem },
    });
    renderInPanel(<DnsSection domainName={domainName} />);
    fireEvent.click(await screen.findByRole("button", { name: words.act_merge }));
    expect(await screen.findByText(spfMerge.after)).toBeTruthy();
    expect(screen.getByText("2 DNS lookups, of 10 that receivers allow")).toBeTruthy();
    expect(screen.getByText(problem)).toBeTruthy();
    expect((screen.getByRole("button", { name: words.mergeSubmit }) as HTMLButtonElement).disabled).toBe(
      true,
    );
  });
});
