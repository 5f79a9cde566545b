import messages from "@messages/en.json";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain, mail, session } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { rank } from "./rank.ts";
import { useEntries } from "./use-entries.ts";

const words = messages.finder;

function Results({ query }: { query: string }) {
  const { entries } = useEntries(query, [], () => undefined);
  return (
    <ul aria-label={query}>
      {rank(entries, query, []).map(({ id, label }) => (
        <li key={id}>{label}</li>
      ))}
    </ul>
  );
}

it.each([
  ["renewals", words.goRenewals],
  ["receipt", words.doFindReceipt],
  ["invoice", words.doFindReceipt],
  ["refund", words.doRefund],
  ["messages", words.doFindMessage],
  ["messages", `Messages of ${domain.name}`],
  ["usage", `Mail usage of ${domain.name}`],
  ["where is my mail", words.doFindMessage],
  ["export", words.doExportDomains],
  ["help", words.openDocs],
  ["help", words.openShortcuts],
  ["docs", words.openDocs],
  ["nameservers", words.doSetNameservers],
  ["ns1", words.doSetNameservers],
  ["ns1.zonepost", words.doSetNameservers],
  ["overview", words.goOverview],
  ["notifications", words.doSetNotifications],
  ["activity", words.goOperations],
  ["brand-new.com", "Check if brand-new.com is available"],
  ["pay_", words.goPayments],
  ["mac_", words.goMail],
])("%s finds %s", async (query, label) => {
  fakeApi({
    ...commonAnswers,
    "session.current": { ...session, sandbox: null, paymentsOn: true },
    "domains.find": [domain],
    "mail.find": [mail.domainName],
    "workspace.get": { defaultNameservers: ["ns1.zonepost-dns.net"] },
  });
  renderInPanel(<Results query={query} />);
  await screen.findByText(label);
});

it.each([domain.name, `someone@${domain.name}`, "https://brand-new.com/hooks", "brand-new"])(
  "%s isn't taken for a new name",
  async (query) => {
    fakeApi({ ...commonAnswers, "domains.find": [domain] });
    renderInPanel(
      <>
        <Results query={query} />
        <Results query="brand-new.com" />
      </>,
    );
    await screen.findByText("Check if brand-new.com is available");
    const results = within(screen.getByRole("list", { name: query }));
    expect(results.queryByText(/is available$/)).toBeNull();
  },
);

const id = "whd_01k3v2m8q4f7x9b0c1d2e3f4g5";

function Links({ query }: { query: string }) {
  const { entries, isUnknownId } = useEntries(query, [], () => undefined);
  const found = entries.find((entry) => entry.words === query);
  return <output>{isUnknownId ? "unknown" : found && "href" in found ? found.href : ""}</output>;
}

it("opens the record of an ID where the API has found it, and says that it found none", async () => {
  fakeApi({ ...commonAnswers, "finder.record": { within: ["whe_1", id] } });
  const { unmount } = renderInPanel(<Links query={id} />);
  await screen.findByText(`/webhooks/whe_1?delivery=${id}`);
  unmount();
  fakeApi({ ...commonAnswers, "finder.record": null });
  renderInPanel(<Links query={id} />);
  await screen.findByText("unknown");
});
