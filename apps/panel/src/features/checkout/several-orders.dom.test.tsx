import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { orderLineLimit } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import type { BasketItem } from "@/features/basket/basket.ts";
import { basketItem, fillBasket, keptBasket, quoteOf } from "@/testing/basket.ts";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { unpaidOrder } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { router } from "@/testing/router.ts";
import { BasketPage } from "./basket-page.tsx";

const words = messages.checkout;
const renewalsOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    basketItem(`${index}.com`, { kind: "renewal", currentExpiresAt: "2027-03-01T00:00:00.000Z", seen: null }),
  );

function renderBasket(items: BasketItem[], answers: Answers = {}) {
  fillBasket(...items);
  const api = fakeApi({
    ...commonAnswers,
    "contacts.list": new Refusal({ status: 403, code: "forbidden" }),
    "orders.previewBasket": quoteOf,
    ...answers,
  });
  renderInPanel(<BasketPage />);
  return { orders: () => api.sent.filter(({ name }) => name === "orders.placeBasket") };
}
const placed = (id: string) => ({ ...unpaidOrder, id, state: "processing" });

async function press(name: string) {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  fireEvent.click(button);
}

describe("a basket of renewals", () => {
  it("needs no contact, and has one term for all", async () => {
    const { orders } = renderBasket(renewalsOf(2), { "orders.placeBasket": placed("ord_1") });
    fireEvent.change(await screen.findByLabelText(words.yearsForAll), { target: { value: "2" } });
    await press("Order for €20.00");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/payments/orders/ord_1"));
    expect(orders().map(({ input }) => input)).toMatchObject([
      { lines: [0, 1].map((index) => ({ kind: "renewal", name: `${index}.com`, years: 2 })) },
    ]);
  });
});

describe("a basket of more than 50 lines", () => {
  const items = renewalsOf(orderLineLimit + 1);

  it("shows each charge, and places one order for each, with a key of its own", async () => {
    const ids = ["ord_1", "ord_2"];
    const { orders } = renderBasket(items, { "orders.placeBasket": () => placed(ids.shift() ?? "") });
    await screen.findByText(
      "2 charges: €500.00 and €10.00. A charge pays for at most 50 domains and mail plans.",
    );
    await press("Order for €510.00");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/payments/orders"));
    expect(orders()).toHaveLength(2);
    expect(new Set(orders().map(({ key }) => key)).size).toBe(2);
    expect(keptBasket()).toMatchObject({ items: [], sent: [] });
  });

  it("keeps the orders that succeed, lists what a declined one was for, and pays it again with its key", async () => {
    const declined = new Refusal({
      status: 402,
      code: "card_declined",
      detail: "Your bank declined the card.",
      orderId: "ord_1",
    });
    const answers = [declined, placed("ord_2"), placed("ord_1")];
    const { orders } = renderBasket(items, { "orders.placeBasket": () => answers.shift() });
    await press("Order for €510.00");
    const unpaid = await screen.findByRole("region", { name: "One order isn't paid" });
    within(unpaid).getByText("Your bank declined the card.");
    within(unpaid).getByText(/0\.com/);
    expect(within(unpaid).queryByText(/\b50\.com/)).toBeNull();
    await press(words.payAgain);
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/payments/orders/ord_1"));
    const [first, second, again] = orders().map(({ key }) => key);
    expect(again).toBe(first);
    expect(second).not.toBe(first);
    expect(keptBasket()).toMatchObject({ items: [], sent: [] });
  });

  it("keeps in the basket what was refused, with the reason", async () => {
    const refused = new Refusal({
      status: 403,
      code: "monthly_limit_exceeded",
      detail: "The limit is reached.",
    });
    const answers = [placed("ord_1"), refused];
    renderBasket(items, { "orders.placeBasket": () => answers.shift() });
    await press("Order for €510.00");
    await screen.findByText("One domain wasn't ordered");
    expect(keptBasket()).toMatchObject({ items: [{ name: "50.com" }], sent: [] });
  });

  it("repeats only the orders without an answer, with their keys", async () => {
    const unavailable = new Refusal({ status: 503, code: "unavailable", detail: "Not now." });
    const answers = [placed("ord_1"), unavailable, placed("ord_2")];
    const { orders } = renderBasket(items, { "orders.placeBasket": () => answers.shift() });
    await press("Order for €510.00");
    await screen.findByText("Not now.");
    await press(messages.ui.retry);
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/payments/orders"));
    const keys = orders().map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(keys[2]).toBe(keys[1]);
  });

  it("leads to the bank's confirmation of one order on that order's page, with no secret kept", async () => {
    const asked = new Refusal({
      status: 402,
      code: "authentication_required",
      orderId: "ord_1",
      paymentUrl: "https://pay.example/1?payment_intent_client_secret=secret",
    });
    const answers = [asked, placed("ord_2")];
    renderBasket(items, { "orders.placeBasket": () => answers.shift() });
    await press("Order for €510.00");
    const link = await screen.findByRole("link", { name: words.confirm });
    expect(link.getAttribute("href")).toBe("/payments/orders/ord_1");
    expect(JSON.stringify(keptBasket())).not.toContain("secret");
  });
});
