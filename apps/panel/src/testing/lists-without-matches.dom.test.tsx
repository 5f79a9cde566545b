import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { ApiKeyList } from "@/features/api-keys/api-key-list.tsx";
import { AuditLog } from "@/features/audit-log/audit-log.tsx";
import { ContactList } from "@/features/contacts/contact-list.tsx";
import { DomainList } from "@/features/domain-list/domain-list.tsx";
import { DomainHistory } from "@/features/history/domain-history.tsx";
import { Accounts } from "@/features/mail/accounts/accounts.tsx";
import { MailDomainList } from "@/features/mail/mail-domain-list.tsx";
import { Messages } from "@/features/mail/messages/messages.tsx";
import { OperationList } from "@/features/operations/operation-list.tsx";
import { OperatorPage } from "@/features/operator/operator-page.tsx";
import { OrderList } from "@/features/orders/order-list.tsx";
import { PaymentList } from "@/features/payments/list/payment-list.tsx";
import { RenewalsPage } from "@/features/payments/renewals/renewals-page.tsx";
import { NoDeliveries } from "@/features/webhooks/deliveries/no-deliveries.tsx";
import { EndpointList } from "@/features/webhooks/endpoint-list.tsx";
import { ZoneList } from "@/features/zones/list/zone-list.tsx";
import { RecordsPage } from "@/features/zones/records/records-page.tsx";
import { type Answers, fakeApi } from "./fake-api.ts";
import { commonAnswers } from "./forms.tsx";
import * as records from "./records.ts";
import { renderInPanel } from "./render-in-panel.tsx";

const { domain, mail } = records;
const noRows = { items: [], nextCursor: null, total: 15 };
const changed = { id: "dhe_1", kind: "renewal", summary: "Renewed", details: {} };
const history = [{ ...changed, actor: { kind: "system", name: "orders" }, occurredAt: domain.registeredAt }];

/** Each list with every filter that it has, and an API in which nothing matches them. */
const lists: [name: string, list: ReactNode, filters: string, answers: Answers][] = [
  [
    "domains",
    <DomainList key="list" />,
    "q=x&status=active&within=7&tld=com&renew=on&locked=on&dnssec=on&attention=true",
    {
      "domains.batches.list": [],
      "domains.counts": { total: 15, matching: 0, needAttention: 1, statuses: ["active"], tlds: ["com"] },
      "domains.page": noRows,
      "domains.matching": [],
    },
  ],
  ["mail domains", <MailDomainList key="list" />, "q=x", { "mail.page": noRows, "attention.list": [] }],
  [
    "mail accounts",
    <Accounts key="list" domainName={mail.domainName} />,
    "q=x",
    { "mail.get": mail, "mail.accountPage": noRows },
  ],
  [
    "messages",
    <Messages key="list" domainName={mail.domainName} />,
    "address=a%40b.com&status=bounced",
    { "mail.messages": { messages: [], nextCursor: null }, "mail.get": mail },
  ],
  [
    "zones",
    <ZoneList key="list" />,
    "q=x",
    { "zones.page": noRows, "zones.hosting": { nameservers: ["ns1.dns.example"] } },
  ],
  ["records of a zone", <RecordsPage key="list" zoneName={domain.name} />, "q=zzz&type=TXT", {}],
  ["contacts", <ContactList key="list" />, "q=x", { "contacts.page": noRows }],
  ["orders", <OrderList key="list" />, soldFilters("state=failed"), { "orders.list": noRows }],
  ["payments", <PaymentList key="list" />, soldFilters("status=failed"), { "orders.payments": noRows }],
  [
    "renewals",
    <RenewalsPage key="list" />,
    "q=x&state=failed&month=2099-01",
    {
      "orders.renewals": { ...noRows, sums: null },
      "orders.forecast": { currencies: [], next: null, unpricedCount: 0, failedCount: 0, expiringCount: 0 },
    },
  ],
  ["API keys", <ApiKeyList key="list" />, "q=zzz&status=active", { "apiKeys.list": [records.apiKey] }],
  [
    "operations",
    <OperationList key="list" />,
    "q=zzz&state=failed",
    {
      "domains.operations.list": [
        { ...records.succeeded, requestedBy: { kind: "user", name: "Ada" }, createdAt: domain.registeredAt },
      ],
      "domains.batches.list": [],
    },
  ],
  ["endpoints", <EndpointList key="list" />, "q=zzz&tag=none", { "webhooks.list": [records.endpoint] }],
  ["deliveries", <NoDeliveries key="list" />, "status=failed&type=domain.renewed&subject=a.com", {}],
  [
    "the audit log",
    <AuditLog key="list" />,
    "kind=domain&who=ada&what=renewed&from=2026-01-01&until=2026-01-31",
    { "audit.list": { entries: [], nextCursor: null } },
  ],
  [
    "a domain's history",
    <DomainHistory key="list" name={domain.name} />,
    "kind=transfer",
    { "domains.history": history },
  ],
  [
    "the operator's payments",
    <OperatorPage key="list" />,
    "status=failed",
    {
      "session.current": { ...records.session, isOperator: true, paymentsOn: true, sandbox: null },
      "operator.payments": { payments: [], nextCursor: null },
      "operator.books": { day: null, differences: [], unchecked: [] },
    },
  ],
];

function soldFilters(status: string): string {
  return `q=x&kind=renewal&from=2026-01-01&until=2026-01-31&${status}`;
}

it.each(lists)(
  "offers to clear every filter where nothing matches: %s",
  async (_name, list, filters, answers) => {
    let query = filters;
    fakeApi({ ...commonAnswers, ...answers });
    renderInPanel(
      <NuqsTestingAdapter
        hasMemory
        searchParams={filters}
        onUrlUpdate={({ queryString }) => (query = queryString)}
      >
        {list}
      </NuqsTestingAdapter>,
    );
    fireEvent.click(await screen.findByRole("button", { name: messages.ui.clearFilters }));
    await expect.poll(() => query).toBe("");
  },
);
