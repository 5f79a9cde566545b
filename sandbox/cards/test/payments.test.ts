import type Stripe from "stripe";
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

const back = "https://shop.example/orders/1";
const price = { amount: 1234, currency: "eur" };

async function newIntent(number: string, changes: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const { customer, card } = await sandbox.customerWithCard(number);
  const intent = await sandbox.stripe.paymentIntents.create({
    ...price,
    customer,
    payment_method: card,
    payment_method_types: ["card"],
    metadata: { order: "1" },
    ...changes,
  });
  return { customer, card, id: intent.id, intent };
}

const confirmOnSession = (id: string) => sandbox.stripe.paymentIntents.confirm(id, { return_url: back });
const confirmOffSession = (id: string) => sandbox.stripe.paymentIntents.confirm(id, { off_session: true });

const read = (id: string) =>
  sandbox.stripe.paymentIntents.retrieve(id, {
    expand: ["latest_charge.balance_transaction", "payment_method", "customer"],
  });

describe("a payment intent", () => {
  it("moves no money until it is confirmed", async () => {
    const { id, intent } = await newIntent("4242424242424242");
    expect(intent).toMatchObject({
      status: "requires_confirmation",
      latest_charge: null,
      amount_received: 0,
    });
    expect((await sandbox.stripe.charges.list({ payment_intent: id })).data).toEqual([]);
    const paid = await confirmOffSession(id);
    expect(paid).toMatchObject({ status: "succeeded", amount_received: 1234, metadata: { order: "1" } });
    expect(await read(id)).toMatchObject({
      latest_charge: {
        paid: true,
        amount: 1234,
        payment_method_details: { card: { brand: "visa", last4: "4242" } },
        balance_transaction: { amount: 1234, fee: 44, net: 1190, type: "charge" },
      },
      payment_method: { card: { last4: "4242" } },
      customer: { email: "ada@example.com" },
    });
    await sandbox.receiver.waitFor("payment_intent.succeeded", id);
    await sandbox.receiver.waitFor("charge.succeeded", String(paid.latest_charge));
  });

  it.each([
    ["4242424242424242", "succeeded", "succeeded"],
    ["5555555555554444", "succeeded", "succeeded"],
    ["378282246310005", "succeeded", "succeeded"],
    ["4000000000000341", "generic_decline", "generic_decline"],
    ["4000002500003155", "requires_action", "succeeded"],
    ["4000002760003184", "requires_action", "authentication_required"],
    ["4000000000000259", "succeeded", "succeeded"],
    ["4000000000005423", "succeeded", "succeeded"],
  ])("with a saved card %s is %s on-session, and %s off-session", async (number, onSession, offSession) => {
    const outcome = async (confirm: (id: string) => Promise<Stripe.PaymentIntent>) => {
      const { id } = await newIntent(number);
      return confirm(id).then(
        ({ status }) => status,
        (error: Stripe.errors.StripeCardError) => error.decline_code,
      );
    };
    expect([await outcome(confirmOnSession), await outcome(confirmOffSession)]).toEqual([
      onSession,
      offSession,
    ]);
  });

  it("that is declined can be paid with another card", async () => {
    const { id, customer, card } = await newIntent("4000000000000341");
    const error = await confirmOffSession(id).catch((cause) => cause);
    expect(error).toMatchObject({
      type: "StripeCardError",
      statusCode: 402,
      code: "card_declined",
      decline_code: "generic_decline",
      payment_intent: { id, status: "requires_payment_method" },
      payment_method: { id: card },
      charge: expect.stringMatching(/^ch_/),
    });
    expect(await read(id)).toMatchObject({
      payment_method: null,
      last_payment_error: { code: "card_declined", payment_method: { id: card } },
      latest_charge: { id: error.charge, paid: false, status: "failed", failure_code: "card_declined" },
    });
    await sandbox.receiver.waitFor("payment_intent.payment_failed", id);
    const other = await sandbox.control("/payment-methods", { customer, number: "4242424242424242" });
    const { id: otherCard } = other.body as { id: string };
    const paid = await sandbox.stripe.paymentIntents.confirm(id, {
      payment_method: otherCard,
      off_session: true,
    });
    expect(paid).toMatchObject({ status: "succeeded", last_payment_error: null });
  });

  it("is approved at the bank's page, and returns to the shop", async () => {
    const { id } = await newIntent("4000002760003184");
    const waiting = await confirmOnSession(id);
    const { url = "", return_url } = waiting.next_action?.redirect_to_url ?? {};
    expect(return_url).toBe(back);
    const page = await openPage(url);
    expect(page.text).toContain("Confirm that you want to pay €12.34");
    await page.submit({ decision: "approve" });
    expect([
      page.url.searchParams.get("payment_intent"),
      page.url.searchParams.get("redirect_status"),
    ]).toEqual([id, "succeeded"]);
    expect(await read(id)).toMatchObject({
      status: "succeeded",
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: "authenticated" } } } },
    });
    expect((await openPage(url)).text).toContain("This request is closed");
  });

  it("that is declined at the bank's page is charged nothing", async () => {
    const { id } = await newIntent("4000002500003155");
    const waiting = await confirmOnSession(id);
    const page = await openPage(waiting.next_action?.redirect_to_url?.url ?? "");
    await page.submit({ decision: "decline" });
    expect(page.url.searchParams.get("redirect_status")).toBe("failed");
    expect(await read(id)).toMatchObject({
      status: "requires_payment_method",
      latest_charge: null,
      last_payment_error: { code: "payment_intent_authentication_failure" },
    });
  });

  it("is charged once if the bank's page is submitted twice", async () => {
    const { id } = await newIntent("4000002760003184");
    const { next_action } = await confirmOnSession(id);
    const pages = await Promise.all([1, 2].map(() => openPage(next_action?.redirect_to_url?.url ?? "")));
    await Promise.all(pages.map((page) => page.submit({ decision: "approve" })));
    expect((await sandbox.stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
  });

  it("can be canceled until it is paid", async () => {
    const { stripe } = sandbox;
    const { id } = await newIntent("4242424242424242");
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
    expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
    await sandbox.receiver.waitFor("payment_intent.canceled", id);
    expect(await errorOf(confirmOffSession(id))).toMatchObject({ code: "payment_intent_unexpected_state" });
    const { id: paid } = await newIntent("4242424242424242", { confirm: true, off_session: true });
    expect(await errorOf(stripe.paymentIntents.cancel(paid))).toMatchObject({
      statusCode: 400,
      code: "payment_intent_unexpected_state",
    });
  });

  it("saves a card on request", async () => {
    const { stripe } = sandbox;
    const { customer, card, id } = await newIntent("4242424242424242", { setup_future_usage: "off_session" });
    await confirmOnSession(id);
    expect((await stripe.paymentMethods.list({ customer })).data.map((method) => method.id)).toEqual([card]);
  });

  it("is declined once its card has expired by the business clock", async () => {
    const { stripe } = sandbox;
    const customer = await stripe.customers.create();
    const soon = new Date(Date.now() + 5 * 86_400_000);
    const { body } = await sandbox.control("/payment-methods", {
      customer: customer.id,
      number: "4242424242424242",
      expiryMonth: soon.getUTCMonth() + 1,
      expiryYear: soon.getUTCFullYear(),
    });
    const { id: card } = body as { id: string };
    const pay = () =>
      stripe.paymentIntents.create({
        ...price,
        customer: customer.id,
        payment_method: card,
        confirm: true,
        off_session: true,
      });
    expect((await pay()).status).toBe("succeeded");
    await sandbox.advance(40 * 86_400);
    expect(await errorOf(pay())).toMatchObject({ code: "expired_card", decline_code: "expired_card" });
  });

  it.each([
    [{ amount: 49 }, "amount_too_small", "amount"],
    [{ amount: 100_000_000 }, "amount_too_large", "amount"],
    [{ customer: "cus_unknown" }, "resource_missing", "customer"],
    [{ payment_method: "pm_unknown" }, "resource_missing", "payment_method"],
    [{ off_session: true }, undefined, "off_session"],
    [{ currency: "euro" }, undefined, "currency"],
  ])("with %o is refused", async (changes, code, param) => {
    const call = sandbox.stripe.paymentIntents.create({ ...price, ...changes });
    expect(await errorOf(call)).toMatchObject({ type: "StripeInvalidRequestError", code, param });
  });

  it("of another customer's card, or of a detached one, is refused", async () => {
    const { stripe } = sandbox;
    const [{ card }, { customer }] = [
      await sandbox.customerWithCard("4242424242424242"),
      await sandbox.customerWithCard("4242424242424242"),
    ];
    const pay = (owner?: string) =>
      stripe.paymentIntents.create({
        ...price,
        customer: owner,
        payment_method: card,
        confirm: true,
        off_session: true,
      });
    expect(await errorOf(pay(customer))).toMatchObject({ statusCode: 400, param: "payment_method" });
    expect(await errorOf(pay())).toMatchObject({ statusCode: 400, param: "payment_method" });
    const { id, card: removed } = await newIntent("4242424242424242");
    await stripe.paymentMethods.detach(removed);
    expect(await errorOf(confirmOffSession(id))).toMatchObject({ statusCode: 400, param: "payment_method" });
  });
});

describe("trouble with charges", () => {
  const trouble = (kind: string) => sandbox.control("/trouble", { kind, times: 1 });
  const charges = async (id: string) =>
    (await sandbox.stripe.charges.list({ payment_intent: id })).data.length;

  it.each([
    ["error_before", "requires_confirmation", 0],
    ["error_after_charge", "succeeded", 1],
  ])("%s returns 500 for the same key again, and leaves the intent %s", async (kind, status, count) => {
    const { id } = await newIntent("4242424242424242");
    await trouble(kind);
    const confirm = (idempotencyKey: string) =>
      sandbox.stripe.paymentIntents.confirm(id, { off_session: true }, { idempotencyKey });
    const first = await errorOf(confirm(`${kind}-1`));
    expect(first).toMatchObject({ type: "StripeAPIError", statusCode: 500 });
    expect(await errorOf(confirm(`${kind}-1`))).toEqual(first);
    expect([(await read(id)).status, await charges(id)]).toEqual([status, count]);
    // With another key, the charge isn't repeated either.
    const again = await confirm(`${kind}-2`).then(
      (intent) => intent.status,
      (error) => error.code,
    );
    expect(again).toBe(count === 0 ? "succeeded" : "payment_intent_unexpected_state");
    expect(await charges(id)).toBe(1);
  });

  it("slow answers after 5 seconds, but charges at once", async () => {
    const { id } = await newIntent("4242424242424242");
    await trouble("slow");
    const startedMs = performance.now();
    const confirming = confirmOffSession(id);
    const charged = sandbox.receiver.waitFor("payment_intent.succeeded", id).then(() => "charged");
    expect(await Promise.race([charged, confirming])).toBe("charged");
    expect((await confirming).status).toBe("succeeded");
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(4990);
  });
});

describe("the page that takes a payment", () => {
  async function openSession(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
    const customer = await sandbox.stripe.customers.create({ email: "ada@example.com" });
    const session = await sandbox.stripe.checkout.sessions.create({
      mode: "payment",
      customer: customer.id,
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "eur", unit_amount: 1200, product_data: { name: "tea.com, 1 year" } },
        },
        { quantity: 2, price_data: { currency: "eur", unit_amount: 17, product_data: { name: "Extras" } } },
      ],
      payment_intent_data: { metadata: { order: "7" }, setup_future_usage: "off_session" },
      success_url: `${back}?session={CHECKOUT_SESSION_ID}`,
      cancel_url: back,
      ...changes,
    });
    return { customer: customer.id, session };
  }

  it("shows the lines and the total, charges once, and saves the card", async () => {
    const { customer, session } = await openSession();
    expect(session).toMatchObject({ amount_total: 1234, payment_intent: null, payment_status: "unpaid" });
    const page = await openPage(session.url);
    expect(page.text).toMatch(/€12\.34.*tea\.com, 1 year €12\.00.*2 × Extras €0\.34/);
    await page.enterCard("4242424242424242");
    expect(page.url.href).toBe(`${back}?session=${session.id}`);
    const done = await sandbox.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent.latest_charge"],
    });
    expect(done).toMatchObject({
      status: "complete",
      payment_status: "paid",
      customer_details: { email: "ada@example.com", name: "Ada Example" },
      payment_intent: { status: "succeeded", metadata: { order: "7" }, latest_charge: { amount: 1234 } },
    });
    expect((await sandbox.stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
    const { data: items } = await sandbox.stripe.checkout.sessions.listLineItems(session.id);
    expect(items.map(({ description, amount_total }) => [description, amount_total])).toEqual([
      ["tea.com, 1 year", 1200],
      ["Extras", 34],
    ]);
    await sandbox.receiver.waitFor("checkout.session.completed", session.id);
    expect(
      (await openPage(session.url ?? `${sandbox.cards.url}/pages/checkout/${session.id}`)).text,
    ).toContain("Paid");
  });

  it("charges once if it is submitted twice, also with a decline before", async () => {
    const { session } = await openSession();
    const first = await (await openPage(session.url)).enterCard("4000000000000002");
    expect([first.status, first.text]).toEqual([402, expect.stringContaining("Your card was declined.")]);
    const pages = await Promise.all([openPage(session.url), openPage(session.url)]);
    await Promise.all(pages.map((page) => page.enterCard("4242424242424242")));
    expect(pages.map((page) => page.url.host)).toEqual(["shop.example", "shop.example"]);
    const { payment_intent: id } = await sandbox.stripe.checkout.sessions.retrieve(session.id);
    const { data } = await sandbox.stripe.charges.list({ payment_intent: String(id) });
    expect(data.map(({ paid }) => paid)).toEqual([true, false]);
  });

  it("counts a declined form that is submitted twice once", async () => {
    const { session } = await openSession();
    const pages = await Promise.all([openPage(session.url), openPage(session.url)]);
    await Promise.all(pages.map((page) => page.enterCard("4000000000000002")));
    for (const page of pages) {
      expect(page.text).toContain("Your card was declined.");
    }
    const { payment_intent: id } = await sandbox.stripe.checkout.sessions.retrieve(session.id);
    expect((await sandbox.stripe.charges.list({ payment_intent: String(id) })).data).toHaveLength(1);
  });

  it("asks the bank on-session, even for a card that is set up", async () => {
    const { session } = await openSession();
    const page = await (await openPage(session.url)).enterCard("4000002500003155");
    expect(page.text).toContain("Confirm with your bank");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' https://shop.example");
    await page.submit({ decision: "approve" });
    expect(page.url.host).toBe("shop.example");
    expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
  });

  it("can't be paid through its intent, and cancels it when it expires", async () => {
    const { stripe } = sandbox;
    const { session } = await openSession();
    await (await openPage(session.url)).enterCard("4000002760003184");
    const id = String((await stripe.checkout.sessions.retrieve(session.id)).payment_intent);
    expect((await errorOf(stripe.paymentIntents.cancel(id))).message).toMatch("created by Checkout");
    await stripe.checkout.sessions.expire(session.id);
    expect((await read(id)).status).toBe("canceled");
    const page = await openPage(session.url ?? `${sandbox.cards.url}/pages/checkout/${session.id}`);
    expect(page.status).toBe(410);
  });

  it("doesn't tell whether it has charged when it fails, and shows it afterward", async () => {
    const { session } = await openSession();
    await sandbox.control("/trouble", { kind: "error_after_charge", times: 1 });
    const page = await (await openPage(session.url)).enterCard("4242424242424242");
    expect([page.status, page.text]).toEqual([500, expect.stringContaining("Something went wrong")]);
    expect((await page.open(page.url.href)).text).toContain("Your payment was received.");
  });

  it.each([
    [{ line_items: [] }, "line_items"],
    [{ expires_at: 1 }, "expires_at"],
    [{ success_url: "shop" }, "success_url"],
  ])("is refused with %o", async (changes, param) => {
    expect(await errorOf(openSession(changes))).toMatchObject({ statusCode: 400, param });
  });
});

it.skipIf(!hasDescription)(
  "every answer and event fits Stripe's published description (skipped without it)",
  () => {
    expect(sandbox.misfits()).toEqual([]);
  },
);
