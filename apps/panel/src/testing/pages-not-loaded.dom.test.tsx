import messages from "@messages/en.json";
import { screen } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { ApiKeyPage } from "@/features/api-keys/api-key-page.tsx";
import { ContactList } from "@/features/contacts/contact-list.tsx";
import { DomainList } from "@/features/domain-list/domain-list.tsx";
import { MailDomainList } from "@/features/mail/mail-domain-list.tsx";
import { OperationList } from "@/features/operations/operation-list.tsx";
import { OperationPage } from "@/features/operations/operation-page.tsx";
import { OrderList } from "@/features/orders/order-list.tsx";
import { OrderPage } from "@/features/orders/order-page.tsx";
import { PaymentList } from "@/features/payments/list/payment-list.tsx";
import { PaymentPage } from "@/features/payments/one/payment-page.tsx";
import { ReceiptPage } from "@/features/payments/receipt/receipt-page.tsx";
import { RenewalsPage } from "@/features/payments/renewals/renewals-page.tsx";
import { EndpointList } from "@/features/webhooks/endpoint-list.tsx";
import { EndpointPage } from "@/features/webhooks/endpoint-page.tsx";
import { fakeApi } from "./fake-api.ts";
import { renderInPanel } from "./render-in-panel.tsx";

const pages: [title: string, page: ReactNode][] = [
  [messages.domains.title, <DomainList key="page" />],
  [messages.mail.title, <MailDomainList key="page" />],
  [messages.contacts.title, <ContactList key="page" />],
  [messages.operations.title, <OperationList key="page" />],
  [messages.operations.one, <OperationPage key="page" id="op_1" />],
  [messages.payments.title, <PaymentList key="page" />],
  [messages.payment.title, <PaymentPage key="page" id="pay_1" />],
  [messages.receipt.tab, <ReceiptPage key="page" paymentId="pay_1" />],
  [messages.renewals.title, <RenewalsPage key="page" />],
  [messages.orders.title, <OrderList key="page" />],
  [messages.orders.one, <OrderPage key="page" id="ord_1" />],
  [messages.webhooks.title, <EndpointList key="page" />],
  [messages.webhooks.endpoint, <EndpointPage key="page" id="whk_1" />],
  [messages.apiKeys.one, <ApiKeyPage key="page" id="key_1" />],
];

it.each(pages)(
  "the page %s that couldn't be loaded has its title, and what went wrong",
  async (title, page) => {
    fakeApi({});
    renderInPanel(<NuqsTestingAdapter hasMemory>{page}</NuqsTestingAdapter>);
    await screen.findByText(messages.failure.notLoaded);
    expect(screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent)).toEqual([
      title,
    ]);
  },
);
