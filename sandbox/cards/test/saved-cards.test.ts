import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPage } from "./browser.ts";
import { errorOf, type Sandbox, startSandbox } from "./sandbox.ts";
import { hasDescription } from "./stripe-description.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
});

const success = "https://shop.example/cards?session={CHECKOUT_SESSION_ID}";

async function openSession() {
  const customer = await sandbox.stripe.customers.create({ email: "ada@example.com" });
  const session = await sandbox.stripe.checkout.sessions.create({
    mode: "setup",
    currency: "eur",
    customer: customer.id,
    success_url: success,
    cancel_url: "https://shop.example/cards",
    metadata: { workspace: "w1" },
  });
  return { customer: customer.id, session };
}

describe("customers", () => {
  it("are created, changed, listed and deleted", async () => {
    const { stripe } = sandbox;
    const created = await stripe.customers.create({ name: "Ada", metadata: { one: "1", two: "2" } });
    expect(created).toMatchObject({ object: "customer", livemode: false, metadata: { one: "1", two: "2" } });
    const changed = await stripe.customers.update(created.id, {
      name: "",
      metadata: { one: "", three: "3" },
    });
    expect(changed).toMatchObject({ name: null, metadata: { two: "2", three: "3" } });
    const { data } = await stripe.customers.list({ limit: 1 });
    expect(data.map(({ id }) => id)).toEqual([created.id]);
    expect(await stripe.customers.del(created.id)).toEqual(expect.objectContaining({ deleted: true }));
    expect(await stripe.customers.retrieve(created.id)).toMatchObject({ id: created.id, deleted: true });
    expect(await errorOf(stripe.customers.update(created.id, { name: "x" }))).toMatchObject({
      statusCode: 404,
    });
    await sandbox.receiver.waitFor("customer.deleted", created.id);
  });

  it("are listed in pages, the newest first", async () => {
    const { stripe } = sandbox;
    const email = "pages@example.com";
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      ids.unshift((await stripe.customers.create({ email })).id);
    }
    const first = await stripe.customers.list({ email, limit: 2 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
    const last = await stripe.customers.list({ email, limit: 3, starting_after: ids[1] });
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([ids.slice(2), false]);
    const before = await stripe.customers.list({ email, limit: 2, ending_before: ids[3] });
    expect([before.data.map(({ id }) => id), before.has_more]).toEqual([ids.slice(1, 3), true]);
    const since = Math.floor(Date.now() / 1000) - 600;
    expect((await stripe.customers.list({ email, created: { gte: since } })).data).toHaveLength(5);
    expect((await stripe.customers.list({ email, created: { lt: since } })).data).toEqual([]);
    const all = await stripe.customers.list({ email, limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(ids);
  });
});

describe("a saved card", () => {
  it("is listed, changed, made the default, and detached for good", async () => {
    const { stripe } = sandbox;
    const { customer, card } = await sandbox.customerWithCard("5555 5555 5555 4444");
    const [listed] = (await stripe.customers.listPaymentMethods(customer, { type: "card" })).data;
    expect(listed).toMatchObject({ id: card, customer, card: { brand: "mastercard", last4: "4444" } });
    const changed = await stripe.paymentMethods.update(card, { card: { exp_month: 3, exp_year: 2041 } });
    expect(changed.card).toMatchObject({ exp_month: 3, exp_year: 2041 });
    const settings = { default_payment_method: card };
    const owner = await stripe.customers.update(customer, {
      invoice_settings: settings,
      expand: ["invoice_settings.default_payment_method"],
    });
    expect(owner.invoice_settings.default_payment_method).toMatchObject({
      id: card,
      object: "payment_method",
    });
    expect((await stripe.paymentMethods.detach(card)).customer).toBeNull();
    expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    expect(await errorOf(stripe.paymentMethods.attach(card, { customer }))).toMatchObject({
      statusCode: 400,
    });
    await sandbox.receiver.waitFor("payment_method.detached", card);
    expect(sandbox.receiver.typesAbout(card)).toEqual(
      expect.arrayContaining(["payment_method.attached", "payment_method.updated"]),
    );
  });

  it.each([
    ["4242424242424242", 201, "visa"],
    ["5555555555554444", 201, "mastercard"],
    ["378282246310005", 201, "amex"],
    ["4000002500003155", 201, "visa"],
    ["4000002760003184", 201, "visa"],
    ["4000000000000341", 201, "visa"],
    ["4000000000000259", 201, "visa"],
    ["4000000000005423", 201, "visa"],
    ["4000000000000002", 402, "generic_decline"],
    ["4000000000009995", 402, "insufficient_funds"],
    ["4000000000000069", 402, "expired_card"],
    ["4111111111111111", 422, undefined],
    ["4242424242424241", 422, undefined],
  ])("of %s gets %i (%s)", async (number, expected, detail) => {
    const customer = await sandbox.stripe.customers.create();
    const { status, body } = await sandbox.control("/payment-methods", { customer: customer.id, number });
    expect(status).toBe(expected);
    const answer = body as { card?: { brand: string; last4: string }; error?: { decline_code?: string } };
    expect(answer.card?.brand ?? answer.error?.decline_code).toBe(detail);
    if (answer.card) {
      expect(answer.card.last4).toBe(number.slice(-4));
    }
  });

  it("needs the secret of the sandbox's own routes", async () => {
    const { status } = await sandbox.control("/payment-methods", {}, "another secret");
    expect(status).toBe(401);
  });
});

describe("the page that saves a card", () => {
  it("saves it, returns to the shop and completes the session", async () => {
    const { customer, session } = await openSession();
    const page = await openPage(session.url);
    expect(page.text).toContain("Test card processor");
    await page.enterCard("4242 4242 4242 4242");
    expect(page.url.href).toBe(`https://shop.example/cards?session=${session.id}`);
    const done = await sandbox.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["setup_intent.payment_method"],
    });
    expect(done).toMatchObject({
      status: "complete",
      url: null,
      metadata: { workspace: "w1" },
      setup_intent: {
        status: "succeeded",
        payment_method: { customer, card: { last4: "4242", exp_year: 2040 } },
      },
    });
    const event = await sandbox.receiver.waitFor("checkout.session.completed", session.id);
    expect(event).toMatchObject({ api_version: "2025-09-30.clover", livemode: false });
    // The page was submitted twice.
    await (await openPage(session.url)).open(session.url ?? "");
    const { data } = await sandbox.stripe.paymentMethods.list({ customer });
    expect(data).toHaveLength(1);
  });

  it("counts a form that is submitted twice once", async () => {
    const { customer, session } = await openSession();
    const pages = await Promise.all([openPage(session.url), openPage(session.url)]);
    await Promise.all(pages.map((page) => page.enterCard("4242424242424242")));
    expect(pages.map((page) => page.url.host)).toEqual(["shop.example", "shop.example"]);
    expect((await sandbox.stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
  });

  it.each([
    [{ number: "" }, "Enter the card number."],
    [{ number: "4111 1111 1111 1111" }, "Only Stripe's test card numbers work here"],
    [{ expiry: "13 / 40" }, "Enter the expiry date as month and year"],
    [{ expiry: "01 / 20" }, "The card's expiry date is in the past."],
    [{ cvc: "12" }, "Enter the 3-digit security code."],
    [{ name: " " }, "Enter the name on the card."],
  ])("shows the error of %o at its field", async (changes, message) => {
    const { session } = await openSession();
    const page = await (await openPage(session.url)).enterCard("4242424242424242", changes);
    expect(page.status).toBe(422);
    expect(page.text).toContain(message);
    const [field = ""] = Object.keys(changes);
    expect(page.html).toMatch(
      new RegExp(`id="${field}"[^>]*aria-describedby="${field}-hint ${field}-error"`),
    );
    expect(page.html).not.toContain("4242424242424242");
  });

  it("shows a decline, and accepts another card", async () => {
    const { session } = await openSession();
    const page = await (await openPage(session.url)).enterCard("4000 0000 0000 9995");
    expect([page.status, page.text]).toEqual([
      402,
      expect.stringContaining("Your card has insufficient funds."),
    ]);
    await page.enterCard("4242424242424242");
    expect(page.url.host).toBe("shop.example");
  });

  it("sends a card that needs authentication to its bank, and back", async () => {
    const { customer, session } = await openSession();
    const page = await (await openPage(session.url)).enterCard("4000 0025 0000 3155");
    expect(page.text).toContain("Confirm with your bank");
    await page.submit({ decision: "decline" });
    expect(page.text).toContain("Your bank didn't confirm that it was you.");
    expect((await sandbox.stripe.paymentMethods.list({ customer })).data).toEqual([]);
    await (await page.enterCard("4000 0025 0000 3155")).submit({ decision: "approve" });
    expect(page.url.host).toBe("shop.example");
    expect((await sandbox.stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
  });

  it("has a policy that allows no scripts, and leads to the shop only", async () => {
    const { session } = await openSession();
    const { headers } = await openPage(session.url);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https://shop.example",
    );
  });

  it("expires after 24 hours of the business clock, or on request", async () => {
    const [{ session: first }, { session: second }] = [await openSession(), await openSession()];
    expect(await sandbox.stripe.checkout.sessions.expire(second.id)).toMatchObject({
      status: "expired",
      url: null,
    });
    await sandbox.advance(86_400);
    await sandbox.receiver.waitFor("checkout.session.expired", first.id);
    const page = await openPage(first.url);
    expect([page.status, page.text]).toEqual([410, expect.stringContaining("This page has expired")]);
    const intent = await sandbox.stripe.setupIntents.retrieve(String(first.setup_intent));
    expect(intent.status).toBe("canceled");
    expect(await errorOf(sandbox.stripe.checkout.sessions.expire(first.id))).toMatchObject({
      statusCode: 400,
    });
  });

  it("doesn't exist for an unknown session", async () => {
    expect((await openPage(`${sandbox.cards.url}/pages/checkout/cs_test_unknown`)).status).toBe(404);
  });
});

describe("a setup intent", () => {
  it("is confirmed with a saved card, or sent to the bank", async () => {
    const { stripe } = sandbox;
    const { customer, card } = await sandbox.customerWithCard("4000002760003184");
    const intent = await stripe.setupIntents.create({ customer, payment_method_types: ["card"] });
    expect(intent.status).toBe("requires_payment_method");
    const waiting = await stripe.setupIntents.confirm(intent.id, {
      payment_method: card,
      return_url: "https://shop.example/back",
    });
    expect(waiting.status).toBe("requires_action");
    const page = await openPage(waiting.next_action?.redirect_to_url?.url ?? "");
    await page.submit({ decision: "approve" });
    expect(page.url.searchParams.get("redirect_status")).toBe("succeeded");
    expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe("succeeded");
    expect(await errorOf(stripe.setupIntents.cancel(intent.id))).toMatchObject({
      code: "setup_intent_unexpected_state",
    });
  });

  it("needs a return address for automatic payment methods", async () => {
    const { customer, card } = await sandbox.customerWithCard("4242424242424242");
    const call = sandbox.stripe.setupIntents.create({ customer, payment_method: card, confirm: true });
    expect((await errorOf(call)).message).toMatch("you must provide a `return_url`");
  });

  it("of a wrong secret has no bank page", async () => {
    const { customer, card } = await sandbox.customerWithCard("4000002760003184");
    const { id } = await sandbox.stripe.setupIntents.create({
      customer,
      payment_method: card,
      payment_method_types: ["card"],
      confirm: true,
    });
    const page = await openPage(`${sandbox.cards.url}/pages/authenticate/${id}?client_secret=wrong`);
    expect(page.status).toBe(404);
  });
});

it.skipIf(!hasDescription)(
  "every answer and event fits Stripe's published description (skipped without it)",
  () => {
    expect(sandbox.misfits()).toEqual([]);
  },
);
