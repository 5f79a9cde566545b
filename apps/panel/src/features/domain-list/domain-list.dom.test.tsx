import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { DomainFilter, DomainPageInput } from "@zonepost/schema/panel";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { describe, expect, it } from "vitest";
import { keptBasket } from "@/testing/basket.ts";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DomainList } from "./domain-list.tsx";

const words = messages.domains;
const names = Array.from({ length: 25 }, (_, index) => `name-${String(index).padStart(2, "0")}.com`);
const pageSize = 10;
const rowOf = (name: string) => ({
  ...domain,
  name,
  hasDnssec: false,
  isSuspended: false,
  renewalState: "scheduled",
  hasMail: false,
  mailDns: null,
});

/** An API that pages and filters 25 domains, with pages of 10. */
function render(answers: Answers = {}) {
  const asked: DomainPageInput[] = [];
  const shownBy = ({ q = "" }: DomainFilter) => names.filter((name) => name.includes(q));
  fakeApi({
    ...commonAnswers,
    "domains.batches.list": [],
    "domains.counts": (filter: DomainFilter) => ({
      total: names.length,
      matching: shownBy(filter).length,
      needAttention: 3,
      statuses: ["active"],
      tlds: ["com"],
    }),
    "domains.page": (input: DomainPageInput) => {
      asked.push(input);
      const from = Number(input.cursor ?? 0);
      const shown = shownBy(input);
      const isLast = from + pageSize >= shown.length;
      return {
        items: shown.slice(from, from + pageSize).map(rowOf),
        nextCursor: isLast ? null : String(from + pageSize),
      };
    },
    "domains.matching": (filter: DomainFilter) =>
      shownBy(filter).map((name) => ({ name, status: "active", expiresAt: domain.expiresAt })),
    ...answers,
  });
  renderInPanel(
    <NuqsTestingAdapter hasMemory>
      <DomainList />
    </NuqsTestingAdapter>,
  );
  return asked;
}

const rowCount = () => screen.getAllByRole("row").length - 1;
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const selectPage = async () =>
  fireEvent.click(await screen.findByRole("checkbox", { name: messages.ui.choosePage }));

describe("the list of domains", () => {
  it("tells mail whose DNS hasn't been checked from a domain without mail", async () => {
    const items = [rowOf("without.com"), { ...rowOf("unchecked.com"), hasMail: true }];
    render({ "domains.page": { items, nextCursor: null } });
    const cells = async (name: RegExp) => within(await screen.findByRole("row", { name }));
    (await cells(/without\.com/)).getByText(messages.mailDns.noMail);
    const unchecked = await cells(/unchecked\.com/);
    expect(unchecked.queryByText(messages.mailDns.noMail)).toBeNull();
    // Its nameservers and its mail.
    expect(unchecked.getAllByText(messages.mailDns.notYet)).toHaveLength(2);
  });

  it("has a page of rows, and the next on request, each once", async () => {
    const asked = render();
    await press(/^Show \d+ more$/);
    await waitFor(() => expect(rowCount()).toBe(20));
    await press(/^Show \d+ more$/);
    expect(await screen.findByText("All 25 domains shown")).toBeTruthy();
    expect(rowCount()).toBe(25);
    const links = screen.getAllByText(/^name-\d+\.com$/).map((link) => link.textContent);
    expect(new Set(links).size).toBe(25);
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, "10", "20"]);
  });

  it("says that the next page couldn't be read, and keeps the rows that it has", async () => {
    const refusal = new Refusal({ status: 403, code: "forbidden", title: "Forbidden" });
    render({
      "domains.page": ({ cursor }: DomainPageInput) =>
        cursor === undefined ? { items: names.slice(0, pageSize).map(rowOf), nextCursor: "10" } : refusal,
    });
    await press(/^Show \d+ more$/);
    expect(await screen.findByText(messages.ui.moreNotLoaded)).toBeTruthy();
    expect(rowCount()).toBe(10);
  });

  it("is filtered by the API", async () => {
    const asked = render();
    fireEvent.change(await screen.findByLabelText(words.filterByName), { target: { value: "name-1" } });
    await waitFor(() => expect(rowCount()).toBe(10));
    expect(await screen.findByText("10 of 25 match")).toBeTruthy();
    expect(asked.at(-1)).toMatchObject({ q: "name-1", sort: "expiresAt" });
  });

  it("selects the page first, then all that the filter shows, and keeps them when the filter changes", async () => {
    render();
    await selectPage();
    const bar = within(await screen.findByRole("toolbar"));
    expect(bar.getByText("10 selected")).toBeTruthy();
    fireEvent.click(bar.getByRole("button", { name: "Select all 25" }));
    expect(await bar.findByText("25 selected, 15 not shown")).toBeTruthy();
    fireEvent.change(screen.getByLabelText(words.filterByName), { target: { value: "name-2" } });
    expect(await screen.findByText("25 selected, 20 not shown")).toBeTruthy();
  });

  it("renews domains of a selection that were never loaded, each from its expiry date", async () => {
    render();
    await selectPage();
    fireEvent.click(await screen.findByRole("button", { name: "Select all 25" }));
    await screen.findByText("25 selected, 15 not shown");
    await press(messages.bulk.change);
    fireEvent.click(await screen.findByRole("menuitem", { name: messages.bulk.renew }));
    await waitFor(() => expect(keptBasket()?.items).toHaveLength(25));
    expect(keptBasket().items.at(-1)).toMatchObject({
      kind: "renewal",
      name: "name-24.com",
      currentExpiresAt: domain.expiresAt,
    });
  });

  it("keeps the selection and says so when the names of all couldn't be read", async () => {
    render({ "domains.matching": new Refusal({ status: 403, code: "forbidden", title: "Forbidden" }) });
    await selectPage();
    fireEvent.click(await screen.findByRole("button", { name: "Select all 25" }));
    expect(await screen.findByText(words.notSelected)).toBeTruthy();
    expect(screen.getByText("10 selected")).toBeTruthy();
  });

  it("exports what it shows", async () => {
    render();
    const link = await screen.findByRole("link", { name: words.export });
    expect(link.getAttribute("href")).toBe("http://api.test/domains/export");
    fireEvent.change(screen.getByLabelText(words.filterByName), { target: { value: "name-1" } });
    await waitFor(() => expect(link.getAttribute("href")).toBe("http://api.test/domains/export?q=name-1"));
  });
});
