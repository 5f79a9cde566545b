import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { OrderLine } from "@zonepost/schema";
import type { OrderDetails } from "@zonepost/schema/panel";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { card, otherCard, session, unpaidOrder } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { OrderPage } from "./order-page.tsx";

const words = messages.orders;
const cardWords = messages.payments;
const [pending] = unpaidOrder.lines as [OrderLine];
const failure = { code: "refused", message: "The registry refused the name." };

function renderOrder(order: OrderDetails | (() => OrderDetails), answers: Answers = {}) {
  const api = fakeApi({ ...commonAnswers, "orders.get": order, ...answers });
  renderInPanel(<OrderPage id={unpaidOrder.id} />);
  return api;
}

const press = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  fireEvent.click(button);
};
const stubLeaving = () => vi.spyOn(window.location, "assign").mockImplementation(() => undefined);

afterEach(() => {
  window.dispatchEvent(new Event("pageshow"));
  vi.restoreAllMocks();
});

describe("the card that paid", () => {
  const paid: OrderDetails = { ...unpaidOrder, state: "completed", card: otherCard };
  const facts = async () => within(await screen.findByRole("region", { name: words.details }));

  it("is named, and can become the default if it is saved", async () => {
    let cards = [card, otherCard];
    const { sent } = renderOrder(paid, {
      "payments.methods.list": () => cards,
      "payments.methods.update": () => {
        cards = [
          { ...otherCard, isDefault: true },
          { ...card, isDefault: false },
        ];
        return cards[0];
      },
    });
    (await facts()).getByText("Mastercard ending in 4444");
    await press(cardWords.makeDefault);
    await (await facts()).findByText(cardWords.default);
    expect(screen.queryByRole("button", { name: cardWords.makeDefault })).toBeNull();
    expect(sent).toMatchObject([
      { name: "payments.methods.update", input: { id: otherCard.id, default: true } },
    ]);
  });

  it("stays another one if that is refused, and says why", async () => {
    const refusal = new Refusal({ status: 404, code: "not_found", title: "Not found", detail: "It's gone." });
    renderOrder(paid, { "payments.methods.update": refusal });
    await press(cardWords.makeDefault);
    within(await screen.findByRole("alert")).getByText("It's gone.");
  });

  it.each([
    [
      "is the default",
      [
        { ...card, isDefault: false },
        { ...otherCard, isDefault: true },
      ],
      "owner",
    ],
    ["is no longer saved", [card], "owner"],
    ["is one of two alike", [card, otherCard, { ...otherCard, id: "pmt_9" }], "owner"],
    ["isn't theirs to change", [card, otherCard], "read_only"],
  ])("offers nothing if it %s", async (_case, cards, role) => {
    const current = { ...session, session: { ...session.session, role }, paymentsOn: true, sandbox: null };
    renderOrder(paid, { "payments.methods.list": cards, "session.current": current });
    (await facts()).getByText("Mastercard ending in 4444");
    await screen.findByRole("link", { name: words.openPayment });
    expect(screen.queryByRole("button", { name: cardWords.makeDefault })).toBeNull();
  });
});

describe("an order that isn't paid", () => {
  it("is paid with the default card, or another one", async () => {
    const paid: OrderDetails = {
      ...unpaidOrder,
      state: "completed",
      lines: [{ ...pending, state: "completed" }],
    };
    let present = unpaidOrder;
    const { sent } = renderOrder(() => present, {
      "orders.pay": () => {
        present = paid;
        return paid;
      },
    });
    await screen.findByText(/nothing was charged/);
    const preselected = await screen.findByRole("radio", { name: /ending in 4242/ });
    expect(preselected.getAttribute("aria-checked")).toBe("true");
    fireEvent.click(screen.getByRole("radio", { name: /ending in 4444/ }));
    await press("Pay €11.90");
    await screen.findByText(words.outcome_completed);
    expect(sent).toMatchObject([
      { name: "orders.pay", input: { id: unpaidOrder.id, paymentMethodId: otherCard.id, hosted: false } },
    ]);
    screen.getByText(words.done_registration);
    expect(screen.queryByRole("button", { name: "Pay €11.90" })).toBeNull();
    expect(screen.getByRole("link", { name: words.openPayment }).getAttribute("href")).toBe(
      `/payments/${unpaidOrder.paymentId}`,
    );
  });

  it("leads to the payment page, which is the only choice without a card", async () => {
    const assign = stubLeaving();
    const { sent } = renderOrder(unpaidOrder, {
      "payments.methods.list": [],
      "orders.pay": { ...unpaidOrder, paymentUrl: "https://pay.example/page" },
    });
    await press(words.payOnPage);
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/page"));
    expect(sent).toMatchObject([{ input: { id: unpaidOrder.id, hosted: true } }]);
    expect(screen.getAllByRole("radio")).toHaveLength(1);
  });

  it("leads to the bank if it asks for a confirmation", async () => {
    const assign = stubLeaving();
    const asks = { status: 402, code: "authentication_required", paymentUrl: "https://bank.example/1" };
    renderOrder(unpaidOrder, { "orders.pay": new Refusal(asks) });
    await press("Pay €11.90");
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://bank.example/1"));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows why the last card was declined, once, and offers a page for another one", async () => {
    const declined = { code: "card_declined", message: "Your card has insufficient funds." };
    const page = "https://pay.example/page";
    const refusal = { status: 402, code: "card_declined", detail: declined.message, paymentUrl: page };
    renderOrder({ ...unpaidOrder, paymentFailure: declined }, { "orders.pay": new Refusal(refusal) });
    await screen.findByText(`${declined.message} ${words.nothingCharged}`);
    await press("Pay €11.90");
    const link = await screen.findByRole("link", { name: messages.failure.payWithAnotherCard });
    expect(link).toHaveProperty("href", page);
    expect(screen.getAllByRole("alert")).toHaveLength(1);
  });

  it("doesn't link to itself if no payment page can be opened", async () => {
    const code = "payment_page_unavailable";
    const refusal = {
      status: 402,
      code,
      detail: "Not now.",
      orderId: unpaidOrder.id,
      paymentUrl: "http://panel.test/",
    };
    renderOrder(unpaidOrder, { "orders.pay": new Refusal(refusal) });
    await press("Pay €11.90");
    const alert = await screen.findByRole("alert");
    within(alert).getByText("Not now.");
    expect(within(alert).queryByRole("link")).toBeNull();
  });

  it("can't be paid again while a charge is open, and its page follows it", async () => {
    const states: OrderDetails[] = [
      { ...unpaidOrder, isBeingCharged: true },
      { ...unpaidOrder, state: "processing" },
    ];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderOrder(() => (states.length > 1 ? states.shift() : states[0]) as OrderDetails);
    await screen.findByText(words.beingCharged);
    expect(screen.queryByRole("radio")).toBeNull();
    await vi.advanceTimersByTimeAsync(3_000);
    await screen.findByText(words.processingPaid);
    vi.useRealTimers();
  });

  it("is paid with the default card by a person who doesn't see the cards", async () => {
    const member = {
      ...session,
      session: { ...session.session, role: "member" },
      paymentsOn: true,
      sandbox: null,
    };
    const { sent } = renderOrder(unpaidOrder, { "session.current": member, "orders.pay": unpaidOrder });
    await screen.findByRole("radio", { name: new RegExp(cardWords.defaultCard) });
    expect(screen.queryByRole("radio", { name: new RegExp(card.last4) })).toBeNull();
    await press("Pay €11.90");
    await waitFor(() => expect(sent).toMatchObject([{ input: { id: unpaidOrder.id, hosted: false } }]));
  });

  it.each([
    ["billing", true],
    ["read_only", false],
  ])("by the role %s, can be paid: %s", async (role, mayPay) => {
    const person = { ...session, session: { ...session.session, role }, paymentsOn: true, sandbox: null };
    renderOrder(unpaidOrder, { "session.current": person });
    if (mayPay) {
      await screen.findByRole("button", { name: "Pay €11.90" });
      expect(screen.queryByText(messages.access.notAllowed)).toBeNull();
    } else {
      await screen.findByText(messages.access.notAllowed);
      expect(screen.queryByRole("button", { name: "Pay €11.90" })).toBeNull();
    }
  });
});

describe("an order that has ended", () => {
  const line = (domainName: string, change: Partial<OrderLine>): OrderLine => ({
    ...pending,
    id: domainName,
    domainName,
    ...change,
  });
  it("shows what became of each line, with reasons and refunds", async () => {
    renderOrder({
      ...unpaidOrder,
      state: "partly_completed",
      lines: [
        line("bought.com", { state: "completed" }),
        line("refused.com", { state: "failed", failure }),
        line("returned.com", { state: "refunded", failure, refundedCents: 1190 }),
      ],
    });
    await screen.findByRole("heading", { level: 1, name: "bought.com and 2 more" });
    const [bought, refused, returned] = within(screen.getByRole("list", { name: words.lines }))
      .getAllByRole("listitem")
      .map((item) => within(item)) as [
      ReturnType<typeof within>,
      ReturnType<typeof within>,
      ReturnType<typeof within>,
    ];
    expect(bought.getByRole("link").getAttribute("href")).toBe("/domains/bought.com");
    refused.getByText(failure.message);
    refused.getByText(words.refundDue);
    returned.getByText("€11.90 refunded");
    expect(returned.getByRole("link").getAttribute("href")).toBe("/domains/search?q=returned.com");
    screen.getByText(new RegExp(words.refundsFollow));
    const payment = screen.getByRole("link", { name: words.openPayment });
    expect(payment.getAttribute("href")).toBe(`/payments/${unpaidOrder.paymentId}`);
  });

  it("names the unpaid order that it replaced, with a link", async () => {
    const lines = [
      { kind: "registration" as const, domainName: "one.com" },
      { kind: "mail_plan" as const, domainName: "one.com" },
      { kind: "registration" as const, domainName: "two.com" },
    ];
    renderOrder({ ...unpaidOrder, state: "completed", replacedOrders: [{ id: "ord_before", lines }] });
    const link = await screen.findByRole("link", { name: "an unpaid order" });
    expect(link.getAttribute("href")).toBe("/payments/orders/ord_before");
    screen.getByText(/for one\.com, two\.com\. That order was canceled/);
  });

  it("mentions what was refunded after it was done", async () => {
    const lines = [line("bought.com", { state: "refunded", refundedCents: 1190 })];
    renderOrder({ ...unpaidOrder, state: "completed", lines });
    await screen.findByText(new RegExp(words.refundedAfterward));
    screen.getByText(words.line_refunded);
  });

  it("mentions no payment if nothing was charged", async () => {
    const free = { ...unpaidOrder, paymentId: null, state: "failed" } as const;
    renderOrder({ ...free, lines: [line("refused.com", { state: "failed", failure })] });
    await screen.findByText(words.outcome_failed);
    expect(screen.queryByText(words.refundDue)).toBeNull();
    expect(screen.queryByRole("link", { name: words.openPayment })).toBeNull();
  });
});

it("shows that an item waits for the confirmation of its payment", async () => {
  const held = { ...pending, waitsFor: "payment_confirmation" } as const;
  renderOrder({ ...unpaidOrder, state: "processing", cancelsAt: null, lines: [held] });
  await screen.findByText(words.waitsForConfirmation);
});

it("shows no years for a mail plan that is changed within its term", async () => {
  const upgrade = { ...pending, kind: "mail_plan", planSlug: "pro", state: "completed" } as const;
  const lines = [
    { ...upgrade, years: null },
    { ...upgrade, id: "orl_2", years: 1 },
  ];
  renderOrder({ ...unpaidOrder, state: "completed", lines });
  await screen.findByText("Pro plan");
  screen.getByText("Pro plan, 1 year");
});
