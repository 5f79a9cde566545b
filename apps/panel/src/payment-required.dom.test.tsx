import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type Answers, fakeApi, Refusal } from "./testing/fake-api.ts";
import { commonAnswers, forms } from "./testing/forms.tsx";
import { card, otherCard, session, unpaidOrder } from "./testing/records.ts";
import { renderInPanel } from "./testing/render-in-panel.tsx";

const words = messages.failure;
const paymentUrl = "https://checkout.example.com/pay/1";
const orderId = "ord_1";
const detail = "Nothing was charged.";
const buying = [
  "register a domain",
  "transfer a domain",
  "renew a domain",
  "restore a domain",
  "activate mail",
] as const;

const asksBeforeLeaving = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

async function refused(
  name: (typeof buying)[number] | "change a mail plan",
  code: string,
  { status = 402, shows = detail } = {},
) {
  const form = forms[name];
  if (!form) {
    throw new Error(`there is no form ${name}`);
  }
  const refusal = new Refusal({ status, code, detail, ...(status === 402 ? { paymentUrl } : {}), orderId });
  const { sent } = fakeApi({ ...commonAnswers, ...form.answers, [form.sends]: refusal });
  renderInPanel(form.element);
  await form.prepare?.();
  const send = async () => {
    const button = await screen.findByRole("button", { name: form.button });
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    fireEvent.click(button);
  };
  const callsOfForm = () => sent.filter((call) => call.name === form.sends);
  await send();
  await screen.findByText(shows, { exact: false });
  return { send, callsOfForm };
}

describe("a purchase of what another order is buying", () => {
  it.each(buying)("links to that order: %s", async (name) => {
    await refused(name, "already_ordered", { status: 409 });
    const page = screen.getByRole("link", { name: words.openOrder });
    expect(page.getAttribute("href")).toBe(`/payments/orders/${orderId}`);
    expect(screen.queryByRole("link", { name: words.payByCard })).toBeNull();
  });
});

describe("an order that isn't paid", () => {
  it.each(buying)("links to its payment and its page, and leaves without a question: %s", async (name) => {
    await refused(name, "payment_method_required");
    expect(screen.getByRole("link", { name: words.payByCard })).toHaveProperty("href", paymentUrl);
    const page = screen.getByRole("link", { name: words.openOrder });
    expect(page.getAttribute("href")).toBe(`/payments/orders/${orderId}`);
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });

  it("says how to continue with a card that was declined", async () => {
    await refused("renew a domain", "card_declined");
    expect(screen.getByRole("link", { name: words.payWithAnotherCard })).toHaveProperty("href", paymentUrl);
  });

  it.each([...buying, "change a mail plan"] as const)(
    "takes the bank's confirmation as a step, with one button that leads there: %s",
    async (name) => {
      await refused(name, "authentication_required", { shows: words.oneMoreStepWords });
      screen.getByText(words.oneMoreStep);
      expect(screen.queryByRole("alert")).toBeNull();
      expect(screen.getByRole("link", { name: words.confirmPayment })).toHaveProperty("href", paymentUrl);
      expect(screen.queryByRole("button", { name: forms[name]?.button })).toBeNull();
      await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
    },
  );

  it.each(buying)("is tried again with the same key, and not ordered twice: %s", async (name) => {
    const { send, callsOfForm } = await refused(name, "card_declined");
    await send();
    await waitFor(() => expect(callsOfForm()).toHaveLength(2));
    const [first, second] = callsOfForm();
    expect(first?.key).toBeDefined();
    expect(second).toEqual(first);
  });
});

describe("the card that will be charged", () => {
  async function opened(name: (typeof buying)[number], answers: Answers = {}) {
    const form = forms[name];
    if (!form) {
      throw new Error(`there is no form ${name}`);
    }
    const placed = new Refusal({ status: 402, code: "card_declined", detail: "Declined.", orderId });
    const api = fakeApi({ ...commonAnswers, ...form.answers, "orders.place": placed, ...answers });
    renderInPanel(form.element);
    await form.prepare?.();
    const send = async () => {
      const button = await screen.findByRole("button", { name: form.button });
      await waitFor(() => expect(button).toHaveProperty("disabled", false));
      fireEvent.click(button);
    };
    // A transfer is checked first, which shows its price.
    if (screen.queryByRole("button", { name: messages.transferIn.check })) {
      fireEvent.click(screen.getByRole("button", { name: messages.transferIn.check }));
    }
    return { ...api, form, send };
  }

  it.each(buying)("is named next to the price: %s", async (name) => {
    await opened(name);
    expect((await screen.findByText(messages.payments.chargedTo)).parentElement?.textContent).toContain(
      "Visa •••• 4242",
    );
  });

  it.each(buying)("can be another one: %s", async (name) => {
    const { sent, form, send } = await opened(name);
    fireEvent.click(await screen.findByRole("button", { name: messages.payments.changeCard }));
    fireEvent.click(await screen.findByRole("radio", { name: /Mastercard/ }));
    await send();
    await screen.findByText("Declined.");
    expect(sent.filter((call) => call.name === form.sends)).toHaveLength(0);
    const orders = sent.filter((call) => call.name === "orders.place");
    expect(orders).toMatchObject([{ input: { paymentMethodId: otherCard.id, hosted: false, lines: [{}] } }]);
  });

  it("is one on the processor's page once a person changes the only saved card", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    const { sent, send } = await opened("register a domain", {
      "payments.methods.list": [card],
      "orders.place": { ...unpaidOrder, paymentUrl: "https://pay.example/page" },
    });
    fireEvent.click(await screen.findByRole("button", { name: messages.payments.changeCard }));
    const another = await screen.findByRole("radio", { name: new RegExp(messages.payments.otherCard) });
    expect(another.getAttribute("aria-checked")).toBe("true");
    const orders = () => sent.filter(({ name }) => name === "orders.place");
    expect(orders()).toEqual([]);
    await send();
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/page"));
    expect(orders()).toMatchObject([{ input: { hosted: true } }]);
    window.dispatchEvent(new Event("pageshow"));
    assign.mockRestore();
  });

  it("stays the chosen one while a person looks at several", async () => {
    await opened("register a domain");
    fireEvent.click(await screen.findByRole("button", { name: messages.payments.changeCard }));
    const visa = await screen.findByRole("radio", { name: /Visa/ });
    expect(visa.getAttribute("aria-checked")).toBe("true");
  });

  it("isn't shown while payments are off", async () => {
    await opened("register a domain", {
      "session.current": { ...session, paymentsOn: false, sandbox: null },
    });
    await screen.findByRole("button", { name: forms["register a domain"]?.button });
    expect(screen.queryByText(messages.payments.chargedTo)).toBeNull();
  });
});
