import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { payment, suspectedPayment } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { PaymentList } from "./payment-list.tsx";

const words = messages.payments;
const of = (domainName: string) => [
  { kind: "registration", domainName, years: 2, planSlug: null, priceCents: 1000, taxCents: 190 },
];

const disputed = {
  ...payment,
  id: "pay_2",
  status: "disputed",
  lines: of("xn--bcher-kva.example"),
  lineCount: 3,
  refundedCents: 400,
  cooldown: { state: "paused", reason: "dispute" },
  confirmsAt: null,
  cooldownLeftMs: 86_400_000,
};
const suspected = {
  ...suspectedPayment,
  id: "pay_4",
  lines: of("suspected.example"),
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

const pageOf = (
  payments: object[],
  nextCursor: string | null = null,
  total: number | null = payments.length,
) => ({
  items: payments,
  nextCursor,
  total,
});

function renderList(answer: unknown) {
  const asked: unknown[] = [];
  fakeApi({
    ...commonAnswers,
    "orders.payments": (filter: unknown) => {
      asked.push(filter);
      return typeof answer === "function" ? answer(filter) : Array.isArray(answer) ? pageOf(answer) : answer;
    },
  });
  renderInPanel(
    <NuqsTestingAdapter hasMemory>
      <PaymentList />
    </NuqsTestingAdapter>,
  );
  return asked;
}

const row = (name: RegExp) => screen.findByRole("row", { name });

it("shows what each payment is for, its money, status, card and countdown", async () => {
  renderList([payment, disputed, suspected, canceled]);
  const first = await row(/Renewal of example\.com, 1 year/);
  for (const text of ["€14.14", "Received", "Visa •••• 4242", "1 Jan 2026, 00:00 UTC"]) {
    within(first).getByText(text);
  }
  within(first).getByText("Final on 1 Jan 2099");
  expect(within(first).getByRole("link").getAttribute("href")).toBe(`/payments/${payment.id}`);
  const second = await row(/Registration of bücher\.example and 2 more items/);
  for (const text of ["€4.00 refunded", "Disputed", "paused, 1 day left"]) {
    within(second).getByText(text);
  }
  const third = within(await row(/suspected\.example/));
  for (const text of ["Paused", "fraud warning, 12 days left"]) {
    third.getByText(text);
  }
  expect(third.queryByText("Received")).toBeNull();
  within(await row(/third\.example/)).getByText("Canceled");
});

it("asks the API for what the filters include, and exports the same", async () => {
  const asked = renderList([payment, disputed, canceled]);
  await row(/example\.com/);
  const change = (role: string, name: string, value: string) =>
    fireEvent.change(screen.getByRole(role, { name }), { target: { value } });
  change("textbox", words.filterByName, " bücher ");
  change("combobox", words.status, "failed");
  change("combobox", words.kind, "renewal");
  fireEvent.change(screen.getByLabelText(messages.ui.fromDay), { target: { value: "2026-01-01" } });
  fireEvent.change(screen.getByLabelText(messages.ui.untilDay), { target: { value: "2026-01-31" } });
  const filter = {
    q: "bücher",
    status: "failed",
    kind: "renewal",
    from: "2026-01-01T00:00:00.000Z",
    until: "2026-02-01T00:00:00.000Z",
  };
  await expect.poll(() => asked.at(-1)).toMatchObject({ ...filter, descending: false });
  const link = await screen.findByRole("link", { name: words.export });
  const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "http://localhost");
  expect([pathname, Object.fromEntries(searchParams)]).toEqual(["/payments/export", filter]);
});

it("offers other filters, not a first purchase, if none matches", async () => {
  renderList([]);
  await screen.findByRole("heading", { name: words.noPaymentsTitle });
  fakeApi({ ...commonAnswers, "orders.payments": pageOf([]) });
  renderInPanel(
    <NuqsTestingAdapter searchParams="?kind=restore">
      <PaymentList />
    </NuqsTestingAdapter>,
  );
  await screen.findByRole("heading", { name: words.noMatchTitle });
  expect(screen.queryByRole("link", { name: words.export })).toBeNull();
});

it("shows ten payments on a page", async () => {
  renderList(Array.from({ length: 11 }, (_, index) => ({ ...payment, id: `pay_${index}` })));
  await screen.findByRole("navigation", { name: /Payments/ });
  expect(screen.getAllByRole("row")).toHaveLength(11);
  fireEvent.click(screen.getByRole("button", { name: messages.ui.page.replace("{page}", "2") }));
  await expect.poll(() => screen.getAllByRole("row").length).toBe(2);
});

it("reads the next payments on request, shows them, and sorts by what the API sorts", async () => {
  const all = Array.from({ length: 15 }, (_, index) => ({ ...payment, id: `pay_${index}` }));
  const asked = renderList(({ cursor }: { cursor?: string }) =>
    cursor === undefined ? pageOf(all.slice(0, 10), "ten", 15) : pageOf(all.slice(10), null, null),
  );
  fireEvent.click(await screen.findByRole("button", { name: /^Show \d+ more$/ }));
  await screen.findByText("11–15 of 15");
  expect(screen.getAllByRole("row")).toHaveLength(6);
  expect(screen.queryByRole("button", { name: /^Show \d+ more$/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: words.amount }));
  await expect.poll(() => asked.at(-1)).toMatchObject({ sort: "amount", descending: false });
  await expect.poll(() => screen.getAllByRole("row").length).toBe(11);
});

it("explains what appears in an empty list, and reports an error", async () => {
  renderList([]);
  await screen.findByRole("heading", { name: words.noPaymentsTitle });
  renderList(new Refusal({ status: 403, title: "Forbidden", detail: "Not now." }));
  await screen.findByText("Not now.");
});
