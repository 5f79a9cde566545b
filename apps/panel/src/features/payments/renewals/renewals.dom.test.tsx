import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import type { Renewal } from "@zonepost/schema";
import type { RenewalPageInput } from "@zonepost/schema/panel";
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
const unpaid = {
  orderId: "ord_1",
  orderState: "awaiting_payment",
  paymentId: "pay_1",
} satisfies Partial<Renewal>;
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

const sumOf = (renewals: Renewal[]) => ({
  currency: "EUR",
  count: renewals.length,
  taxCents: 0,
  totalCents: renewals.reduce((sum, each) => sum + (each.totalCents ?? each.totalIfRenewedCents ?? 0), 0),
});
const sumsOf = (renewals: Renewal[]) => (renewals.length > 0 ? [sumOf(renewals)] : []);

/** As the API does, but for names in their own script and the order. A cursor is the number of rows before it. */
const pagesOf =
  (renewals: Renewal[]) =>
  ({ q = "", state, month = "", limit = 100, cursor }: Partial<RenewalPageInput>) => {
    const matching = renewals.filter(
      (each) =>
        each.name.includes(q) &&
        (state === undefined || each.state === state) &&
        (each.chargesAt ?? each.expiresAt).startsWith(month),
    );
    const start = Number(cursor ?? 0);
    const isExpiring = (each: Renewal) => each.state === "expiring";
    return {
      items: matching.slice(start, start + limit),
      nextCursor: matching.length > start + limit ? String(start + limit) : null,
      sums:
        cursor === undefined
          ? {
              renewing: sumsOf(matching.filter((each) => !isExpiring(each))),
              expiring: sumsOf(matching.filter(isExpiring)),
            }
          : null,
    };
  };

function renderPage(
  renewals: Renewal[] | Refusal,
  { sums = forecast, search = "", answers = {} }: { sums?: unknown; search?: string; answers?: object } = {},
) {
  const asked: Partial<RenewalPageInput>[] = [];
  const answer = (input: Partial<RenewalPageInput>) => {
    asked.push(input);
    return renewals instanceof Refusal ? renewals : pagesOf(renewals)(input);
  };
  fakeApi({ ...commonAnswers, "orders.renewals": answer, "orders.renewalForecast": sums, ...answers });
  renderInPanel(
    <NuqsTestingAdapter hasMemory searchParams={search}>
      <RenewalsPage />
    </NuqsTestingAdapter>,
  );
  return asked;
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
  renderPage(
    [
      { ...failed, ...unpaid },
      { ...failed, name: "refused.example" },
    ],
    {
      answers: { "session.current": { ...billing, paymentsOn: true, sandbox: null } },
    },
  );
  const links = await screen.findAllByRole("link", { name: words.payNow });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/payments/orders/ord_1"]);
});

it("offers to pay a failed mail plan only with an unpaid order", async () => {
  const failedPlan: Renewal = { ...failed, kind: "mail_plan", planSlug: "pro" };
  renderPage([
    { ...failedPlan, ...unpaid },
    { ...failedPlan, name: "refused.example" },
  ]);
  await screen.findAllByRole("status");
  const links = await screen.findAllByRole("link", { name: words.payNow });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/payments/orders/ord_1"]);
});

it("reads and shows three failed renewals, and the others in the list", async () => {
  const asked = renderPage([
    scheduled,
    ...[1, 2, 3, 4].map((index) => ({ ...failed, name: `failed-${index}.example` })),
  ]);
  fireEvent.click(await screen.findByRole("button", { name: "Show all 4 failed renewals" }));
  await expect.poll(() => listed()).toBe(5);
  expect(screen.getAllByRole("status")).toHaveLength(3);
  expect(asked.filter(({ cursor, sort }) => cursor === undefined && sort === undefined)).toEqual([
    { state: "failed", limit: 3 },
  ]);
});

it("has a page of renewals, and the next on request, in the order of the API, with the sums of all", async () => {
  const asked = renderPage(
    Array.from({ length: 150 }, (_, index) => ({ ...scheduled, name: `name-${150 - index}.example` })),
    { search: "?sort=name" },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Show 50 more" }));
  screen.getByText("150 renew for €2,121.00");
  await screen.findByText("All 150 renewals shown");
  const links = screen.getAllByRole("link", { name: /^name-/ }).map((link) => link.textContent);
  expect(links).toEqual(Array.from({ length: 150 }, (_, index) => `name-${150 - index}.example`));
  screen.getByText("150 renew for €2,121.00");
  expect(asked.flatMap(({ cursor }) => cursor ?? [])).toEqual(["100"]);
});

it("is sorted by the API, by what the head of a column says", async () => {
  const asked = renderPage([scheduled, plan]);
  await row(/bücher/);
  expect(asked).toContainEqual(expect.objectContaining({ sort: "date", descending: false }));
  const sortBy = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  for (const [name, sort] of [
    [words.charge, { sort: "date", descending: true }],
    [words.cost, { sort: "total", descending: false }],
    [words.name, { sort: "name", descending: false }],
  ] as const) {
    sortBy(name);
    await expect.poll(() => asked.at(-1)).toMatchObject(sort);
  }
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
