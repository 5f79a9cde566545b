import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { OperatorPayment, OperatorPaymentDetails } from "@zonepost/schema";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { describe, expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { failedRefund, operatorPayment } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { OperatorPage } from "./operator-page.tsx";

const words = messages.operator;
const disputed: OperatorPaymentDetails = {
  ...operatorPayment,
  status: "disputed",
  needs: ["dispute"],
  evidenceDueAt: "2099-03-04T12:00:00.000Z",
};

function renderPage(
  needing: OperatorPayment[] | Refusal,
  one: OperatorPaymentDetails = operatorPayment,
  answers: object = {},
) {
  const api = fakeApi({
    ...commonAnswers,
    "operator.payments": needing instanceof Refusal ? needing : { payments: needing, nextCursor: null },
    "operator.payment": one,
    "operator.books": { day: null, differences: [], unchecked: [] },
    ...answers,
  });
  renderInPanel(
    <NuqsTestingAdapter hasMemory>
      <OperatorPage />
    </NuqsTestingAdapter>,
  );
  return api;
}

const openFirst = async () => {
  const table = await screen.findByRole("table", { name: words.needsYou });
  const [row] = within(table).getAllByRole("button", { name: "Other Hosting" });
  fireEvent.click(row as HTMLElement);
  return within(await screen.findByRole("dialog"));
};

describe("the operator's page", () => {
  it("shows what needs the operator, with the deadline and its zone", async () => {
    renderPage([disputed]);
    const table = within(await screen.findByRole("table", { name: words.needsYou }));
    table.getByText(words.need_dispute);
    table.getByText(/^Respond by 4 Mar 2099.*(UTC|GMT)/);
  });

  it("says that nothing needs the operator, and that there are no payments", async () => {
    renderPage([]);
    await screen.findByText(words.nothingTitle);
    await screen.findByText(words.noneTitle);
  });

  it("offers to try again if the list can't be loaded", async () => {
    renderPage(new Refusal({ status: 503, code: "unavailable", title: "Unavailable" }));
    expect((await screen.findAllByText(words.notLoaded)).length).toBeGreaterThan(0);
  });

  it("leads an operator without a second factor to their security settings", async () => {
    renderPage(new Refusal({ status: 403, code: "second_factor_required", title: "Forbidden" }));
    const link = await screen.findByRole("link", { name: words.toSecurity });
    expect(link.getAttribute("href")).toBe("/settings/security");
    expect(screen.queryByRole("link", { name: words.export })).toBeNull();
  });

  it.each([
    [{ day: null, differences: [], unchecked: [] }, words.booksNever],
    [
      { day: "2099-03-04", differences: [], unchecked: [] },
      "On 2099-03-04 (UTC), the ledger matched the processor and the registries.",
    ],
    [
      {
        day: "2099-03-04",
        differences: [
          { paymentId: null, at: "registry", account: "x", ownCents: 100, foundCents: 99, currency: "EUR" },
        ],
        unchecked: [],
      },
      "Balance at the registries: €1.00 in the ledger, €0.99 there",
    ],
    [
      {
        day: "2099-03-04",
        differences: [],
        unchecked: [{ at: "processor", registrar: null, reason: "no_answer" }],
      },
      "Couldn't check the processor: no answer. We'll try again within an hour.",
    ],
  ])("says how the ledger compares: %#", async (books, said) => {
    renderPage([], operatorPayment, { "operator.books": books });
    await screen.findByText(said);
    const isGood = books.day !== null && books.differences.length + books.unchecked.length === 0;
    expect(screen.queryByText(/the ledger matched/) !== null).toBe(isGood);
  });

  it("accepts a dispute with a reason", async () => {
    const api = renderPage([disputed], disputed, { "operator.acceptDispute": operatorPayment });
    const drawer = await openFirst();
    expect(drawer.queryByRole("button", { name: words.refund })).toBeNull();
    fireEvent.click(await drawer.findByRole("button", { name: words.accept }));
    fireEvent.change(await screen.findByLabelText(words.reason), { target: { value: "No evidence" } });
    const dialog = within(await screen.findByRole("dialog", { name: words.acceptTitle }));
    fireEvent.click(dialog.getByRole("button", { name: words.accept }));
    const input = { id: operatorPayment.id, reason: "No evidence" };
    await waitFor(() =>
      expect(api.sent).toContainEqual(expect.objectContaining({ name: "operator.acceptDispute", input })),
    );
  });

  it("retries a refund that failed, once", async () => {
    const retried = { ...failedRefund, id: "rfd_other", retriedAs: "rfd_new", isOwed: false };
    const payment: OperatorPaymentDetails = {
      ...operatorPayment,
      needs: ["refund_failed"],
      refunds: [failedRefund, retried],
    };
    const api = renderPage([payment], payment, { "operator.retryRefund": failedRefund });
    const drawer = await openFirst();
    fireEvent.click(await drawer.findByRole("button", { name: words.retry }));
    await waitFor(() =>
      expect(api.sent).toContainEqual(
        expect.objectContaining({ name: "operator.retryRefund", input: { id: failedRefund.id } }),
      ),
    );
  });
});
