import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { fakeApi, Refusal } from "./testing/fake-api.ts";
import { commonAnswers, forms } from "./testing/forms.tsx";
import { renderInPanel } from "./testing/render-in-panel.tsx";

const words = messages.failure;
const paymentUrl = "https://checkout.example.com/pay/1";
const orderId = "ord_1";
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

async function refused(name: (typeof buying)[number], code: string, { status = 402 } = {}) {
  const form = forms[name];
  if (!form) {
    throw new Error(`there is no form ${name}`);
  }
  const detail = "Nothing was charged.";
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
  await screen.findByText(detail);
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

  it.each([
    ["card_declined", words.payWithAnotherCard],
    ["authentication_required", words.confirmPayment],
  ])("says how to continue: %s", async (code, label) => {
    await refused("renew a domain", code);
    expect(screen.getByRole("link", { name: label })).toHaveProperty("href", paymentUrl);
  });

  it.each(buying)("is tried again with the same key, and not ordered twice: %s", async (name) => {
    const { send, callsOfForm } = await refused(name, "card_declined");
    await send();
    await waitFor(() => expect(callsOfForm()).toHaveLength(2));
    const [first, second] = callsOfForm();
    expect(first?.key).toBeDefined();
    expect(second).toEqual(first);
  });
});
