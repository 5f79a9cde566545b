import { expect, it } from "vitest";
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
  /** Enters a card that pays on a hosted page. */
  enterCard(url: string): Promise<void>;
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
