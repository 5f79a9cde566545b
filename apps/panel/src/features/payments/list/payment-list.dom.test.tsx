import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { payment } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { PaymentList } from "./payment-list.tsx";

const words = messages.payments;
const of = (domainName: string) => [{ kind: "registration", domainName, years: 2, planSlug: null }];

const disputed = {
  ...payment,
  id: "pay_2",
  status: "disputed",
  lines: [...of("xn--bcher-kva.example"), ...payment.lines, ...payment.lines],
  refundedCents: 400,
  cooldown: { state: "paused", reason: "dispute" },
  confirmsAt: null,
  cooldownLeftMs: 86_400_000,
};
const canceled = {
  ...payment,
  id: "pay_3",
  status: "failed",
  orderState: "cancelled",
  lines: of("third.example"),
  cooldown: null,
  confirmsAt: null,
  card: null,
};

function renderList(answer: unknown) {
  fakeApi({ ...commonAnswers, "orders.payments": answer });
  renderInPanel(<PaymentList />);
}

const row = (name: RegExp) => screen.findByRole("row", { name });

it("shows what each payment is for, its money, status, card and countdown", async () => {
  renderList([payment, disputed, canceled]);
  const first = await row(/Renewal of example\.com, 1 year/);
  for (const text of ["€14.14", "Received", "Visa •••• 4242", "1 Jan 2026, 00:00 UTC"]) {
    within(first).getByText(text);
  }
  within(first).getByText(/^in \d+ years, on 1 Jan 2099$/);
  expect(within(first).getByRole("link").getAttribute("href")).toBe(`/payments/${payment.id}`);
  const second = await row(/Registration of bücher\.example and 2 more items/);
  for (const text of ["€4.00 refunded", "Disputed", "paused, 1 day left"]) {
    within(second).getByText(text);
  }
  within(await row(/third\.example/)).getByText("Canceled");
});

it("filters by a domain of any line, in its own script, and by status", async () => {
  renderList([payment, disputed, canceled]);
  await row(/example\.com/);
  const shown = () => screen.getAllByRole("row").length - 1;
  const filter = screen.getByRole("textbox", { name: words.filterByName });
  fireEvent.change(filter, { target: { value: "bücher" } });
  await expect.poll(shown).toBe(1);
  fireEvent.change(filter, { target: { value: "" } });
  fireEvent.change(screen.getByRole("combobox", { name: words.status }), { target: { value: "failed" } });
  await expect.poll(shown).toBe(1);
  await row(/third\.example/);
});

it("shows ten payments on a page", async () => {
  renderList(Array.from({ length: 11 }, (_, index) => ({ ...payment, id: `pay_${index}` })));
  await screen.findByRole("navigation", { name: /Payments/ });
  expect(screen.getAllByRole("row")).toHaveLength(11);
  fireEvent.click(screen.getByRole("button", { name: messages.ui.page.replace("{page}", "2") }));
  await expect.poll(() => screen.getAllByRole("row").length).toBe(2);
});

it("explains what appears in an empty list, and reports an error", async () => {
  renderList([]);
  await screen.findByRole("heading", { name: words.noPaymentsTitle });
  renderList(new Refusal({ status: 403, title: "Forbidden", detail: "Not now." }));
  await screen.findByText("Not now.");
});
