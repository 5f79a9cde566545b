import { setTimeout } from "node:timers/promises";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { Order, Payment, PaymentMethod } from "@zonepost/schema";
import { saveCardOnHostedPage } from "./support/cards.ts";
import { makeContact } from "./support/domains.ts";

// Pictures for screenshots.ts: saved cards, from an empty list to their removal, and payments in every state.

type Step = (page: Page) => Promise<unknown>;
type Camera = { shoot(name: string, step: Step): Promise<void>; owner: APIRequestContext };

const open = (path: string) => (page: Page) => page.goto(path);

async function openCardPage(page: Page) {
  await page.goto("/payments");
  await page.getByRole("button", { name: "Add card" }).click();
  await page.getByRole("heading", { name: "Save a card" }).waitFor();
}

/** Replaces the cards. The owner must have signed in within the last ten minutes. */
export async function shootPayments({ shoot, owner }: Camera) {
  for (const { id } of (await (await owner.get("/payment-methods")).json()) as PaymentMethod[]) {
    await owner.delete(`/payment-methods/${id}`);
  }
  await shoot("58-payments-empty", open("/payments"));
  await shoot("58-payments-left", open("/payments?adding=card"));
  await shoot("58-card-page", openCardPage);
  const { now } = (await (await owner.get("/sandbox/clock")).json()) as { now: string };
  const thisMonth = `${now.slice(5, 7)} / ${now.slice(0, 4)}`;
  await owner.post("/sandbox/payment-methods", { data: { number: "4242424242424242" } });
  let returned: string | undefined;
  await shoot("59-payments-added", async (page) => {
    if (returned === undefined) {
      await openCardPage(page);
      await saveCardOnHostedPage(page, { number: "4000000000000341", expiry: thisMonth });
      await page.getByText("was added").waitFor();
      await openCardPage(page);
      const back = page.waitForRequest((sent) => sent.isNavigationRequest() && /cardPage=/.test(sent.url()));
      await saveCardOnHostedPage(page, { number: "5555555555554444", expiry: "08 / 2034" });
      returned = (await back).url();
    } else {
      await page.goto(returned);
    }
    await page.getByText("was added").waitFor();
  });
  await shoot("59-payments", open("/payments"));
  const openMenu = async (page: Page) => {
    await page.goto("/payments");
    await page.getByRole("button", { name: "Actions for Mastercard ending in 4444" }).click();
    await page.getByRole("menuitem", { name: "Make default" }).waitFor();
  };
  await shoot("59-card-menu", openMenu);
  await shoot("59-card-remove", async (page) => {
    await page.goto("/payments");
    await page.getByRole("button", { name: "Actions for Visa ending in 4242" }).first().click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("dialog").waitFor();
  });
  await shootPaymentPages({ shoot, owner });
}

const daySeconds = 86_400;

const send = async <Answer>(owner: APIRequestContext, path: string, data: object = {}) =>
  (await (await owner.post(path, { data })).json()) as Answer;

/** Orders new domains and a mail plan with the default card, and returns the payment's ID. */
async function pay(owner: APIRequestContext, names: string[], more: object[] = []): Promise<string> {
  const { id: registrantId } = await makeContact(owner);
  const lines = [
    ...names.map((name) => ({ kind: "registration", name, contacts: { registrantId } })),
    ...more,
  ];
  const { id, paymentId } = await send<Order>(owner, "/orders", { lines });
  const isOpen = async () =>
    ((await (await owner.get(`/orders/${id}`)).json()) as Order).state === "processing";
  while (await isOpen()) {
    await setTimeout(200);
  }
  return paymentId ?? "";
}

/** Payments in every state, with the cooldown at different points. */
async function shootPaymentPages({ shoot, owner }: Camera) {
  await owner.post("/sandbox/payment-methods", { data: { number: "4242424242424242", default: true } });
  const confirmed = await pay(owner, ["winter-garden-club.com"]);
  await send(owner, "/sandbox/clock/advance", { seconds: 12 * daySeconds });
  const disputed = await pay(owner, ["tideline-press.com"]);
  await send(owner, `/sandbox/payments/${disputed}/dispute`);
  const warned = await pay(owner, ["night-market-map.com"]);
  await send(owner, `/sandbox/payments/${warned}/fraud-warning`);
  await send(owner, "/sandbox/clock/advance", { seconds: 9 * daySeconds });
  const partly = await pay(
    owner,
    ["refused-lantern.com", "quiet-harbor.com"],
    [{ kind: "mail_plan", domainName: "quiet-harbor.com", planSlug: "pro" }],
  );
  await send(owner, "/sandbox/payment-methods", { number: "4000000000000341", default: true });
  await pay(owner, ["paper-lighthouse.com"]);
  for (const id of [disputed, warned]) {
    await waitForPause(owner, id);
  }
  await shoot("60-payments", open("/payments"));
  await shoot("60-payments-filtered", open("/payments?status=disputed"));
  await shoot("60-payments-no-match", open("/payments?q=nothing-like-this"));
  await shoot("60-payment", open(`/payments/${partly}`));
  await shoot("60-payment-confirmed", open(`/payments/${confirmed}`));
  await shoot("60-payment-disputed", open(`/payments/${disputed}`));
  await shoot("60-payment-warned", open(`/payments/${warned}`));
  const openRefund = async (page: Page) => {
    await page.goto(`/payments/${partly}`);
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await page.getByText("This deletes a domain").waitFor();
  };
  await shoot("60-payment-refund", openRefund);
  await shoot("60-receipt", open(`/payments/${partly}/receipt`));
  await shoot("60-receipt-printed", async (page) => {
    await page.emulateMedia({ media: "print" });
    await page.goto(`/payments/${partly}/receipt`);
  });
  // Later pictures order with a card that isn't declined.
  await send(owner, "/sandbox/payment-methods", { number: "4242424242424242", default: true });
}

/** A notice of the bank takes a moment. */
async function waitForPause(owner: APIRequestContext, id: string) {
  const isPaused = async () =>
    ((await (await owner.get(`/payments/${id}`)).json()) as Payment).cooldown?.state === "paused";
  while (!(await isPaused())) {
    await setTimeout(200);
  }
}

/** An unpaid order, and one with a line that failed. */
async function placeOrders(owner: APIRequestContext) {
  const [contact] = (await (await owner.get("/contacts")).json()) as { id: string }[];
  const order = async (names: string[], hosted = false) => {
    const lines = names.map((name) => ({
      kind: "registration",
      name,
      contacts: { registrantId: contact?.id },
    }));
    return (await (await owner.post("/orders", { data: { lines, hosted } })).json()) as { id: string };
  };
  const suffix = crypto.randomUUID().slice(0, 6);
  return {
    unpaid: await order([`unpaid-${suffix}.com`], true),
    partly: await order([`bought-${suffix}.com`, `refused-${suffix}.com`]),
  };
}

/** The basket and its orders, with the cards that `shootPayments` has saved. */
export async function shootOrders({ shoot, owner }: Camera) {
  const { unpaid, partly } = await placeOrders(owner);
  await shoot("60-basket-empty", open("/domains/basket"));
  await shoot("60-basket", async (page) => {
    await page.goto("/domains/search?q=kept-in-a-basket.com+premium-basket.org+taken-basket.com");
    const add = page.getByRole("button", { name: /^Add to basket/, pressed: false });
    await add.first().waitFor();
    for (let left = await add.count(); left > 0; left -= 1) {
      await add.first().click();
      await expect(add).toHaveCount(left - 1);
    }
    await page.getByRole("link", { name: /^Basket/ }).click();
    await page.getByRole("button", { name: /^Order for/ }).waitFor();
  });
  await shoot("60-orders", open("/payments/orders"));
  await shoot("60-order-unpaid", open(`/payments/orders/${unpaid.id}`));
  await shoot("60-order", async (page) => {
    await page.goto(`/payments/orders/${partly.id}`);
    await page.getByText("Some items failed").waitFor();
  });
}
