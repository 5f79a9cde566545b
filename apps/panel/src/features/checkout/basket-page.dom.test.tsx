import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { DomainSuggestion, OrderInput } from "@zonepost/schema";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AddToBasket } from "@/features/basket/add-to-basket.tsx";
import { BasketLink } from "@/features/basket/basket-link.tsx";
import { basketItem, fillBasket, keptBasket, quoteOf } from "@/testing/basket.ts";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { card, contact, offer, session, unpaidOrder } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { router } from "@/testing/router.ts";
import { BasketPage } from "./basket-page.tsx";

const words = messages.checkout;
const placed = { ...unpaidOrder, state: "processing" };
const placedPath = `/payments/orders/${placed.id}`;

function renderBasket(answers: Answers = {}) {
  const api = fakeApi({ ...commonAnswers, "orders.previewBasket": quoteOf, ...answers });
  const { unmount } = renderInPanel(<BasketPage />);
  const orders = () => api.sent.filter(({ name }) => name === "orders.placeBasket");
  return { orders, unmount, quotes: () => api.sent.filter(({ name }) => name === "orders.previewBasket") };
}

const orderButton = (total: string) =>
  screen.findByRole("button", { name: words.orderFor.replace("{total}", total) });
async function pressOrder(total: string) {
  const button = await orderButton(total);
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  fireEvent.click(button);
}
const change = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

afterEach(() => {
  window.dispatchEvent(new Event("pageshow"));
  localStorage.clear();
  vi.restoreAllMocks();
});

describe("adding a name from the search", () => {
  const suggestion = {
    ...basketItem("new.com"),
    premium: false,
    registerYearCents: 1200,
  } as unknown as DomainSuggestion;
  const place = (change: Partial<typeof session.session> = {}) => {
    const own = { ...session, session: { ...session.session, ...change }, paymentsOn: true, sandbox: null };
    fakeApi({ ...commonAnswers, "session.current": own });
    renderInPanel([<BasketLink key="link" />, <AddToBasket key="add" suggestion={suggestion} />]);
  };
  const add = async () => {
    const button = await screen.findByRole("button", { name: "Add to basket: new.com" });
    await waitFor(() => {
      fireEvent.click(button);
      expect(button.getAttribute("aria-pressed")).toBe("true");
    });
    return button;
  };

  it("counts it, and takes it out again", async () => {
    place();
    const button = await add();
    screen.getByRole("link", { name: "Basket, 1 domain" });
    expect(keptBasket().items).toMatchObject([{ name: "new.com", seen: { years: 1, priceCents: 1200 } }]);
    fireEvent.click(button);
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("changes no basket of another workspace", async () => {
    fillBasket(basketItem("one.com"), basketItem("two.com"));
    const before = keptBasket();
    place({ workspaceId: "wsp_other" });
    await add();
    screen.getByRole("link", { name: "Basket, 1 domain" });
    expect(keptBasket()).toEqual(before);
  });
});

describe("the basket", () => {
  it("orders its domains with years, mail plans, one contact and the default card, and is empty then", async () => {
    fillBasket(basketItem("one.com"), basketItem("two.com"));
    const { orders } = renderBasket({ "orders.placeBasket": placed });
    await change("Years for one.com", "3");
    await change("Mail plan for two.com", "pro");
    await pressOrder("€30.00");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(placedPath));
    const contacts = { registrantId: contact.id };
    expect(orders().map(({ input }) => input)).toMatchObject([
      {
        lines: [
          { kind: "registration", name: "one.com", years: 3, contacts, expectedPriceCents: 1000 },
          { kind: "registration", name: "two.com", years: 1, contacts, expectedPriceCents: 1000 },
          { kind: "mail_plan", domainName: "two.com", planSlug: "pro" },
        ],
        expectedTotalCents: 3000,
        paymentMethodId: card.id,
        hosted: false,
      },
    ]);
    expect(keptBasket()).toMatchObject({ items: [], sent: [] });
  });

  it("keeps what was typed, across a reload", async () => {
    fillBasket(basketItem("one.com"));
    const { unmount } = renderBasket();
    const nameservers = "ns1.example.net\nns2.example.net";
    await change(words.nameservers, "typed and replaced");
    await change(words.nameservers, nameservers);
    await change("Years for one.com", "2");
    unmount();
    renderBasket();
    expect(await screen.findByLabelText(words.nameservers)).toHaveProperty("value", nameservers);
    expect(screen.getByLabelText("Years for one.com")).toHaveProperty("value", "2");
    await change(words.nameservers, "typed again");
    await change(words.nameservers, nameservers);
    expect(keptBasket().shared.nameservers).toBe(nameservers);
  });

  it("shows each problem at its domain, and orders nothing until they are removed", async () => {
    fillBasket(basketItem("taken.com"), basketItem("free.com"));
    const problem = {
      code: "domain_unavailable",
      message: "It was registered meanwhile.",
      pointer: "/lines/0",
    };
    renderBasket({
      "orders.previewBasket": (input: OrderInput) =>
        quoteOf(input, { problems: input.lines.length > 1 ? [problem] : [] }),
    });
    within(await screen.findByRole("list", { name: "Notes on taken.com" })).getByText(problem.message);
    expect(screen.queryByRole("list", { name: "Notes on free.com" })).toBeNull();
    expect(screen.getByRole("button", { name: words.order })).toHaveProperty("disabled", true);
    fireEvent.click(await screen.findByRole("button", { name: "Remove it" }));
    await waitFor(async () => expect(await orderButton("€10.00")).toHaveProperty("disabled", false));
    expect(keptBasket().items).toMatchObject([{ name: "free.com" }]);
  });

  it("says at which domains the registry offers no WHOIS privacy, and asks only where some does", async () => {
    const open = { ...offer, tld: "de", whoisPrivacy: false };
    const note = "The .de registry doesn't offer WHOIS privacy.";
    fillBasket(basketItem("open.de", { kind: "transfer_in" }), basketItem("hidden.com"));
    renderBasket({ "domains.tlds": [offer, open] });
    within(await screen.findByRole("list", { name: "Notes on open.de" })).getByText(note);
    expect(screen.queryByRole("list", { name: "Notes on hidden.com" })).toBeNull();
    fireEvent.click(screen.getByLabelText(messages.register.privacy));
    expect(screen.queryByText(note)).toBeNull();
    fireEvent.click(screen.getByLabelText(messages.register.privacy));
    fireEvent.click(screen.getByRole("button", { name: "Remove hidden.com" }));
    await waitFor(() => expect(screen.queryByLabelText(messages.register.privacy)).toBeNull());
    screen.getByText(note);
  });

  it("says which price has changed since it was added, but not after other years were chosen", async () => {
    fillBasket(basketItem("dearer.com", { seen: { years: 1, priceCents: 800 } }));
    renderBasket();
    await screen.findByText("The price has changed from €8.00 to €10.00.");
    await change("Years for dearer.com", "2");
    await waitFor(() => expect(keptBasket().items[0].seen).toEqual({ years: 2, priceCents: 1000 }));
    expect(screen.queryByText(/has changed/)).toBeNull();
  });

  it("explains a total that changed with the click, and sends another order after the next one", async () => {
    fillBasket(basketItem("one.com"));
    const answers = [
      new Refusal({ status: 409, code: "price_changed", totalCents: 1100, currency: "EUR" }),
      placed,
    ];
    const { orders, quotes } = renderBasket({ "orders.placeBasket": () => answers.shift() });
    await pressOrder("€10.00");
    await screen.findByText(words.totalChangedWords.replace("{total}", "€11.00"));
    await waitFor(() => expect(quotes().length).toBeGreaterThan(1));
    await pressOrder("€10.00");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(placedPath));
    const [first, second] = orders().map(({ key }) => key);
    expect(first).toBeDefined();
    expect(second).not.toBe(first);
  });
});

describe("paying", () => {
  it("leads to the processor's page without a saved card", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    fillBasket(basketItem("one.com"));
    const page = "https://pay.example/1";
    const { orders } = renderBasket({
      "payments.methods.list": [],
      "orders.placeBasket": { ...unpaidOrder, paymentUrl: page },
    });
    const button = await screen.findByRole("button", {
      name: words.orderOnPage.replace("{total}", "€10.00"),
    });
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    fireEvent.click(button);
    await waitFor(() => expect(assign).toHaveBeenCalledWith(page));
    expect(orders()).toMatchObject([{ input: { hosted: true } }]);
    expect(keptBasket().items).toEqual([]);
  });

  it.each([
    ["to the order after a decline", "card_declined", []],
    ["to the bank that asks for a confirmation", "authentication_required", ["https://pay.example/1"]],
  ])("leads %s", async (_where, code, pages) => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    fillBasket(basketItem("one.com"));
    const refusal = { status: 402, code, orderId: placed.id, paymentUrl: "https://pay.example/1" };
    renderBasket({ "orders.placeBasket": new Refusal(refusal) });
    await pressOrder("€10.00");
    await waitFor(() => expect(keptBasket().items).toEqual([]));
    window.dispatchEvent(new Event("pageshow"));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(placedPath));
    expect(assign.mock.calls.flat()).toEqual(pages);
  });

  it("asks for no card while payments are off", async () => {
    fillBasket(basketItem("one.com"));
    const off = { ...(commonAnswers["session.current"] as object), paymentsOn: false };
    const { orders } = renderBasket({ "session.current": off, "orders.placeBasket": placed });
    const button = await orderButton("€10.00");
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    expect(screen.queryByRole("radio")).toBeNull();
    fireEvent.click(button);
    // Until then, the order takes what it has ordered out of the basket, which the next test fills.
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(placedPath));
    expect(orders()).toMatchObject([{ input: { hosted: false } }]);
  });
});

describe("an order of what another order is buying", () => {
  it("keeps the basket, and links to the other order", async () => {
    fillBasket(basketItem("one.com"));
    const refusal = { status: 409, code: "already_ordered", detail: "Wait.", orderId: "ord_other" };
    renderBasket({ "orders.placeBasket": new Refusal(refusal) });
    await pressOrder("€10.00");
    await screen.findByText("Wait.");
    const link = screen.getByRole("link", { name: messages.failure.openOrder });
    expect(link.getAttribute("href")).toBe("/payments/orders/ord_other");
    expect(keptBasket()).toMatchObject({ items: [{ name: "one.com" }], sent: [] });
    expect(router.push).not.toHaveBeenCalled();
  });
});

describe("an order without an answer", () => {
  const unavailable = new Refusal({ status: 503, code: "unavailable", detail: "Not now." });

  it("is repeated as it was, with its key, also after a reload", async () => {
    fillBasket(basketItem("one.com"));
    const first = renderBasket({ "orders.placeBasket": unavailable });
    await pressOrder("€10.00");
    await screen.findByText("Not now.");
    const [sent] = first.orders();
    first.unmount();
    const second = renderBasket({ "orders.placeBasket": placed });
    expect(await orderButton("€10.00")).toHaveProperty("disabled", true);
    fireEvent.click(await screen.findByRole("button", { name: words.askAgain }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(placedPath));
    expect(second.orders()).toEqual([sent]);
    expect(keptBasket()).toMatchObject({ items: [], sent: [] });
  });
});
