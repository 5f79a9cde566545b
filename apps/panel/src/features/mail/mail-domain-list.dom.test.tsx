import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { MailDomainPageInput } from "@zonepost/schema/panel";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { describe, expect, it } from "vitest";
import { type Answers, fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { mail } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { MailDomainList } from "./mail-domain-list.tsx";

const words = messages.mail;
const pageSize = 10;

/** An API with this many mail domains, and pages of 10. */
function render(count: number, answers: Answers = {}) {
  const names = Array.from({ length: count }, (_, index) => `name-${String(index).padStart(2, "0")}.com`);
  const asked: MailDomainPageInput[] = [];
  fakeApi({
    ...commonAnswers,
    "attention.list": [],
    ...answers,
    "mail.page": (input: MailDomainPageInput) => {
      asked.push(input);
      const from = Number(input.cursor ?? 0);
      const shown = names.filter((name) => name.includes(input.q ?? ""));
      return {
        items: shown
          .slice(from, from + pageSize)
          .map((domainName) => ({ ...mail, domainName, dns: { state: "bad", purposes: ["mx"] } })),
        nextCursor: from + pageSize < shown.length ? String(from + pageSize) : null,
        total: count,
      };
    },
  });
  renderInPanel(
    <NuqsTestingAdapter hasMemory>
      <MailDomainList />
    </NuqsTestingAdapter>,
  );
  return asked;
}

const rowCount = () => screen.getAllByRole("row").length - 1;

describe("the list of mail domains", () => {
  it("has a page of rows with the state of their DNS, and the next on request, each once", async () => {
    const asked = render(15);
    const more = await screen.findByRole("button", { name: /^Show \d+ more$/ });
    expect(screen.getAllByText("MX")).toHaveLength(10);
    fireEvent.click(more);
    expect(await screen.findByText("All 15 domains shown")).toBeTruthy();
    const links = screen.getAllByText(/^name-\d+\.com$/).map((link) => link.textContent);
    expect([links.length, new Set(links).size]).toEqual([15, 15]);
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, "10"]);
  });

  it("is filtered and sorted by the API, and keeps its count", async () => {
    const asked = render(15);
    fireEvent.change(await screen.findByLabelText(words.filterByName), { target: { value: "name-1" } });
    await waitFor(() => expect(rowCount()).toBe(5));
    expect(asked.at(-1)).toMatchObject({ q: "name-1", sort: "domainName", descending: false });
    fireEvent.click(screen.getByRole("button", { name: words.accounts }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ q: "name-1", sort: "accountCount" }));
    fireEvent.change(screen.getByLabelText(words.filterByName), { target: { value: "none" } });
    expect(await screen.findByText(words.noMatchTitle)).toBeTruthy();
    expect(screen.getByText("15")).toBeTruthy();
  });

  it.each([0, 1])("shows mail that isn't paid yet, with the way to pay, next to %i others", async (count) => {
    const unpaid = {
      orderId: "ord_1",
      domainName: "xn--bcher-kva.example",
      planSlug: "pro",
      currency: "EUR",
    };
    render(count, { "orders.unpaidMail": [{ ...unpaid, totalCents: 4748 }] });
    const row = within(await screen.findByRole("row", { name: /bücher\.example/ }));
    row.getByText(words.status_notPaid);
    expect(row.getByRole("link", { name: "Pay €47.48" }).getAttribute("href")).toBe("/payments/orders/ord_1");
  });

  it("says what mail is for while there is none", async () => {
    render(0);
    expect(await screen.findByText(words.emptyTitle)).toBeTruthy();
  });
});
