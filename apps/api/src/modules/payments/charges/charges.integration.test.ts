import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decideAtBank } from "../../../../test/support/payments/card-processor.ts";
import { type Charges, startCharges } from "../../../../test/support/payments/start-charges.ts";
import { enterCard, type Workspace } from "../../../../test/support/payments/start-payments.ts";
import { until } from "../../../../test/support/until.ts";
import { publicId } from "../../../kernel/ids.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import { type PaymentProcessor, ProcessorError } from "../ports.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { type ChargeResult, chargeCard } from "./charge-card.ts";
import { openPaymentPage } from "./open-payment-page.ts";
import { settlePayment } from "./settle-payment.ts";

let charges: Charges;
let workspace: Workspace;
beforeAll(async () => {
  charges = await startCharges();
});
afterAll(() => charges?.api[Symbol.asyncDispose]());
beforeEach(async () => {
  workspace = await charges.api.createWorkspace();
});

const returnUrl = "http://localhost:3999/orders/1";
const always = "4000002760003184";
const declinedWhenCharged = "4000000000000341";

async function unpaid(number?: string): Promise<PaymentRow> {
  if (number !== undefined) {
    await charges.saveCard(workspace.owner, number);
  }
  return charges.insert(workspace);
}

type Changes = Partial<PaymentProcessor>;
const offSession = ({ id }: PaymentRow, changes: Changes = {}) =>
  chargeCard(charges.ctxWith(changes), id, { isOnSession: false, returnUrl });
const onSession = ({ id }: PaymentRow) => chargeCard(charges.ctx, id, { isOnSession: true, returnUrl });
const bankUrlOf = (result: ChargeResult): string => {
  if (result.state !== "authentication_required") {
    throw new Error(`the charge is ${result.state}`);
  }
  return result.url;
};

const away = () => Promise.reject(new ProcessorError("unavailable", "no answer"));
/** Executed, but its answer is lost. */
const answerLost =
  <Input extends unknown[]>(call: (...input: Input) => Promise<unknown>) =>
  async (...input: Input): Promise<never> => {
    await call(...input);
    return away();
  };

/** Paid exactly once, and everything that follows from it happened once. */
async function expectPaidOnce(payment: PaymentRow): Promise<void> {
  const { payment: row, events, ledger, refunds } = await charges.stored(payment);
  const received = events.filter(({ type }) => type === "payment.received");
  expect({
    status: row.status,
    charges: await charges.chargeCount(payment),
    received: received.map(({ data }) => data),
    orderTold: charges.receivedCount(payment),
    ledger,
    refunds,
  }).toEqual({
    status: "received",
    charges: 1,
    received: [
      {
        paymentId: publicId("pay", payment.id),
        amountCents: 1290,
        currency: "EUR",
        receivedAt: row.receivedAt?.toISOString(),
      },
    ],
    orderTold: 1,
    ledger: { entries: 3, sum: 0, processor: 1290 },
    refunds: [],
  });
}

describe("a charge of a saved card", () => {
  it("is received, and starts the cooldown", async () => {
    const payment = await unpaid("4242424242424242");
    expect(await offSession(payment)).toEqual({ state: "received" });
    await expectPaidOnce(payment);
    const { payment: row, attempts } = await charges.stored(payment);
    expect(row).toMatchObject({ card: { brand: "visa", last4: "4242" }, cooldownState: "running" });
    expect(attempts).toMatchObject([{ state: "succeeded", nextCheckAt: null, isOnSession: false }]);
    expect(await offSession(payment)).toEqual({ state: "received" });
    await expectPaidOnce(payment);
  });

  it("uses the given card instead of the default one", async () => {
    const payment = await unpaid("4242424242424242");
    const { id } = await charges.saveCard(workspace.owner, "5555555555554444");
    const paymentMethodId = charges.paymentMethodRowId(id);
    await chargeCard(charges.ctx, payment.id, { paymentMethodId, isOnSession: false, returnUrl });
    expect((await charges.stored(payment)).payment.card).toEqual({ brand: "mastercard", last4: "4444" });
  });

  it("needs a card of the same workspace", async () => {
    const payment = await unpaid();
    const other = await charges.api.createWorkspace();
    const { id } = await charges.saveCard(other.owner);
    const paymentMethodId = charges.paymentMethodRowId(id);
    expect(await offSession(payment)).toEqual({ state: "no_card" });
    expect(
      await chargeCard(charges.ctx, payment.id, { paymentMethodId, isOnSession: false, returnUrl }),
    ).toEqual({ state: "no_card" });
    expect((await charges.stored(payment)).attempts).toEqual([]);
  });

  it("that is declined fails with the bank's reason, and can be paid with another card", async () => {
    const payment = await unpaid(declinedWhenCharged);
    const failure = { code: "generic_decline", message: "Your card was declined." };
    expect(await offSession(payment)).toEqual({ state: "declined", ...failure });
    const { payment: failed, events } = await charges.stored(payment);
    expect(failed).toMatchObject({ status: "failed", failure, receivedAt: null, cooldownState: null });
    expect(events).toMatchObject([{ type: "payment.failed", data: { reason: "generic_decline" } }]);
    const card = await charges.saveCard(workspace.owner);
    const paymentMethodId = charges.paymentMethodRowId(card.id);
    await chargeCard(charges.ctx, payment.id, { paymentMethodId, isOnSession: true, returnUrl });
    await expectPaidOnce(payment);
    expect((await charges.stored(payment)).states).toEqual(["failed", "succeeded"]);
  });

  it("that is declined is in the list of cards with its reason, until a charge of the card succeeds", async () => {
    const owned = await charges.api.createWorkspace();
    const declined = await charges.saveCard(owned.owner, declinedWhenCharged);
    const other = await charges.saveCard(owned.owner);
    const listed = async () =>
      (await charges.list(owned.owner)).map(({ id, lastFailure }) => ({ id, lastFailure }));
    expect(await listed()).toEqual([
      { id: declined.id, lastFailure: null },
      { id: other.id, lastFailure: null },
    ]);
    const first = await charges.insert(owned);
    const later = await charges.insert(owned);
    await offSession(later);
    const failedAt = (await charges.stored(later)).attempts[0]?.finishedAt?.toISOString();
    const reason = { code: "generic_decline", message: "Your card was declined.", failedAt };
    expect(await listed()).toEqual([
      { id: declined.id, lastFailure: reason },
      { id: other.id, lastFailure: null },
    ]);
    const paymentMethodId = charges.paymentMethodRowId(other.id);
    await chargeCard(charges.ctx, first.id, { paymentMethodId, isOnSession: true, returnUrl });
    expect(await listed()).toEqual([
      { id: declined.id, lastFailure: reason },
      { id: other.id, lastFailure: null },
    ]);
    // An older payment can have the last charge: a renewal that is tried again.
    await charges.api.sql`
      update payment_attempts set processor_card_id =
        (select processor_card_id from payment_attempts where payment_id = ${later.id})
      where payment_id = ${first.id}`;
    expect((await listed())[0]).toEqual({ id: declined.id, lastFailure: null });
  });

  it("that needs authentication is declined off-session", async () => {
    const payment = await unpaid(always);
    expect(await offSession(payment)).toMatchObject({ state: "declined", code: "authentication_required" });
  });

  it("waits on-session for the person at their bank", async () => {
    const payment = await unpaid(always);
    const bankUrl = bankUrlOf(await onSession(payment));
    expect((await charges.stored(payment)).payment.status).toBe("pending");
    await decideAtBank(bankUrl, "approve");
    await settlePayment(charges.ctx, payment.id, { isQuick: true });
    await expectPaidOnce(payment);
  });

  it("that is declined at the bank's page fails, and the next one ends an older request at the bank", async () => {
    const payment = await unpaid(always);
    await decideAtBank(bankUrlOf(await onSession(payment)), "decline");
    await settlePayment(charges.ctx, payment.id);
    expect((await charges.stored(payment)).payment).toMatchObject({
      status: "failed",
      failure: { code: "payment_intent_authentication_failure" },
    });
    const older = bankUrlOf(await onSession(payment));
    const newer = bankUrlOf(await onSession(payment));
    await decideAtBank(older, "approve");
    await decideAtBank(newer, "approve");
    await settlePayment(charges.ctx, payment.id);
    await expectPaidOnce(payment);
    expect((await charges.stored(payment)).states).toEqual(["failed", "canceled", "succeeded"]);
  });

  it("finds a card that was removed at the processor meanwhile", async () => {
    const card = await charges.saveCard(workspace.owner);
    const payment = await unpaid();
    await charges.processor.detachCard(await charges.processorIdOf(card.id));
    expect(await offSession(payment)).toEqual({ state: "no_card" });
    expect((await charges.stored(payment)).states).toEqual(["canceled"]);
    expect(await charges.list(workspace.owner)).toEqual([]);
  });
});

describe("a charge that goes wrong", () => {
  it("is made once if the processor fails before it", async () => {
    const payment = await unpaid("4242424242424242");
    await charges.trouble("error_before");
    expect(await offSession(payment)).toEqual({ state: "received" });
    await expectPaidOnce(payment);
  });

  it("is made once if the processor fails after it", async () => {
    const payment = await unpaid("4242424242424242");
    await charges.trouble("error_after_charge");
    expect(await offSession(payment)).toEqual({ state: "received" });
    await expectPaidOnce(payment);
  });

  it("is made by the sweep if the processor fails before it, again and again", async () => {
    const payment = await unpaid("4242424242424242");
    await charges.trouble("error_before", 2);
    expect(await offSession(payment)).toEqual({ state: "unknown" });
    expect((await charges.stored(payment)).states).toEqual(["confirming"]);
    await charges.sweep(payment);
    await expectPaidOnce(payment);
  });

  const { createIntent, confirmIntent, readIntent } = {
    createIntent: (...input: Parameters<PaymentProcessor["createIntent"]>) =>
      charges.processor.createIntent(...input),
    confirmIntent: (...input: Parameters<PaymentProcessor["confirmIntent"]>) =>
      charges.processor.confirmIntent(...input),
    readIntent: away,
  };
  it.each<[string, Changes, string]>([
    ["before the intent is created", { createIntent: away }, "starting"],
    ["before the intent's id is stored", { createIntent: answerLost(createIntent) }, "starting"],
    ["before the intent is confirmed", { confirmIntent: away, readIntent }, "confirming"],
    ["after the card was charged", { confirmIntent: answerLost(confirmIntent), readIntent }, "confirming"],
  ])("%s is continued by the sweep, and made once", async (_when, changes, state) => {
    const payment = await unpaid("4242424242424242");
    expect(await offSession(payment, changes)).toEqual({ state: "unknown" });
    expect((await charges.stored(payment)).states).toEqual([state]);
    await charges.sweep(payment, changes);
    await charges.sweep(payment);
    await expectPaidOnce(payment);
  });

  it("is tried again with another idempotency key, since the processor repeats a stored failure", async () => {
    const payment = await unpaid("4242424242424242");
    const keys: string[] = [];
    const stored: Changes["createIntent"] = async ({ idempotencyKey, ...input }) => {
      const isRepeated = keys.includes(idempotencyKey);
      keys.push(idempotencyKey);
      return keys.length === 1 || isRepeated ? away() : createIntent({ idempotencyKey, ...input });
    };
    await offSession(payment, { createIntent: stored });
    await charges.sweep(payment, { createIntent: stored });
    expect(keys).toHaveLength(2);
    await expectPaidOnce(payment);
  });

  it("is recorded by the sweep if the process dies while it is recorded", async () => {
    const payment = await unpaid("4242424242424242");
    const died = new Error("the process died");
    const orders = { ...charges.orders, whenPaymentReceived: () => Promise.reject(died) };
    const dying = { ...charges.ctx, orders };
    await chargeCard(dying, payment.id, { isOnSession: false, returnUrl });
    const { payment: row, events, ledger } = await charges.stored(payment);
    expect([row.status, events, ledger?.entries]).toEqual(["pending", [], 0]);
    await charges.sweep(payment);
    await expectPaidOnce(payment);
  });

  it("is not started again while its outcome is unknown", async () => {
    const payment = await unpaid("4242424242424242");
    const lost = { confirmIntent: answerLost(confirmIntent), readIntent };
    await offSession(payment, lost);
    const blind = { ...lost, cancelIntent: away };
    expect(await offSession(payment, blind)).toEqual({ state: "unknown" });
    await charges.api.sql`update payment_attempts set next_check_at = now() - interval '1 hour'`;
    expect(await offSession(payment, blind)).toEqual({ state: "unknown" });
    expect((await charges.stored(payment)).states).toEqual(["confirming"]);
    expect(await offSession(payment)).toEqual({ state: "received" });
    await expectPaidOnce(payment);
  });

  it("declines in the sweep as it does in the request", async () => {
    const payment = await unpaid(declinedWhenCharged);
    await offSession(payment, { confirmIntent: answerLost(confirmIntent), readIntent });
    await charges.sweep(payment);
    const { payment: row, events } = await charges.stored(payment);
    expect([row.status, events.map(({ type }) => type)]).toEqual(["failed", ["payment.failed"]]);
  });

  it("throws if another amount was charged, and records nothing", async () => {
    const payment = await unpaid("4242424242424242");
    const confirmed = async (...input: Parameters<PaymentProcessor["confirmIntent"]>) => {
      const intent = await confirmIntent(...input);
      return intent.state === "succeeded" ? { ...intent, amountCents: 1 } : intent;
    };
    await offSession(payment, { confirmIntent: confirmed });
    expect((await charges.stored(payment)).payment.status).toBe("pending");
  });
});

it("holds no database transaction while the processor is called", async () => {
  const open: number[] = [];
  const observing = <Input extends unknown[], Result>(call: (...input: Input) => Promise<Result>) => {
    return async (...input: Input): Promise<Result> => {
      const [row] = await charges.api.sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'
          and application_name = 'zonepost-test'`;
      open.push(row?.count ?? 0);
      return call(...input);
    };
  };
  const { createIntent, confirmIntent, readIntent } = charges.processor;
  const payment = await unpaid("4242424242424242");
  await offSession(payment, {
    createIntent: observing(createIntent),
    confirmIntent: observing(confirmIntent),
    readIntent: observing(readIntent),
  });
  expect(open).toEqual([0, 0]);
});

describe("two charges at once", () => {
  it("in several requests are made once", async () => {
    const payment = await unpaid("4242424242424242");
    const { sql } = charges.api;
    const waiting = async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return row?.count ?? 0;
    };
    // All have found no other attempt, and wait for the payment's lock.
    const requests: Promise<ChargeResult>[] = [];
    await sql.begin(async (tx) => {
      await tx`select from payments where id = ${payment.id} for update`;
      requests.push(offSession(payment), offSession(payment), offSession(payment));
      await until("all requests wait", async () => (await waiting()) === 3);
    });
    const states = (await Promise.all(requests)).map(({ state }) => state);
    expect(states.sort()).toEqual(["received", "unknown", "unknown"]);
    await expectPaidOnce(payment);
  });

  it("by a request and two sweeps are made once", async () => {
    const payment = await unpaid("4242424242424242");
    await offSession(payment, { createIntent: away });
    await Promise.all([charges.sweep(payment), charges.sweep(payment), offSession(payment)]);
    await charges.sweep(payment);
    await expectPaidOnce(payment);
  });

  it("on a page and with a card: the page is paid first, and the card isn't charged", async () => {
    const payment = await unpaid("4242424242424242");
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    await enterCard(url, "5555555555554444");
    expect(await offSession(payment)).toEqual({ state: "received" });
    await expectPaidOnce(payment);
  });

  it("on a page and with a card: the card is charged first, and the page is closed", async () => {
    const payment = await unpaid("4242424242424242");
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    expect(await offSession(payment)).toEqual({ state: "received" });
    await expect(enterCard(url)).rejects.toThrow();
    await expectPaidOnce(payment);
  });

  it("that both succeed are refunded once, without a second event", async () => {
    const payment = await unpaid("4242424242424242");
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    const [page] = (await charges.stored(payment)).attempts;
    // The page is paid after it was read, and before it is closed.
    const cancelTooLate = {
      expirePaymentPage: () => Promise.reject(new ProcessorError("refused", "too late")),
      readPaymentPage: async () => ({ state: "expired", intent: null }) as const,
    };
    await offSession(payment, cancelTooLate);
    await enterCard(url, "5555555555554444");
    const paid = { id: page?.pageId, object: "checkout.session" };
    await Promise.all([1, 2, 3].map((n) => charges.notice("checkout.session.completed", paid, `evt_${n}`)));
    const { payment: row, states, events, ledger, refunds } = await charges.stored(payment);
    expect(row).toMatchObject({ status: "received", refundedCents: 0, card: { last4: "4242" } });
    expect(states).toEqual(["succeeded", "succeeded"]);
    expect(events.map(({ type }) => type)).toEqual(["payment.received"]);
    expect(charges.receivedCount(payment)).toBe(1);
    expect(ledger).toEqual({ entries: 6, sum: 0, processor: 2580 });
    expect(refunds).toMatchObject([
      {
        reason: "paid_twice",
        state: "pending",
        amountCents: 1290,
        taxCents: 206,
        nextCheckAt: expect.any(Date),
      },
    ]);
    await charges.sendRefunds();
    const after = await charges.stored(payment);
    expect(after.refunds).toMatchObject([{ state: "succeeded" }]);
    expect(after.payment).toMatchObject({ status: "received", refundedCents: 0, cooldownState: "running" });
    expect(after.events.map(({ type }) => type)).toEqual(["payment.received"]);
    expect(after.ledger).toMatchObject({ sum: 0, processor: 1290 });
  });
});

describe("a payment page", () => {
  it("is used again, saves the card, and continues at the return URL once it is paid", async () => {
    const payment = await unpaid();
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    expect(await openPaymentPage(charges.ctx, payment.id, { returnUrl })).toEqual({ url });
    await enterCard(url);
    expect(await openPaymentPage(charges.ctx, payment.id, { returnUrl })).toEqual({ url: returnUrl });
    await expectPaidOnce(payment);
    expect(await charges.list(workspace.owner)).toMatchObject([{ last4: "4242", isDefault: true }]);
    expect((await charges.stored(payment)).attempts).toMatchObject([{ nextCheckAt: null }]);
  });

  it("reports each decline, and can still be paid", async () => {
    const payment = await unpaid();
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    const typesAfter = async (number: string) => {
      await enterCard(url, number).catch(() => undefined);
      await settlePayment(charges.ctx, payment.id);
      await settlePayment(charges.ctx, payment.id);
      return (await charges.stored(payment)).events.map(({ type }) => type);
    };
    expect(await typesAfter("4000000000009995")).toEqual(["payment.failed"]);
    expect(await typesAfter("4000000000000002")).toEqual(["payment.failed", "payment.failed"]);
    expect(await typesAfter("4242424242424242")).toEqual([
      "payment.failed",
      "payment.failed",
      "payment.received",
    ]);
    await expectPaidOnce(payment);
  });

  it("stores the paid card later if it can't be read now", async () => {
    const payment = await unpaid();
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    await enterCard(url);
    await settlePayment(charges.ctxWith({ readCard: away }), payment.id);
    await expectPaidOnce(payment);
    expect(await charges.storedCount(workspace.id)).toBe(0);
    await charges.sweep(payment);
    expect(await charges.storedCount(workspace.id)).toBe(1);
    expect((await charges.stored(payment)).attempts).toMatchObject([{ nextCheckAt: null }]);
  });

  it("that can't be opened leaves nothing behind", async () => {
    const payment = await unpaid();
    const opening = openPaymentPage(charges.ctxWith({ openPaymentPage: away }), payment.id, { returnUrl });
    await expect(opening).rejects.toMatchObject({ code: "processor_unavailable" });
    expect((await openPaymentPage(charges.ctx, payment.id, { returnUrl })).url).toMatch(/^http/);
  });

  it("that expires unpaid ends without an event", async () => {
    const payment = await unpaid();
    await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    const [attempt] = (await charges.stored(payment)).attempts;
    await charges.processor.expirePaymentPage(attempt?.pageId ?? "");
    await charges.notice("checkout.session.expired", { id: attempt?.pageId });
    const { states, events, payment: row } = await charges.stored(payment);
    expect([states, events, row.status]).toEqual([["canceled"], [], "pending"]);
  });
});

describe("notices of a charge", () => {
  const intentNotice = async (payment: PaymentRow, type: string, id?: string) => {
    const [attempt] = (await charges.stored(payment)).attempts;
    const object = { id: attempt?.intentId, metadata: { payment: publicId("pay", payment.id) } };
    return charges.notice(type, object, id);
  };

  it("record it once, however often and in whatever order they arrive", async () => {
    const payment = await unpaid(always);
    await decideAtBank(bankUrlOf(await onSession(payment)), "approve");
    const types = ["payment_failed", "succeeded", "succeeded", "canceled", "payment_failed"];
    await Promise.all(
      types.map((type, at) => intentNotice(payment, `payment_intent.${type}`, `evt_${at}_${payment.id}`)),
    );
    await intentNotice(payment, "payment_intent.succeeded", `evt_1_${payment.id}`);
    await expectPaidOnce(payment);
  });

  it("find a page by the payment that its intent carries, before the person returns", async () => {
    const payment = await unpaid();
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    await enterCard(url);
    const object = { id: "pi_not_stored_yet", metadata: { payment: publicId("pay", payment.id) } };
    const id = `evt_of_${payment.id}`;
    await charges.notice("payment_intent.succeeded", object, id);
    await expectPaidOnce(payment);
    expect(await charges.api.sql`select id from inbound_notices where id = ${id}`).toHaveLength(1);
  });

  it("of a dispute can arrive before those of the page that was paid", async () => {
    const payment = await unpaid();
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    await enterCard(url);
    const [intent] = await charges.api.sql`
      select id from cards.objects where kind = 'payment_intent'
        and body -> 'metadata' ->> 'payment' = ${publicId("pay", payment.id)}`;
    await charges.api.wired.ports.testCards?.openDispute(intent?.id);
    await charges.notice("charge.dispute.created", { id: "du_1", payment_intent: intent?.id });
    expect((await charges.stored(payment)).payment.status).toBe("disputed");
  });

  it("of another program's payments change nothing", async () => {
    await charges.notice("payment_intent.succeeded", { id: "pi_strange", metadata: {} });
    await charges.notice("payment_intent.succeeded", { id: "pi_strange", metadata: { payment: "order 1" } });
    await charges.notice("checkout.session.completed", { id: "cs_strange" });
  });
});

describe("the sweep", () => {
  it("finds a payment whose notice was lost", async () => {
    const payment = await unpaid();
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    await enterCard(url);
    await charges.sweep(payment);
    await expectPaidOnce(payment);
  });

  it("ends what is still open once the payment is received", async () => {
    const payment = await unpaid(always);
    const bankUrl = bankUrlOf(await onSession(payment));
    const tooLate = {
      cancelIntent: () => Promise.reject(new ProcessorError("refused", "too late")),
      readIntent: async (id: string) => ({ id, state: "canceled" }) as const,
    };
    const { url } = await openPaymentPage(charges.ctxWith(tooLate), payment.id, { returnUrl });
    const reopened = charges.api.sql`
      update payment_attempts set state = 'confirming' where payment_id = ${payment.id} and kind = 'card'`;
    await expect(reopened).rejects.toMatchObject({ constraint_name: "payment_attempts_open_key" });
    await decideAtBank(bankUrl, "approve");
    const [first] = (await charges.stored(payment)).attempts;
    await charges.notice("payment_intent.succeeded", { id: first?.intentId, metadata: {} });
    expect((await charges.stored(payment)).states).toEqual(["succeeded", "awaiting_customer"]);
    await charges.sweep(payment);
    expect((await charges.stored(payment)).states).toEqual(["succeeded", "canceled"]);
    await expect(enterCard(url)).rejects.toThrow();
    await expectPaidOnce(payment);
  });
});

describe("an order that is cancelled", () => {
  it("can't be paid any more, and sends no event", async () => {
    const payment = await unpaid();
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    expect(await cancelPayment(charges.ctx, payment.id)).toBe("canceled");
    await expect(enterCard(url)).rejects.toThrow();
    const { states, events } = await charges.stored(payment);
    expect([states, events]).toEqual([["canceled"], []]);
  });

  it("ends a request at the bank, and a charge that was never sent", async () => {
    const payment = await unpaid(always);
    const bankUrl = bankUrlOf(await onSession(payment));
    expect(await cancelPayment(charges.ctx, payment.id)).toBe("canceled");
    await decideAtBank(bankUrl, "approve");
    const other = await unpaid("4242424242424242");
    await offSession(other, { createIntent: away });
    expect(await cancelPayment(charges.ctx, other.id)).toBe("canceled");
    await charges.sweep(other);
    expect([await charges.chargeCount(payment), await charges.chargeCount(other)]).toEqual([0, 0]);
  });

  it("is told that the money has arrived instead", async () => {
    const payment = await unpaid();
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    await enterCard(url);
    expect(await cancelPayment(charges.ctx, payment.id)).toBe("received");
    await expectPaidOnce(payment);
  });

  it("keeps waiting while the processor doesn't respond", async () => {
    const payment = await unpaid();
    await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    const cancelling = cancelPayment(charges.ctxWith({ expirePaymentPage: away }), payment.id);
    await expect(cancelling).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("returns money that arrives anyway in full, and never counts it as received", async () => {
    const payment = await unpaid();
    const { url } = await openPaymentPage(charges.ctx, payment.id, { returnUrl });
    await enterCard(url);
    charges.cancelledOrders.add(payment.orderId);
    await settlePayment(charges.ctx, payment.id);
    const { refunds, payment: row } = await charges.stored(payment);
    expect(row).toMatchObject({ status: "pending", receivedAt: null, lateChargeAt: expect.any(Date) });
    expect(refunds).toMatchObject([{ reason: "order_canceled", amountCents: 1290, state: "pending" }]);
    await charges.sendRefunds();
    const after = await charges.stored(payment);
    expect(after.refunds).toMatchObject([{ state: "succeeded" }]);
    expect(after.payment).toMatchObject({ status: "pending", refundedCents: 0, cooldownState: null });
    expect(after.events).toEqual([]);
    expect(after.ledger).toMatchObject({ sum: 0, processor: 0 });
    expect(charges.receivedCount(payment)).toBe(0);
  });

  it("begins no charge and opens no page any more", async () => {
    const payment = await unpaid("4242424242424242");
    charges.cancelledOrders.add(payment.orderId);
    expect(await offSession(payment)).toEqual({ state: "withdrawn" });
    const opening = openPaymentPage(charges.ctx, payment.id, { returnUrl });
    await expect(opening).rejects.toMatchObject({ code: "payment_ended" });
    expect(await charges.stored(payment)).toMatchObject({ states: [], refunds: [] });
  });

  it("begins no charge if the order objects", async () => {
    const payment = await unpaid("4242424242424242");
    const orders = { ...charges.orders, whenChargeBegins: async () => false };
    const ctx = { ...charges.ctx, orders };
    expect(await chargeCard(ctx, payment.id, { isOnSession: false, returnUrl })).toEqual({
      state: "withdrawn",
    });
    expect((await charges.stored(payment)).states).toEqual([]);
    expect(await charges.chargeCount(payment)).toBe(0);
  });
});

describe("GET /payments", () => {
  it("lists the workspace's payments, newest first, and reads an open one from the processor", async () => {
    const older = await unpaid("4242424242424242");
    const newer = await unpaid();
    await offSession(older);
    const { cookie } = workspace.owner;
    const list = await charges.api.call({ path: "/payments", cookie });
    expect(list.json.map(({ id }: { id: string }) => id)).toEqual(
      [newer, older].map(({ id }) => publicId("pay", id)),
    );
    const one = await charges.api.call({ path: `/payments/${publicId("pay", older.id)}`, cookie });
    const { payment: row } = await charges.stored(older);
    expect(one.json).toEqual({
      id: publicId("pay", older.id),
      orderId: publicId("ord", older.orderId),
      status: "received",
      amountCents: 1290,
      taxCents: 206,
      refundedCents: 0,
      currency: "EUR",
      createdAt: row.createdAt.toISOString(),
      receivedAt: row.receivedAt?.toISOString(),
      confirmsAt: row.cooldownDueAt?.toISOString(),
      confirmedAt: null,
      cooldown: { state: "running" },
      card: { brand: "visa", last4: "4242" },
      failure: null,
    });
    expect((await charges.api.call({ path: "/payments?limit=1", cookie })).json).toHaveLength(1);
  });
});
