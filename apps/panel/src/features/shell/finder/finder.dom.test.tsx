import messages from "@messages/en.json";
import { screen } from "@testing-library/react";
import { it } from "vitest";
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
  ["pay_", words.records_pay],
  ["ord_", words.records_ord],
  ["pay_01k3v2m8q4f7x9b0c1d2e3f4g5", "Payment pay_01k3v2m8q4f7x9b0c1d2e3f4g5"],
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
