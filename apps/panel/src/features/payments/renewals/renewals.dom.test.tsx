import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import type { Renewal } from "@zonepost/schema";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { session } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { RenewalsPage } from "./renewals-page.tsx";

const words = messages.renewals;

const scheduled: Renewal = {
  kind: "domain",
  name: "xn--bcher-kva.example",
  planSlug: null,
  state: "scheduled",
  chargesAt: "2099-01-10T00:00:00.000Z",
  expiresAt: "2099-01-24T00:00:00.000Z",
  priceCents: 1188,
  taxCents: 226,
  totalCents: 1414,
  totalIfRenewedCents: null,
  currency: "EUR",
  failure: null,
  failedAt: null,
  orderId: null,
  orderState: null,
  paymentId: null,
};
const plan: Renewal = { ...scheduled, kind: "mail_plan", name: "post.example", planSlug: "pro" };
const failed: Renewal = {
  ...scheduled,
  name: "declined.example",
  state: "failed",
  failure: { code: "insufficient_funds", message: "Your card has insufficient funds." },
  failedAt: "2099-01-03T00:00:00.000Z",
};
const expiring: Renewal = {
  ...scheduled,
  name: "ending.example",
  state: "expiring",
  chargesAt: null,
  priceCents: null,
  taxCents: null,
  totalCents: null,
  totalIfRenewedCents: 1414,
};
const months = Array.from({ length: 12 }, (_, index) => ({
  month: `2099-${String(index + 1).padStart(2, "0")}`,
  count: index === 0 ? 2 : index === 3 ? 1 : 0,
  taxCents: 0,
  totalCents: index === 0 ? 2828 : index === 3 ? 1414 : 0,
  expiringCount: index === 3 ? 2 : 0,
  expiringTotalCents: index === 3 ? 1414 : 0,
}));
const forecast = {
  currencies: [{ currency: "EUR", count: 3, taxCents: 678, totalCents: 4242, months }],
  next: null,
  unpricedCount: 2,
  failedCount: 1,
  expiringCount: 1,
};

type Filter = { q?: string; state?: string; month?: string };

/** As the API does, but for names in their own script. */
const filtered =
  (renewals: unknown) =>
  ({ q = "", state, month = "" }: Filter) =>
    Array.isArray(renewals)
      ? renewals.filter(
          (each: Renewal) =>
            each.name.includes(q) &&
            (state === undefined || each.state === state) &&
            (each.chargesAt ?? each.expiresAt).startsWith(month),
        )
      : renewals;

function renderPage(
  renewals: unknown,
  { sums = forecast, search = "" }: { sums?: unknown; search?: string } = {},
) {
  const answer = typeof renewals === "function" ? renewals : filtered(renewals);
  fakeApi({ ...commonAnswers, "orders.renewals": answer, "orders.renewalForecast": sums });
  renderInPanel(
    <NuqsTestingAdapter hasMemory searchParams={search}>
      <RenewalsPage />
    </NuqsTestingAdapter>,
  );
}

const listed = () => within(screen.getByRole("table", { name: words.title })).getAllByRole("row").length;
const row = (name: RegExp) => screen.findByRole("row", { name });

it("lists each renewal with its dates and cost, and what expires with the price of renewing it", async () => {
  renderPage([scheduled, plan, expiring]);
  const first = await row(/bücher/);
  for (const text of ["Auto-renews", "10 Jan 2099", "24 Jan 2099", "€14.14", "with €2.26 tax"]) {
    within(first).getByText(text);
  }
  const link = within(first).getByRole("link");
  expect(link.getAttribute("href")).toBe(`/domains/${scheduled.name}`);
  const ofMail = await row(/post/);
  within(ofMail).getByText("Pro mail plan");
  expect(within(ofMail).getByRole("link").getAttribute("href")).toBe("/mail/post.example");
  const ending = await row(/ending/);
  within(ending).getByText("Won't renew");
  within(ending).getByText("€14.14 if renewed");
  screen.getByText("2 renew for €28.28, 1 expires (€14.14 if renewed)");
});

it("draws the cost of each month, and reads it as text", async () => {
  renderPage([scheduled]);
  await screen.findByRole("heading", { name: "€42.42 through December 2099" });
  screen.getByText(/^3 renew, 2 expire\. Today's prices, with tax\. 2 more have no known price\.$/);
  const bars = screen.getAllByRole("listitem");
  expect(bars).toHaveLength(12);
  const linkOf = (index: number, name: string) =>
    within(bars[index] as HTMLElement).getByRole("link", { name });
  expect(linkOf(0, "January 2099: €28.28 for 2 renewals").getAttribute("href")).toBe(
    "/payments/renewals?month=2099-01",
  );
  linkOf(3, "April 2099: €14.14 for 1 renewal; 2 expire unless renewed, €14.14");
  within(bars[5] as HTMLElement).getByText("June 2099: no renewals");
  const heights = bars.map((bar) =>
    [...bar.querySelectorAll<HTMLElement>("[style]")].map(({ style }) => style.getPropertyValue("--share")),
  );
  expect(heights.slice(0, 4)).toEqual([
    ["0", "1"],
    ["0", "0"],
    ["0", "0"],
    ["0.5", "0.5"],
  ]);
  const table = screen.getByRole("table", { name: words.byMonth, hidden: true });
  within(table).getByRole("row", { name: "April 2099 €14.14 €14.14", hidden: true });
});

it("puts failed renewals first, with the reason, the next attempt and what to do", async () => {
  renderPage([scheduled, failed, { ...failed, name: "last.example", chargesAt: null }]);
  const [first, last] = await screen.findAllByRole("status");
  within(first as HTMLElement).getByText("declined.example wasn't renewed");
  within(first as HTMLElement).getByText("3 Jan 2099: Your card has insufficient funds.");
  within(first as HTMLElement).getByText("We'll try again on 10 Jan 2099. It is paid until 24 Jan 2099.");
  within(last as HTMLElement).getByText(/^We won't try again\./);
  const href = (name: string) =>
    within(first as HTMLElement)
      .getByRole("link", { name })
      .getAttribute("href");
  await expect.poll(() => href(words.payNow)).toBe("/domains/declined.example?act=renew");
  expect(href(words.changeCard)).toBe("/payments#cards");
});

it("links a failed renewal to its unpaid order, for callers who see its payment", async () => {
  const unpaid = { orderId: "ord_1", orderState: "awaiting_payment", paymentId: "pay_1" };
  renderPage([
    { ...failed, ...unpaid },
    { ...failed, ...unpaid, name: "unseen.example", paymentId: null },
    { ...failed, ...unpaid, name: "refused.example", orderState: "failed" },
  ]);
  const hrefOf = (notice: HTMLElement) =>
    within(notice).queryByRole("link", { name: words.payNow })?.getAttribute("href");
  const notices = await screen.findAllByRole("status");
  await expect
    .poll(() => notices.map(hrefOf))
    .toEqual([
      "/payments/orders/ord_1",
      "/domains/unseen.example?act=renew",
      "/domains/refused.example?act=renew",
    ]);
});

it("offers the billing role to pay an unpaid order, and not to renew the domain", async () => {
  const billing = { ...session, session: { ...session.session, role: "billing" as const } };
  const unpaid = { orderId: "ord_1", orderState: "awaiting_payment", paymentId: "pay_1" };
  fakeApi({
    ...commonAnswers,
    "session.current": { ...billing, paymentsOn: true, sandbox: null },
    "orders.renewals": filtered([
      { ...failed, ...unpaid },
      { ...failed, name: "refused.example" },
    ]),
    "orders.renewalForecast": forecast,
  });
  renderInPanel(<RenewalsPage />);
  const links = await screen.findAllByRole("link", { name: words.payNow });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/payments/orders/ord_1"]);
});

it("offers to pay a failed mail plan only with an unpaid order", async () => {
  const unpaid = { orderId: "ord_2", orderState: "awaiting_payment", paymentId: "pay_2" };
  const failedPlan = { ...failed, kind: "mail_plan", planSlug: "pro" };
  renderPage([
    { ...failedPlan, ...unpaid },
    { ...failedPlan, name: "refused.example" },
  ]);
  await screen.findAllByRole("status");
  const links = await screen.findAllByRole("link", { name: words.payNow });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/payments/orders/ord_2"]);
});

it("shows three failed renewals, and the others in the list", async () => {
  renderPage([scheduled, ...[1, 2, 3, 4].map((index) => ({ ...failed, name: `failed-${index}.example` }))]);
  fireEvent.click(await screen.findByRole("button", { name: "Show all 4 failed renewals" }));
  await expect.poll(() => listed()).toBe(5);
  expect(screen.getAllByRole("status")).toHaveLength(3);
});

it("asks the API for what the filters include, and exports the same", async () => {
  renderPage([scheduled, plan, { ...failed, chargesAt: "2099-02-03T00:00:00.000Z" }, expiring]);
  await row(/bücher/);
  fireEvent.change(screen.getByRole("textbox", { name: words.filterByName }), {
    target: { value: " post " },
  });
  await expect.poll(() => listed()).toBe(2);
  const link = () => screen.getByRole("link", { name: messages.payments.export }).getAttribute("href");
  expect(link()).toMatch(/\/renewals\/export\?q=post$/);
  fireEvent.change(screen.getByRole("textbox", { name: words.filterByName }), { target: { value: "" } });
  fireEvent.change(screen.getByRole("combobox", { name: words.state }), { target: { value: "expiring" } });
  await expect.poll(() => listed()).toBe(2);
  await row(/ending/);
});

it("opens at the month of a bar, and still shows what has failed", async () => {
  renderPage([scheduled, { ...failed, chargesAt: "2099-02-03T00:00:00.000Z" }], { search: "?month=2099-01" });
  await row(/bücher/);
  expect(listed()).toBe(2);
  await screen.findByText("declined.example wasn't renewed");
  expect(screen.getByRole("link", { name: messages.payments.export }).getAttribute("href")).toContain(
    "month=2099-01",
  );
});

it("ignores a month that isn't one", async () => {
  renderPage([scheduled], { search: "?month=never" });
  await row(/bücher/);
});

it("explains an empty list, and reports an error", async () => {
  renderPage([]);
  await screen.findByRole("heading", { name: words.emptyTitle });
  renderPage(new Refusal({ status: 403, title: "Forbidden", detail: "Not now." }));
  await screen.findByText("Not now.");
});
