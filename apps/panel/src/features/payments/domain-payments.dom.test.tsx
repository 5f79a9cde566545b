import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { payment, session } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DomainPayments } from "./domain-payments.tsx";

const [line] = payment.lines;
const unpaid = { ...payment, id: "pay_2", status: "failed", receivedAt: null, cooldown: null };
const several = {
  ...payment,
  id: "pay_3",
  amountCents: 9999,
  lines: [line, { ...line, kind: "mail_plan", priceCents: 1000, taxCents: 0 }],
  lineCount: 3,
};

function renderSection(payments: unknown[], change: object = {}) {
  const asked: unknown[] = [];
  fakeApi({
    ...commonAnswers,
    "session.current": { ...session, paymentsOn: true, sandbox: null, ...change },
    "orders.payments": (filter: unknown) => {
      asked.push(filter);
      return {
        items: payments.slice(0, 5),
        nextCursor: payments.length > 5 ? "five" : null,
        total: payments.length,
      };
    },
  });
  renderInPanel(<DomainPayments name="example.com" />);
  return asked;
}

const hrefs = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

it("shows what was paid for the domain alone, with its order and receipt", async () => {
  const asked = renderSection([payment, unpaid, several]);
  const [first, second, third] = (await screen.findAllByRole("listitem")) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  expect(asked).toEqual([{ domain: "example.com", limit: 5 }]);
  within(first).getByText("Renewal, 1 year");
  within(first).getByText("€14.14");
  within(first).getByText("Received");
  expect(hrefs(first)).toEqual([
    `/payments/${payment.id}`,
    `/payments/orders/${payment.orderId}`,
    `/payments/${payment.id}/receipt`,
  ]);
  expect(hrefs(second)).toHaveLength(2);
  within(third).getByText("Renewal, 1 year, Mail plan, 1 year");
  within(third).getByText("€24.14");
});

it("shows five, with a link to the others", async () => {
  renderSection(Array.from({ length: 7 }, (_, index) => ({ ...payment, id: `pay_${index}` })));
  const link = await screen.findByRole("link", { name: "All 7" });
  expect(link.getAttribute("href")).toBe("/payments?q=example.com");
  expect(screen.getAllByRole("listitem")).toHaveLength(5);
});

it.each([
  ["without a payment", [], {}],
  ["while payments are off", [payment], { paymentsOn: false }],
  ["without the right to see payments", [payment], { session: { ...session.session, role: "read_only" } }],
])("isn't there %s", async (_case, payments, change) => {
  const asked = renderSection(payments, change);
  await expect.poll(() => asked.length > 0 || payments.length > 0).toBe(true);
  expect(screen.queryByRole("heading", { name: "Payments" })).toBeNull();
});
