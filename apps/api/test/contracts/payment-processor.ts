import { expect, it } from "vitest";
import { dayMs } from "../../src/kernel/durations.ts";
import { newId } from "../../src/kernel/ids.ts";
import {
  NoticeSignatureError,
  type PaymentProcessor,
  ProcessorError,
  type TestCards,
} from "../../src/modules/payments/ports.ts";

/** The environment that the contract's tests need. */
export type ProcessorWorld = {
  processor: PaymentProcessor;
  /** The same, without a server at the other end. */
  absentProcessor: PaymentProcessor;
  /** The same, with a key that the server doesn't know. */
  strangersProcessor: PaymentProcessor;
  testCards: TestCards;
  /** Enters a card on a hosted page, by default one that pays. Fails if the page doesn't accept it. */
  enterCard(url: string, number?: string): Promise<void>;
  /** Approves or declines at the bank. */
  decideAtBank(url: string, decision: "approve" | "decline"): Promise<void>;
  /** Disputes a charge, closes its dispute, or warns of fraud. Returns the object's id. */
  control(intentId: string, path: string, body?: object): Promise<string>;
  /** Passes the time after which an open page expires. */
  expirePages(): Promise<void>;
  /** Drops the connection after the next request is executed, before its response. */
  loseNextAnswer(): void;
  customerCount(): Promise<number>;
  signNotice(changes?: { secret?: string; ageSeconds?: number }): { body: string; signature: string };
};

const reasonOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ProcessorError ? error.reason : error;
};
const urls = { returnUrl: "http://panel.test/payments?page=1", cancelUrl: "http://panel.test/payments" };

/** The behavior of every payment processor. */
export function describeProcessor(world: () => ProcessorWorld): void {
  const newCustomer = () =>
    world().processor.createCustomer({ workspaceId: "wsp_1", idempotencyKey: newId() });
  const openPage = async () => {
    const customerId = await newCustomer();
    const page = await world().processor.openCardPage({ customerId, ...urls, idempotencyKey: newId() });
    return { customerId, ...page };
  };

  it("creates one customer and one page per idempotency key", async () => {
    const { processor } = world();
    const input = { workspaceId: "wsp_1", idempotencyKey: newId() };
    const customerId = await processor.createCustomer(input);
    expect(await processor.createCustomer(input)).toBe(customerId);
    expect(await newCustomer()).not.toBe(customerId);
    const page = { customerId, ...urls, idempotencyKey: newId() };
    expect(await processor.openCardPage(page)).toEqual(await processor.openCardPage(page));
  });

  it("repeats a request whose answer was lost, and creates nothing twice", async () => {
    const { loseNextAnswer, customerCount } = world();
    const before = await customerCount();
    loseNextAnswer();
    expect(await newCustomer()).toEqual(expect.any(String));
    expect(await customerCount()).toBe(before + 1);
  });

  it("saves the card that is entered on a page, for the page's customer", async () => {
    const { processor, enterCard } = world();
    const { id, url, customerId } = await openPage();
    expect(await processor.readCardPage(id)).toEqual({ state: "open" });
    await enterCard(url);
    const page = await processor.readCardPage(id);
    const cardId = page.state === "completed" ? page.cardId : "";
    expect(await processor.readCard(cardId)).toEqual({
      id: cardId,
      customerId,
      brand: "visa",
      last4: "4242",
      expiryMonth: expect.any(Number),
      expiryYear: expect.any(Number),
    });
  });

  it("reports a page that has expired", async () => {
    const { processor, expirePages } = world();
    const { id } = await openPage();
    await expirePages();
    expect(await processor.readCardPage(id)).toEqual({ state: "expired" });
  });

  it("detaches a card once, permanently", async () => {
    const { processor, testCards } = world();
    const customerId = await newCustomer();
    const cardId = await testCards.saveCard(customerId, "4242424242424242");
    expect(await processor.readCard(cardId)).toMatchObject({ customerId });
    await processor.detachCard(cardId);
    expect(await processor.readCard(cardId)).toMatchObject({ customerId: null });
    expect(await reasonOf(processor.detachCard(cardId))).toBe("refused");
  });

  it("deletes a customer with its cards, and can repeat it", async () => {
    const { processor, testCards } = world();
    const customerId = await newCustomer();
    const cardId = await testCards.saveCard(customerId, "4242424242424242");
    for (const _ of [1, 2]) {
      await processor.deleteCustomer(customerId);
      expect(await processor.isCustomerDeleted(customerId)).toBe(true);
    }
    expect(await processor.readCard(cardId)).toMatchObject({ customerId: null });
  });

  const newIntent = async (number: string) => {
    const { processor, testCards } = world();
    const customerId = await newCustomer();
    const cardId = await testCards.saveCard(customerId, number);
    const input = { customerId, cardId, amountCents: 1290, currency: "EUR", paymentId: "pay_1" };
    return { id: await processor.createIntent({ ...input, idempotencyKey: newId() }), cardId, input };
  };
  const confirm = (id: string, isOnSession = false) =>
    world().processor.confirmIntent(id, { isOnSession, returnUrl: urls.returnUrl });
  const visa = { brand: "visa", last4: "4242" };

  it("charges a card once it is confirmed, and only once", async () => {
    const { processor } = world();
    const { id, cardId, input } = await newIntent("4242424242424242");
    expect(await processor.readIntent(id)).toEqual({ id, state: "unconfirmed" });
    expect(await processor.readPaymentIdOfIntent(id)).toBe("pay_1");
    const paid = await confirm(id);
    const money = { amountCents: 1290, currency: "EUR" };
    const success = { id, state: "succeeded", cardId, card: visa, ...money, chargeId: expect.any(String) };
    expect(paid).toEqual(success);
    // A quick read gives up within seconds, which a busy machine can take.
    await expect.poll(() => processor.readIntent(id, { isQuick: true })).toEqual(paid);
    expect(await reasonOf(confirm(id))).toBe("refused");
    expect(await reasonOf(processor.cancelIntent(id))).toBe("refused");
    const twice = { ...input, idempotencyKey: newId() };
    expect(await processor.createIntent(twice)).toBe(await processor.createIntent(twice));
  });

  it("reports a decline with the bank's reason, and charges nothing after a cancellation", async () => {
    const { processor } = world();
    const { id } = await newIntent("4000000000000341");
    expect(await reasonOf(confirm(id))).toBe("declined");
    expect(await processor.readIntent(id)).toMatchObject({
      state: "declined",
      card: { last4: "0341" },
      failure: { code: "generic_decline", message: "Your card was declined." },
    });
    await processor.cancelIntent(id);
    expect(await processor.readIntent(id)).toEqual({ id, state: "canceled" });
    expect(await reasonOf(confirm(id))).toBe("refused");
  });

  it("sends the person to the bank on-session, and declines off-session", async () => {
    const { processor, decideAtBank } = world();
    const approved = await newIntent("4000002760003184");
    const waiting = await confirm(approved.id, true);
    await decideAtBank(waiting.state === "awaiting_customer" ? (waiting.url ?? "") : "", "approve");
    expect(await processor.readIntent(approved.id)).toMatchObject({ state: "succeeded" });
    const declined = await newIntent("4000002760003184");
    expect(await reasonOf(confirm(declined.id))).toBe("declined");
    expect(await processor.readIntent(declined.id)).toMatchObject({
      state: "declined",
      failure: { code: "authentication_required" },
    });
  });

  it("refuses a card that was removed, before and after the intent was created", async () => {
    const { processor } = world();
    const { id, cardId, input } = await newIntent("4242424242424242");
    await processor.detachCard(cardId);
    expect(await reasonOf(confirm(id))).toBe("refused");
    expect(await reasonOf(processor.createIntent({ ...input, idempotencyKey: newId() }))).toBe("refused");
  });

  const newPaymentPage = async () => {
    const customerId = await newCustomer();
    const order = { amountCents: 1290, currency: "EUR", title: "Order", paymentId: "pay_1" };
    const input = { customerId, ...order, ...urls, idempotencyKey: newId() };
    return { customerId, ...(await world().processor.openPaymentPage(input)) };
  };

  it("is paid on a page, which saves the card", async () => {
    const { processor, enterCard } = world();
    const { id, url, customerId } = await newPaymentPage();
    expect(await processor.readPaymentPage(id)).toEqual({ state: "open", intent: null });
    await expect(enterCard(url, "4000000000009995")).rejects.toThrow();
    expect(await processor.readPaymentPage(id)).toMatchObject({
      state: "open",
      intent: { state: "declined", failure: { code: "insufficient_funds" } },
    });
    await enterCard(url);
    await expect
      .poll(() => processor.readPaymentPage(id, { isQuick: true }))
      .toMatchObject({ state: "completed", intent: { state: "succeeded", amountCents: 1290, card: visa } });
    const { intent } = await processor.readPaymentPage(id);
    const cardId = intent?.state === "succeeded" ? intent.cardId : "";
    expect(await processor.readCard(cardId)).toMatchObject({ customerId });
    expect(await reasonOf(processor.expirePaymentPage(id))).toBe("refused");
  });

  it("expires a payment page, so that nothing is paid on it", async () => {
    const { processor, enterCard } = world();
    const { id, url } = await newPaymentPage();
    await processor.expirePaymentPage(id);
    expect(await processor.readPaymentPage(id)).toEqual({ state: "expired", intent: null });
    await expect(enterCard(url)).rejects.toThrow();
    expect(await reasonOf(processor.expirePaymentPage(id))).toBe("refused");
  });

  it("refunds once per idempotency key, and never more than was paid", async () => {
    const { processor } = world();
    const { id } = await newIntent("4242424242424242");
    await confirm(id);
    const refund = { intentId: id, amountCents: 290, refundId: "ref_1", idempotencyKey: newId() };
    const made = await processor.createRefund(refund);
    expect(made).toMatchObject({ state: "succeeded", amountCents: 290, intentId: id, refundId: "ref_1" });
    expect(await processor.createRefund(refund)).toEqual(made);
    expect(await processor.listRefunds(id)).toEqual([made]);
    const tooMuch = { ...refund, amountCents: 1001, idempotencyKey: newId() };
    expect(await reasonOf(processor.createRefund(tooMuch))).toBe("refused");
  });

  const aDayAgo = () => new Date(Date.now() - dayMs);

  it("lists what was paid since a time, in the order of the charges, with what it paid for", async () => {
    const { processor } = world();
    // The other way round, and one that is declined.
    const [later, sooner] = [await newIntent("4242424242424242"), await newIntent("4242424242424242")];
    const declined = await newIntent("4000000000000341");
    for (const { id } of [sooner, later]) {
      await confirm(id);
    }
    expect(await reasonOf(confirm(declined.id))).toBe("declined");
    const ids = [later.id, sooner.id, declined.id];
    const paid = await processor.listPaidIntents(aDayAgo());
    const times = paid.map(({ chargedAt }) => chargedAt.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const own = paid.filter(({ intent }) => ids.includes(intent.id));
    expect(own.map(({ intent }) => intent.id).toSorted()).toEqual([later.id, sooner.id].toSorted());
    const last = own.find(({ intent }) => intent.id === later.id);
    expect(last).toEqual({
      intent: await processor.readIntent(later.id),
      paymentId: "pay_1",
      details: {},
      chargedAt: expect.any(Date),
    });
    const chargedAtMs = last?.chargedAt.getTime() ?? 0;
    expect(await processor.listPaidIntents(new Date(chargedAtMs))).toContainEqual(last);
    expect(await processor.listPaidIntents(new Date(chargedAtMs + dayMs))).toEqual([]);
  });

  it("returns the details that an intent was created with, for an order that was lost", async () => {
    const { processor } = world();
    const { input } = await newIntent("4242424242424242");
    const details = { order: "ord_1", bought_0: '[{"kind":"registration"}]' };
    const id = await processor.createIntent({ ...input, details, idempotencyKey: newId() });
    await confirm(id);
    const paid = await processor.listPaidIntents(aDayAgo());
    expect(paid.find(({ intent }) => intent.id === id)).toMatchObject({ paymentId: "pay_1", details });
  });

  it("lists the charges that were refunded since a time, each once", async () => {
    const { processor } = world();
    const [{ id }, { id: kept }] = [await newIntent("4242424242424242"), await newIntent("4242424242424242")];
    await Promise.all([confirm(id), confirm(kept)]);
    for (const refundId of ["ref_1", "ref_2"]) {
      await processor.createRefund({ intentId: id, amountCents: 100, refundId, idempotencyKey: newId() });
    }
    const refunded = await processor.listRefundedIntents(aDayAgo());
    expect(refunded.filter((each) => each === id || each === kept)).toEqual([id]);
    const [{ chargedAt } = { chargedAt: new Date() }] = (await processor.listPaidIntents(aDayAgo())).slice(
      -1,
    );
    expect(await processor.listRefundedIntents(new Date(chargedAt.getTime() + dayMs))).toEqual([]);
  });

  it("reads disputes and fraud warnings of a charge, which can't be refunded while it is disputed", async () => {
    const { processor, control } = world();
    const { id } = await newIntent("4242424242424242");
    await confirm(id);
    const warningId = await control(id, "fraud-warning");
    const [warning] = await processor.listFraudWarnings(id);
    expect(warning).toMatchObject({ id: warningId, intentId: id, openedAt: expect.any(Date) });
    expect(await processor.listDisputes(id)).toEqual([]);
    const since = new Date((warning?.openedAt ?? new Date()).getTime());
    expect(await processor.listContestedIntents(since)).toContain(id);
    const disputeId = await control(id, "dispute");
    const of = {
      id: disputeId,
      intentId: id,
      chargeId: warning?.chargeId,
      amountCents: 1290,
      isInquiry: false,
    };
    expect(await processor.listDisputes(id)).toMatchObject([{ ...of, state: "open" }]);
    expect((await processor.listContestedIntents(since)).filter((each) => each === id)).toEqual([id]);
    expect(await processor.listContestedIntents(new Date(since.getTime() + dayMs))).toEqual([]);
    const refund = { intentId: id, amountCents: 1, refundId: "ref_1", idempotencyKey: newId() };
    expect(await reasonOf(processor.createRefund(refund))).toBe("refused");
    await control(id, "dispute/close", { won: true });
    expect(await processor.listDisputes(id)).toMatchObject([{ ...of, state: "won" }]);
  });

  it("gives up a dispute once, with the bank's deadline until then", async () => {
    const { processor, control } = world();
    const { id } = await newIntent("4242424242424242");
    await confirm(id);
    const disputeId = await control(id, "dispute");
    const [open] = await processor.listDisputes(id);
    expect(open?.evidenceDueAt?.getTime()).toBeGreaterThan(open?.openedAt.getTime() ?? 0);
    await processor.acceptDispute(disputeId);
    expect(await processor.listDisputes(id)).toMatchObject([{ id: disputeId, state: "lost" }]);
    expect(await reasonOf(processor.acceptDispute(disputeId))).toBe("refused");
  });

  it("reports objects that don't exist", async () => {
    const { processor } = world();
    const page = { customerId: "cus_unknown", ...urls, idempotencyKey: newId() };
    expect(await reasonOf(processor.openCardPage(page))).toBe("missing");
    const others = [
      processor.isCustomerDeleted("cus_unknown"),
      processor.readCardPage("cs_test_unknown"),
      processor.detachCard("pm_unknown"),
      processor.readCard("pm_unknown"),
    ];
    expect(await Promise.all(others.map(reasonOf))).toEqual(others.map(() => "misconfigured"));
    expect(await processor.isCustomerDeleted(await newCustomer())).toBe(false);
  });

  it("is unavailable without a response, misconfigured with a wrong key, and never quotes the key", async () => {
    const { absentProcessor, strangersProcessor } = world();
    const customer = { workspaceId: "wsp_1", idempotencyKey: newId() };
    const page = { customerId: "cus_1", ...urls, idempotencyKey: newId() };
    const calls = [
      absentProcessor.createCustomer(customer),
      absentProcessor.openCardPage(page),
      absentProcessor.readCardPage("cs_1"),
      absentProcessor.readCard("pm_1"),
      absentProcessor.detachCard("pm_1"),
      absentProcessor.confirmIntent("pi_1", { isOnSession: false, returnUrl: urls.returnUrl }),
      absentProcessor.readIntent("pi_1"),
      absentProcessor.listPaidIntents(new Date()),
      absentProcessor.listRefundedIntents(new Date()),
      absentProcessor.listContestedIntents(new Date()),
    ];
    expect(await Promise.all(calls.map(reasonOf))).toEqual(calls.map(() => "unavailable"));
    const error = await strangersProcessor.readCard("pm_1").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: "misconfigured" });
    expect(String(error)).not.toContain("sk_test_of_a_stranger");
  });

  it("reads notices with a valid signature that is at most five minutes old", () => {
    const { processor, signNotice } = world();
    const read = (changes: Parameters<typeof signNotice>[0] = {}, body?: string) =>
      processor.readNotice({ ...signNotice(changes), ...(body && { body }), now: new Date() });
    const notice = { id: "evt_1", subject: "card", cardId: "pm_1", customerId: "cus_1" };
    expect(read()).toEqual(notice);
    expect(read({ ageSeconds: 295 })).toEqual(notice);
    expect(() => read({ ageSeconds: 301 })).toThrow(NoticeSignatureError);
    expect(() => read({ secret: "whsec_of_a_stranger" })).toThrow(NoticeSignatureError);
    expect(() => read({}, signNotice().body.replace("pm_1", "pm_2"))).toThrow(NoticeSignatureError);
    const unsigned = { body: signNotice().body, signature: undefined, now: new Date() };
    expect(() => processor.readNotice(unsigned)).toThrow(NoticeSignatureError);
  });

  it("declines a test card that can't be saved", async () => {
    const { testCards } = world();
    const customerId = await newCustomer();
    expect(await reasonOf(testCards.saveCard(customerId, "4000000000000002"))).toBe("declined");
    expect(await reasonOf(testCards.saveCard(customerId, "4111111111111111"))).toBe("refused");
  });
}
