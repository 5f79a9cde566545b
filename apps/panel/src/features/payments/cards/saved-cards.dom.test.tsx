import { setTimeout as wait } from "node:timers/promises";
import messages from "@messages/en.json";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { card, otherCard, session, unpaidRenewals } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import type { CardPageReturn } from "./card-page-result.tsx";
import { ChargedCard } from "./charged-card.tsx";
import { SavedCards } from "./saved-cards.tsx";

const words = messages.payments;
const notReturned = { cardPageId: null, hasLeft: false };

function renderCards(answers: Answers, returned: CardPageReturn = notReturned) {
  const api = fakeApi({ ...commonAnswers, ...answers });
  renderInPanel(<SavedCards {...returned} />);
  return api;
}

const row = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
const press = async (name: string, role: "button" | "menuitem" = "button") =>
  fireEvent.click(await screen.findByRole(role, { name }));
const openMenu = (card: string) => press(words.actsOn.replace("{card}", card));
const unavailable = (detail: string) =>
  new Refusal({ status: 503, code: "processor_unavailable", title: "Unavailable", detail });

describe("the saved cards", () => {
  it("show brand, last digits, expiry, and which card is the default", async () => {
    const [year, month] = [new Date().getUTCFullYear(), new Date().getUTCMonth() + 1];
    renderCards({
      "payments.methods.list": [
        card,
        { ...otherCard, expiryMonth: month, expiryYear: year },
        {
          ...otherCard,
          id: "pmt_3",
          brand: "a new network",
          last4: "0005",
          expiryMonth: 2,
          expiryYear: 2020,
        },
      ],
    });
    const first = await row("Visa ending in 4242");
    expect(first.textContent).toContain("Visa •••• 4242");
    within(first).getByText("08/2099");
    within(first).getByText(words.default);
    const second = await row("Mastercard ending in 4444");
    within(second).getByText(words.card_soon);
    expect(within(second).queryByText(words.default)).toBeNull();
    within(await row("Card ending in 0005")).getByText(words.card_expired);
    // The expired card isn't charged, so there is nothing to warn of.
    expect(screen.getAllByRole("status")).toHaveLength(1);
    within(screen.getByRole("status")).getByText(words.warnOther_soon);
  });

  it("tell two cards with the same network and digits apart by when they were added", async () => {
    const cards = [card, { ...card, id: "pmt_2", isDefault: false, createdAt: "2026-02-03T10:20:00.000Z" }];
    const api = renderCards({ "payments.methods.list": cards, "payments.methods.delete": {} });
    const [first, second] = await screen.findAllByRole("row", { name: /Visa ending in 4242/ });
    within(first as HTMLElement).getByText(/^1 Jan 2026/);
    within(second as HTMLElement).getByText(/^3 Feb 2026/);
    const menu = await screen.findByRole("button", { name: /4242 \(added on 3 Feb 2026, .*\)$/ });
    fireEvent.click(menu);
    await press(words.remove, "menuitem");
    const dialog = within(await screen.findByRole("dialog", { name: /4242 \(added on 3 Feb 2026, / }));
    fireEvent.click(dialog.getByRole("button", { name: words.confirm.removeCard.submit }));
    await waitFor(() => expect(api.sent.map(({ input }) => input)).toEqual([{ id: "pmt_2" }]));
  });

  it("are told apart where one of them is charged, and where another is chosen", async () => {
    const twin = { ...card, id: "pmt_2", isDefault: false, createdAt: "2026-02-03T10:20:00.000Z" };
    const choice = { cards: [card, twin, otherCard], isLoading: false, choice: card.id, choose: vi.fn() };
    renderInPanel(<ChargedCard cards={choice as never} />);
    screen.getByText(/^1 Jan 2026, 00:00/);
    await press(words.changeCard);
    const radio = (name: RegExp) => screen.findByRole("radio", { name });
    expect((await radio(/Visa.*Added 1 Jan 2026/)).textContent).not.toContain("3 Feb");
    await radio(/Visa.*Added 3 Feb 2026, 10:20/);
    expect((await radio(/Mastercard/)).textContent).not.toContain(words.addedOn);
  });

  const declined = {
    ...card,
    lastFailure: {
      code: "insufficient_funds",
      message: "Your card has insufficient funds.",
      failedAt: "2026-12-03T10:00:00.000Z",
    },
  };
  const expired = { ...otherCard, expiryYear: 2020 };
  const declinedText = "Last charge declined on 3 Dec 2026: Your card has insufficient funds.";

  it("show that the last charge of one was declined, and don't offer an expired one as the default", async () => {
    const api = renderCards({ "payments.methods.list": [declined, expired] });
    within(await row("Visa ending in 4242")).getByText(declinedText);
    await openMenu("Mastercard ending in 4444");
    const item = await screen.findByRole("menuitem", { name: new RegExp(words.makeDefault) });
    within(item).getByText(words.expiredWhy);
    fireEvent.click(item);
    expect(api.sent).toEqual([]);
  });

  it("can be chosen unless they have expired", async () => {
    const choose = vi.fn();
    const choice = { cards: [declined, expired], isLoading: false, choice: card.id, choose };
    renderInPanel(<ChargedCard cards={choice as never} />);
    await screen.findByText(declinedText);
    await press(words.changeCard);
    const radio = await screen.findByRole("radio", { name: /Mastercard/ });
    expect(radio).toHaveProperty("disabled", true);
    within(radio).getByText(words.card_expired);
    within(radio).getByText(words.expiredWhy);
    expect(await screen.findByRole("radio", { name: /Visa/ })).toHaveProperty("disabled", false);
  });

  it("warn if renewals fail because the default card has expired", async () => {
    renderCards({ "payments.methods.list": [{ ...card, expiryYear: 2020 }] });
    const warning = within(await screen.findByRole("status"));
    warning.getByText(words.warn_expired.replace("{card}", "Visa ending in 4242"));
    warning.getByText(words.warnDefault_expired);
  });

  it("offer no changes to a person who may only see them", async () => {
    const readOnly = { ...session, session: { ...session.session, role: "read_only" as const } };
    renderCards({ "session.current": { ...readOnly, paymentsOn: true, sandbox: null } });
    await row("Visa ending in 4242");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: words.add })).toHaveProperty("disabled", true),
    );
    expect(screen.queryByRole("button", { name: /^Actions for/ })).toBeNull();
  });

  it("explain what a card is for if there is none", async () => {
    renderCards({ "payments.methods.list": [] });
    await screen.findByRole("heading", { name: words.emptyTitle });
    expect(screen.getAllByRole("button", { name: words.add })).toHaveLength(1);
  });

  it("can be loaded again after an error", async () => {
    const refused = new Refusal({ status: 403, title: "Forbidden", detail: "Not now." });
    let answer: unknown = refused;
    renderCards({ "payments.methods.list": () => answer });
    await screen.findByText("Not now.");
    answer = [card];
    await press(messages.ui.retry);
    await row("Visa ending in 4242");
  });
});

describe("adding a card", () => {
  const isHeldOff = (expected: boolean) =>
    waitFor(() =>
      expect(screen.getByRole("button", { name: words.add }).getAttribute("aria-disabled")).toBe(
        expected ? "true" : null,
      ),
    );

  it("leads to the processor's page, once, until the browser shows this page again", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    const api = renderCards({ "payments.methods.create": { url: "https://pay.example/page" } });
    await press(words.add);
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/page"));
    expect(api.sent).toMatchObject([
      {
        name: "payments.methods.create",
        input: { returnUrl: "http://panel.test/payments?adding=card#cards" },
      },
    ]);
    await isHeldOff(true);
    window.dispatchEvent(new Event("pageshow"));
    await isHeldOff(false);
    assign.mockRestore();
  });

  it("opens another page if the response with the URL of the first one was lost", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
    const answers = [
      unavailable("The payment processor isn't responding."),
      {},
      { url: "https://pay.example/second" },
    ];
    const api = renderCards({ "payments.methods.create": () => answers.shift() });
    await press(words.add);
    await screen.findByRole("alert");
    // Any sooner, it would count as a double click.
    await wait(350);
    await press(words.add);
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/second"));
    const [first, repeat, second] = api.sent.map(({ key }) => key);
    expect([repeat, second]).toEqual([first, undefined]);
    window.dispatchEvent(new Event("pageshow"));
    assign.mockRestore();
  });

  it.each([
    ["the processor doesn't respond", unavailable("The payment processor isn't responding.")],
    [
      "the limit is reached",
      new Refusal({ status: 409, code: "payment_method_limit", detail: "Remove one first." }),
    ],
  ])("reports that %s", async (_case, refusal) => {
    renderCards({ "payments.methods.create": refusal });
    await press(words.add);
    const alert = await screen.findByRole("alert");
    within(alert).getByText(words.notOpened);
    within(alert).getByText(refusal.problem.detail as string);
    await isHeldOff(false);
  });
});

describe("after the return from a card page", () => {
  const returned = { cardPageId: "cpg_1", hasLeft: false };

  it("the new card appears, even if the list was read before it was saved", async () => {
    let cards: unknown[] = [];
    const address = vi.spyOn(window.history, "replaceState");
    renderCards(
      {
        "payments.methods.list": () => cards,
        "payments.methods.page": () => {
          cards = [card];
          return { state: "completed", paymentMethod: card };
        },
      },
      returned,
    );
    await screen.findByText(words.added.replace("{card}", "Visa ending in 4242"));
    await row("Visa ending in 4242");
    expect(screen.queryByText(words.emptyTitle)).toBeNull();
    expect(address).toHaveBeenLastCalledWith(null, "", "/payments");
    address.mockRestore();
  });

  it("another card that was added can be made the default at once", async () => {
    let cards = [card, otherCard];
    const { sent } = renderCards(
      {
        "payments.methods.list": () => cards,
        "payments.methods.page": { state: "completed", paymentMethod: otherCard },
        "payments.methods.update": () => {
          cards = [
            { ...otherCard, isDefault: true },
            { ...card, isDefault: false },
          ];
          return cards[0];
        },
      },
      returned,
    );
    const still = await screen.findByText(words.stillCharged.replace("{card}", "Visa ending in 4242"));
    await press(words.makeDefault);
    await waitFor(() => expect(still.isConnected).toBe(false));
    within(await row("Mastercard ending in 4444")).getByText(words.default);
    expect(screen.queryByRole("button", { name: words.makeDefault })).toBeNull();
    expect(sent).toMatchObject([
      { name: "payments.methods.update", input: { id: otherCard.id, default: true } },
    ]);
  });

  it("a first card is the default without a question, and so is a card for people who can't change it", async () => {
    const readOnly = { ...session, session: { ...session.session, role: "read_only" as const } };
    const completed = (paymentMethod: unknown) => ({ state: "completed", paymentMethod });
    renderCards({ "payments.methods.list": [card], "payments.methods.page": completed(card) }, returned);
    await screen.findByText(words.added.replace("{card}", "Visa ending in 4242"));
    expect(screen.queryByRole("button", { name: words.makeDefault })).toBeNull();
    cleanup();
    renderCards(
      {
        "session.current": { ...readOnly, paymentsOn: true, sandbox: null },
        "payments.methods.list": [card, otherCard],
        "payments.methods.page": completed(otherCard),
      },
      returned,
    );
    await screen.findByText(words.added.replace("{card}", "Mastercard ending in 4444"));
    expect(screen.queryByRole("button", { name: words.makeDefault })).toBeNull();
  });

  it("an open page is checked until the card is saved", async () => {
    const answers = [
      { state: "open", paymentMethod: null },
      { state: "completed", paymentMethod: card },
    ];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderCards({ "payments.methods.page": () => answers.shift() }, returned);
    await screen.findByText(words.stillOpen);
    await vi.advanceTimersByTimeAsync(5_000);
    await screen.findByText(words.added.replace("{card}", "Visa ending in 4242"));
    vi.useRealTimers();
  });

  it.each([
    [
      "expired",
      { "payments.methods.page": { state: "expired", paymentMethod: null } },
      returned,
      words.pageExpired,
    ],
    ["left", {}, { cardPageId: null, hasLeft: true }, words.hasLeft],
  ])("a page that was %s says that no card was added", async (_how, answers, back, text) => {
    renderCards({ "payments.methods.list": [], ...answers }, back);
    await screen.findByText(words.notAdded);
    await screen.findByText(text);
    await screen.findByRole("button", { name: words.add });
  });

  it("a failed check can be repeated", async () => {
    let answer: unknown = new Refusal({ status: 409, title: "Conflict", detail: "No answer." });
    renderCards({ "payments.methods.page": () => answer }, returned);
    await screen.findByText("No answer.");
    answer = { state: "completed", paymentMethod: card };
    await press(messages.ui.retry);
    await screen.findByText(words.added.replace("{card}", "Visa ending in 4242"));
  });

  it("a page of another workspace is ignored", async () => {
    renderCards({}, returned);
    await row("Visa ending in 4242");
    await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("a card", () => {
  it("becomes the default with one click, or says why not", async () => {
    const refusal = unavailable("Not now.");
    const api = renderCards({ "payments.methods.update": refusal });
    await openMenu("Mastercard ending in 4444");
    await press(words.makeDefault, "menuitem");
    within(await screen.findByRole("alert")).getByText("Not now.");
    expect(api.sent).toMatchObject([
      { name: "payments.methods.update", input: { id: otherCard.id, default: true } },
    ]);
  });

  it("that is the default can only be removed, and its dialog names the next default", async () => {
    renderCards({});
    await openMenu("Visa ending in 4242");
    const remove = await screen.findByRole("menuitem", { name: words.remove });
    expect(screen.queryByRole("menuitem", { name: words.makeDefault, hidden: true })).toBeNull();
    fireEvent.click(remove);
    await screen.findByText("Mastercard ending in 4444 becomes the default.");
    expect(screen.queryByText(/^It is the only saved card\./)).toBeNull();
  });

  it("that is the last one is removed after a warning and a confirmation of identity", async () => {
    let cards = [card];
    const answers = [
      new Refusal({ status: 403, code: "step_up_required", title: "Forbidden" }),
      () => {
        cards = [];
        return null;
      },
    ];
    const api = renderCards({
      "payments.methods.list": () => cards,
      "payments.methods.delete": () => {
        const answer = answers.shift();
        return typeof answer === "function" ? answer() : answer;
      },
      "/auth/step-up": {},
    });
    await openMenu("Visa ending in 4242");
    await press(words.remove, "menuitem");
    await screen.findByText(/^It is the only saved card\./);
    await press(words.confirm.removeCard.submit);
    fireEvent.change(await screen.findByLabelText(messages.stepUp.password), {
      target: { value: "password" },
    });
    await press(messages.stepUp.confirm);
    await screen.findByRole("heading", { name: words.emptyTitle });
    expect(api.sent.map(({ name }) => name)).toEqual([
      "payments.methods.delete",
      "/auth/step-up",
      "payments.methods.delete",
    ]);
  });

  it("isn't removed if it is the last one and domains auto-renew, which the dialog links to", async () => {
    const detail = "This is the last saved card, and 3 domains auto-renew with it. Add another card first.";
    const refusal = new Refusal({ status: 409, code: "last_payment_method", title: "Conflict", detail });
    renderCards({ "payments.methods.list": [card], "payments.methods.delete": refusal });
    await openMenu("Visa ending in 4242");
    await press(words.remove, "menuitem");
    await press(words.confirm.removeCard.submit);
    const alert = within(await screen.findByRole("alert"));
    alert.getByText(detail);
    expect(alert.getByRole("link", { name: words.showAutoRenewing }).getAttribute("href")).toBe(
      "/domains?renew=on",
    );
  });

  it("isn't removed if the processor doesn't respond", async () => {
    renderCards({ "payments.methods.delete": unavailable("The payment processor isn't responding.") });
    await openMenu("Mastercard ending in 4444");
    await press(words.remove, "menuitem");
    await press(words.confirm.removeCard.submit);
    within(await screen.findByRole("alert")).getByText("The payment processor isn't responding.");
  });
});

describe("a new default card", () => {
  it("offers the failed renewals with their sum, and charges them once confirmed", async () => {
    let unpaid: unknown = unpaidRenewals;
    const api = renderCards({
      "payments.methods.list": [card, otherCard],
      "payments.methods.update": otherCard,
      "orders.unpaidRenewals": () => unpaid,
      "orders.retryRenewals": () => {
        unpaid = { renewals: [], totals: [] };
        return unpaidRenewals;
      },
    });
    await screen.findByText("2 renewals failed: €28.28");
    await press(words.actsOn.replace("{card}", "Mastercard ending in 4444"));
    fireEvent.click(await screen.findByRole("menuitem", { name: words.makeDefault }));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText("bücher.example");
    dialog.getByText("Total with tax: €28.28");
    await dialog.findByText("Visa ending in 4242");
    fireEvent.click(dialog.getByRole("button", { name: "Charge €28.28" }));
    await waitFor(() => expect(screen.queryByText("2 renewals failed: €28.28")).toBeNull());
    expect(api.sent.map(({ name, input }) => [name, input])).toEqual([
      ["payments.methods.update", { id: otherCard.id, default: true }],
      ["orders.retryRenewals", { orderIds: ["ord_1", "ord_2"] }],
    ]);
  });

  it("leaves them to their next dates if that is chosen", async () => {
    const api = renderCards({
      "payments.methods.list": [card],
      "orders.unpaidRenewals": unpaidRenewals,
    });
    await press(words.retryRenewals);
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: words.confirm.retryRenewals.cancel }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    screen.getByText("2 renewals failed: €28.28");
    expect(api.sent).toEqual([]);
  });
});
