import { paymentAttempts, payments, type StoredActor } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { advanceClock } from "../../../../test/support/advance-clock.ts";
import {
  type Api,
  type Payments,
  startPayments,
  systemCtx,
  type Workspace,
} from "../../../../test/support/payments/start-payments.ts";
import { until } from "../../../../test/support/until.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { chargeCard } from "../charges/charge-card.ts";
import { insertPayment } from "../charges/insert-payment.ts";
import { releaseWarnings } from "../cooldown/release-warnings.ts";
import { lockPayment, type PaymentRow } from "../model/payment-row.ts";
import type { RefundRow } from "../model/refund-row.ts";
import {
  type PaymentListener,
  type PaymentProcessor,
  type ProcessorDispute,
  ProcessorError,
  type TestCards,
} from "../ports.ts";
import { requestRefund } from "../refunds/request-refund.ts";
import { checkDueCooldowns, checkDueDisputes, checkDueRefunds } from "./check-due-payments.ts";
import { readDisputes } from "./read-payment-history.ts";
import { reconcilePaidPayment } from "./reconcile-paid-payment.ts";
import { sendRefund } from "./send-refund.ts";

let fixture: Payments;
let api: Api;
let workspace: Workspace;
let processor: PaymentProcessor;
let testCards: TestCards;
const requestedBy: StoredActor = { kind: "system", id: null, name: "test" };
const { signal } = new AbortController();

beforeAll(async () => {
  fixture = await startPayments();
  ({ api } = fixture);
  workspace = await api.createWorkspace();
  processor = api.wired.ports.processors.current as PaymentProcessor;
  testCards = api.wired.ports.testCards as TestCards;
});
afterAll(() => api?.[Symbol.asyncDispose]());

const orders: PaymentListener = {
  describeOrder: async () => ({}),
  isAwaitingPayment: async () => true,
  whenChargeBegins: async () => true,
  whenChargeStops: async () => {},
  whenPaymentReceived: async () => {},
  whenPaymentConfirmed: async () => {},
  whenPaymentReturned: async () => {},
  whenConfirmationNeeded: async () => {},
  whenRefundEnds: async () => {},
  whenDisputesChange: async () => {},
};

const ctxWith = (given: PaymentProcessor = processor) => ({
  ...systemCtx(api, given, orders),
  clock: api.wired.clock,
});

/** Without lines: the API, which gets the notices, queues its emails. */
async function insertOrder(createdAt: Date): Promise<string> {
  const id = newId();
  await api.sql`
    insert into orders (id, workspace_id, state, origin, total_cents, tax_cents, tax_percent, currency, actor, created_at)
    values (${id}, ${workspace.id}, 'completed', 'request', 1190, 190, '19', 'EUR', '{}', ${createdAt.toISOString()})`;
  return id;
}

/** A payment of 11.90 with 1.90 tax, received now. */
async function receive(number?: string) {
  const card = await fixture.saveCard(workspace.owner, number);
  const now = await api.wired.clock.now();
  const price = { amountCents: 1190, taxCents: 190, currency: "EUR" };
  const orderId = await insertOrder(now);
  const { id } = await api.db.transaction((tx) =>
    insertPayment(tx, { workspaceId: workspace.id, orderId, ...price }, now),
  );
  await chargeCard(ctxWith(), id, {
    paymentMethodId: rowId("pmt", card.id),
    isOnSession: false,
    returnUrl: "http://localhost:3999",
  });
  const [attempt] = await api.db.select().from(paymentAttempts).where(eq(paymentAttempts.paymentId, id));
  return { id, intentId: attempt?.intentId ?? "" };
}

const request = (paymentId: string, amountCents = 1190): Promise<RefundRow> =>
  api.db.transaction(async (tx) =>
    requestRefund(
      tx,
      ctxWith(),
      {
        payment: await lockPayment(tx, paymentId),
        amountCents,
        lineAmounts: [],
        reason: "requested",
        requestedBy,
        requestId: null,
      },
      await api.wired.clock.now(),
    ),
  );

const refund = async (paymentId: string, amountCents?: number, given?: PaymentProcessor) =>
  sendRefund(ctxWith(given), (await request(paymentId, amountCents)).id);

async function read(id: string) {
  const [row] = await api.db.select().from(payments).where(eq(payments.id, id));
  return row;
}

const eventsOf = async (id: string): Promise<{ type: string; refundedCents?: number }[]> =>
  (
    await api.sql`
      select type, body::json -> 'data' -> 'refundedCents' as "refundedCents" from events
      where body::json -> 'data' ->> 'paymentId' = ${publicId("pay", id)} and type <> 'payment.received' order by id`
  ).map(({ type, refundedCents }) => (refundedCents === null ? { type } : { type, refundedCents }));

/** What is left of the charge and of what refunds and disputes have moved, by account. */
const ledgerOf = async (id: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await api.sql`select account, sum(amount_cents)::int as cents from ledger_entries
        where payment_id = ${id} group by account order by account`
    ).map(({ account, cents }) => [account, cents]),
  );

const charged = { processor: 1190, sales: -1000, tax: -190 };

async function pass(days: number): Promise<void> {
  await api.sql`update business_clock set offset_ms = offset_ms + ${Math.round(days * dayMs)}`;
  await wakeWorkers(api.db, "clock");
}

const sweep = async (given?: PaymentProcessor) => {
  for (const check of [checkDueRefunds, checkDueDisputes, checkDueCooldowns]) {
    await check(ctxWith(given), signal);
  }
};

/** The bank completes or returns the refund an hour later, and the processor notices that a moment later. */
async function becomes(id: string, status: PaymentRow["status"]): Promise<void> {
  await pass(2 / 24);
  await until(`the payment is ${status}`, async () => {
    await api.sql`update refunds set next_check_at = 'epoch' where payment_id = ${id}`;
    await sweep();
    return (await read(id))?.status === status;
  });
}

const unavailable = async (): Promise<never> => {
  throw new ProcessorError("unavailable", "no answer");
};

describe("a refund", () => {
  it("of a part leaves the status and the cooldown alone, and the rest ends both", async () => {
    const { id } = await receive();
    const before = await read(id);
    expect((await refund(id, 400)).state).toBe("succeeded");
    expect(await read(id)).toEqual({ ...before, refundedCents: 400 });
    expect(await eventsOf(id)).toEqual([{ type: "payment.refunded", refundedCents: 400 }]);
    await refund(id, 790);
    expect(await read(id)).toMatchObject({
      status: "refunded",
      refundedCents: 1190,
      cooldownState: "ended",
      cooldownDueAt: null,
    });
    expect((await eventsOf(id)).at(-1)).toEqual({ type: "payment.refunded", refundedCents: 790 });
    expect(await ledgerOf(id)).toEqual({ processor: 0, sales: 0, tax: 0 });
    await pass(21);
    await sweep();
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it("of the same money by two people at once succeeds for one of them", async () => {
    const { id, intentId } = await receive();
    const results = await Promise.allSettled([refund(id, 700), refund(id, 700)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find((result) => result.status === "rejected");
    expect(refused?.reason).toMatchObject({ kind: "conflict", code: "refund_too_large" });
    expect(await processor.listRefunds(intentId)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ refundedCents: 700, status: "received" });
  });

  it("that its bank completes later is pending until then, and its money isn't available", async () => {
    const { id } = await receive("4000000000007726");
    await fixture.holdNotices();
    const { id: refundId, state } = await refund(id);
    expect([state, await eventsOf(id)]).toEqual(["pending", []]);
    await expect(request(id, 1)).rejects.toMatchObject({ code: "refund_too_large" });
    await becomes(id, "refunded");
    expect(await eventsOf(id)).toEqual([{ type: "payment.refunded", refundedCents: 1190 }]);
    expect((await sendRefund(ctxWith(), refundId)).state).toBe("succeeded");
    fixture.sendNotices();
  });

  it("that its bank returns later has failed: its money is available again, and no event is sent", async () => {
    const { id, intentId } = await receive("4000000000005126");
    const { id: refundId } = await refund(id);
    const events = await eventsOf(id);
    expect(await read(id)).toMatchObject({ status: "refunded", cooldownState: "ended" });
    await becomes(id, "received");
    const [stored] =
      await api.sql`select state, failure ->> 'code' as code from refunds where id = ${refundId}`;
    expect(stored).toEqual({ state: "failed", code: "expired_or_canceled_card" });
    const after = await read(id);
    expect(after).toMatchObject({ refundedCents: 0, cooldownState: "paused", pauseReason: "refund_owed" });
    // The time while it counted as refunded isn't part of the 20 days.
    expect(after?.cooldownLeftMs).toBeGreaterThan(20 * dayMs - hourMs);
    expect([await eventsOf(id), await ledgerOf(id)]).toEqual([events, charged]);
    await request(id);
    expect(await processor.listRefunds(intentId)).toHaveLength(1);
  });

  it.each([
    [
      "made, but not answered",
      1,
      async (input: Parameters<PaymentProcessor["createRefund"]>[0]) => {
        await processor.createRefund(input);
        return unavailable();
      },
    ],
    ["not made", 0, unavailable],
  ])("that was %s is read, and made once", async (_, made, createRefund) => {
    const { id, intentId } = await receive();
    const sent = await refund(id, 300, { ...processor, createRefund });
    expect([sent.state, await processor.listRefunds(intentId)]).toMatchObject(["pending", { length: made }]);
    await Promise.all([
      sendRefund(ctxWith(), sent.id),
      sendRefund(ctxWith(), sent.id),
      sendRefund(ctxWith(), sent.id),
    ]);
    await sendRefund(ctxWith(), sent.id);
    expect(await processor.listRefunds(intentId)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual([{ type: "payment.refunded", refundedCents: 300 }]);
    expect(await read(id)).toMatchObject({ refundedCents: 300 });
  });

  it("for which the processor has stored a failure is made with another key, once", async () => {
    const { id, intentId } = await receive();
    const keys: string[] = [];
    const failing = {
      ...processor,
      createRefund: (input: Parameters<PaymentProcessor["createRefund"]>[0]) => {
        keys.push(input.idempotencyKey);
        return input.idempotencyKey === input.refundId
          ? Promise.reject(new ProcessorError("unavailable", "a stored 500", { isReplayed: true }))
          : processor.createRefund(input);
      },
    };
    const sent = await refund(id, 300, failing);
    expect([sent.state, keys]).toEqual(["pending", [publicId("rfd", sent.id)]]);
    await Promise.all([1, 2, 3].map(() => sendRefund(ctxWith(failing), sent.id)));
    expect(new Set(keys).size).toBe(2);
    expect(await processor.listRefunds(intentId)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual([{ type: "payment.refunded", refundedCents: 300 }]);
  });

  it("made at the processor is recorded", async () => {
    const { id, intentId } = await receive();
    await fixture.atProcessor("POST", "/v1/refunds", { payment_intent: intentId, amount: "595" });
    await reconcilePaidPayment(ctxWith(), id);
    expect(await eventsOf(id)).toEqual([{ type: "payment.refunded", refundedCents: 595 }]);
    expect(await ledgerOf(id)).toEqual({ processor: 595, sales: -500, tax: -95 });
  });

  it("is refused for a payment that is disputed or not paid", async () => {
    const { id, intentId } = await receive();
    await testCards.openDispute(intentId);
    const sent = await refund(id);
    expect([sent.state, sent.failure?.code]).toEqual(["failed", "refused"]);
    expect(await read(id)).toMatchObject({ status: "disputed", refundedCents: 0 });
    await expect(request(id)).rejects.toMatchObject({ kind: "conflict", code: "payment_disputed" });
    await api.db.update(payments).set({ status: "failed" }).where(eq(payments.id, id));
    await expect(request(id)).rejects.toMatchObject({ code: "payment_not_received" });
  });
});

describe("the cooldown", () => {
  const confirmations = async (id: string) =>
    (await eventsOf(id)).filter(({ type }) => type === "payment.confirmed").length;

  it("ends after 20 days, once, for what is left after a refund", async () => {
    const { id } = await receive();
    await refund(id, 100);
    await pass(19.99);
    await sweep();
    expect([(await read(id))?.status, await confirmations(id)]).toEqual(["received", 0]);
    await pass(0.01);
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    expect([(await read(id))?.status, await confirmations(id)]).toEqual(["confirmed", 1]);
    expect(await read(id)).toMatchObject({ cooldownState: "done", cooldownDueAt: null });
  });

  it("isn't over during a dispute whose notices are lost; won, it continues, and ends once", async () => {
    await fixture.holdNotices();
    const { id, intentId } = await receive();
    await pass(19);
    await testCards.openDispute(intentId);
    await pass(1);
    await sweep();
    expect(await read(id)).toMatchObject({
      status: "disputed",
      cooldownState: "paused",
      pauseReason: "dispute",
    });
    await testCards.closeDispute(intentId, { isWon: true });
    await pass(2);
    await sweep();
    const after = await read(id);
    const leftMs = (after?.cooldownDueAt?.getTime() ?? 0) - (await api.wired.clock.now()).getTime();
    expect([after?.status, Math.round(leftMs / hourMs)]).toEqual(["received", 24]);
    await pass(1);
    await sweep();
    expect([(await read(id))?.status, await confirmations(id)]).toEqual(["confirmed", 1]);
    expect(await ledgerOf(id)).toEqual({ ...charged, disputes: 0 });
    fixture.sendNotices();
  });

  it("ends without a confirmation when a dispute is lost", async () => {
    const { id, intentId } = await receive();
    await testCards.openDispute(intentId);
    await reconcilePaidPayment(ctxWith(), id);
    await testCards.closeDispute(intentId, { isWon: false });
    await reconcilePaidPayment(ctxWith(), id);
    await pass(100);
    await sweep();
    expect(await read(id)).toMatchObject({ status: "disputed", cooldownState: "ended", confirmedAt: null });
    expect([await eventsOf(id), await ledgerOf(id)]).toEqual([
      [],
      { processor: 0, sales: charged.sales, tax: 0, disputes: 0, bad_debt: 1000 },
    ]);
  });

  it("stays done when a dispute follows, and the payment is confirmed again without an event", async () => {
    const { id, intentId } = await receive();
    await pass(20);
    await sweep();
    await pass(1);
    await testCards.openDispute(intentId);
    expect((await reconcilePaidPayment(ctxWith(), id)).status).toBe("disputed");
    await testCards.closeDispute(intentId, { isWon: true });
    expect((await reconcilePaidPayment(ctxWith(), id)).status).toBe("confirmed");
    expect(await confirmations(id)).toBe(1);
  });

  it.each([
    ["is closed", "won", { isInquiry: true }, charged],
    ["becomes a dispute that is won", "won", { isInquiry: false }, { ...charged, disputes: 0 }],
    ["becomes a dispute", "open", { isInquiry: false }, { ...charged, disputes: 1190, processor: 0 }],
  ] as const)("is paused by an inquiry, which costs nothing until it %s", async (_, state, later, ledger) => {
    const { id, intentId } = await receive();
    const inquiry = {
      id: newId(),
      intentId,
      chargeId: "ch_1",
      amountCents: 1190,
      evidenceDueAt: null,
      openedAt: new Date(),
    };
    const reporting = (dispute: Pick<ProcessorDispute, "state" | "isInquiry">) =>
      reconcilePaidPayment(
        ctxWith({ ...processor, listDisputes: async () => [{ ...inquiry, ...dispute }] }),
        id,
      );
    expect(await reporting({ state: "open", isInquiry: true })).toMatchObject({ cooldownState: "paused" });
    expect(await ledgerOf(id)).toEqual(charged);
    await reporting({ state, ...later });
    await reporting({ state, ...later });
    expect(await ledgerOf(id)).toEqual(ledger);
  });

  it("is paused by a fraud warning for 60 days, or until it is released", async () => {
    const [{ id, intentId }, other] = [await receive(), await receive()];
    await pass(5);
    for (const each of [intentId, other.intentId]) {
      await testCards.warnOfFraud(each);
    }
    await reconcilePaidPayment(ctxWith(), id);
    await reconcilePaidPayment(ctxWith(), other.id);
    expect(await read(id)).toMatchObject({ status: "received", pauseReason: "early_fraud_warning" });
    await pass(59);
    await sweep();
    expect(await read(id)).toMatchObject({ cooldownState: "paused" });
    const own = `/payments/${publicId("pay", other.id)}/release`;
    const dismissed = await api.call({ method: "POST", path: own, cookie: workspace.owner.cookie });
    expect([dismissed.status, dismissed.json.code]).toEqual([410, "operator_decides"]);
    expect(await read(other.id)).toMatchObject({ cooldownState: "paused" });
    // As the operator does.
    await reconcilePaidPayment(ctxWith(), other.id, {
      change: async (tx, payment, now) => {
        await releaseWarnings(tx, payment, now);
        return payment;
      },
    });
    expect(await read(other.id)).toMatchObject({ cooldownState: "running" });
    await pass(1);
    await sweep();
    expect(await read(id)).toMatchObject({ cooldownState: "running", pauseReason: null });
    await pass(14);
    await sweep();
    expect([(await read(id))?.status, (await read(other.id))?.status]).toEqual(["received", "confirmed"]);
    await pass(1);
    await sweep();
    expect([await confirmations(id), await confirmations(other.id)]).toEqual([1, 1]);
  });

  it("is over before a fraud warning, which ends after 60 days anyway", async () => {
    const { id, intentId } = await receive();
    await pass(20);
    await sweep();
    await testCards.warnOfFraud(intentId);
    await reconcilePaidPayment(ctxWith(), id);
    const states = async () => (await readDisputes(api.db, id)).map(({ state }) => state);
    await pass(59);
    await sweep();
    expect(await states()).toEqual(["open"]);
    await pass(1);
    await sweep();
    expect([await states(), (await read(id))?.status]).toEqual([["released"], "confirmed"]);
  });

  it("waits for a processor that doesn't respond, without a delay for others", async () => {
    const { id } = await receive();
    await pass(20);
    await sweep({ ...processor, listDisputes: unavailable });
    expect([(await read(id))?.status, await confirmations(id)]).toEqual(["received", 0]);
    await sweep();
    expect([(await read(id))?.status, await confirmations(id)]).toEqual(["confirmed", 1]);
  });
});

it("follows the bank and the processor by their notices", async () => {
  const { id, intentId } = await receive();
  const path = `/sandbox/payments/${publicId("pay", id)}`;
  const act = (route: string, body?: object) => api.call({ method: "POST", path: `${path}/${route}`, body });
  const isNoticed = (expected: Partial<PaymentRow>) =>
    until(`the payment is ${JSON.stringify(expected)}`, async () => {
      const row = await read(id);
      return Object.entries(expected).every(([key, value]) => row?.[key as keyof PaymentRow] === value);
    });
  expect((await act("fraud-warning")).status).toBe(201);
  await isNoticed({ pauseReason: "early_fraud_warning" });
  expect((await act("dispute/close", { won: true })).status).toBe(409);
  expect((await act("dispute")).status).toBe(201);
  await isNoticed({ status: "disputed", pauseReason: "dispute" });
  const again = await act("dispute");
  expect([again.status, again.json.code]).toEqual([409, "refused_by_processor"]);
  expect((await act("dispute/close", { won: "yes" })).status).toBe(422);
  expect((await act("dispute/close", { won: true })).status).toBe(200);
  await isNoticed({ status: "received", pauseReason: null });
  await fixture.atProcessor("POST", "/v1/refunds", { payment_intent: intentId });
  await isNoticed({ status: "refunded", refundedCents: 1190 });
});

it("reports each change once, however often and at the same time it is read", async () => {
  const { id, intentId } = await receive();
  await testCards.warnOfFraud(intentId);
  await testCards.openDispute(intentId);
  await Promise.all(Array.from({ length: 5 }, () => reconcilePaidPayment(ctxWith(), id)));
  const actions = await api.sql`
    select action from audit_entries where target = ${publicId("pay", id)} and action <> 'payment.received' order by id`;
  expect(actions.map(({ action }) => action)).toEqual(["payment.fraud_warning", "payment.disputed"]);
  const rows = await api.sql`select kind, state from payment_disputes where payment_id = ${id} order by kind`;
  expect(rows).toEqual([
    { kind: "dispute", state: "open" },
    { kind: "early_fraud_warning", state: "released" },
  ]);
  expect(await ledgerOf(id)).toEqual({ ...charged, disputes: 1190, processor: 0 });
});

it("is confirmed by a worker when the clock has advanced 20 days, and sends a refund that was left pending", async () => {
  const [{ id }, other] = [await receive(), await receive()];
  await request(other.id, 500);
  await pass(19);
  await api.startWorker();
  await advanceClock(api, 1);
  expect([(await read(id))?.status, await eventsOf(other.id)]).toEqual([
    "received",
    [{ type: "payment.refunded", refundedCents: 500 }],
  ]);
  await advanceClock(api, 86_400);
  expect([await eventsOf(id), (await eventsOf(other.id)).length]).toEqual([
    [{ type: "payment.confirmed" }],
    2,
  ]);
  const { confirmedAt, receivedAt } = (await read(id)) ?? {};
  const tookMs = (confirmedAt?.getTime() ?? 0) - (receivedAt?.getTime() ?? 0);
  expect(tookMs - 20 * dayMs).toBeGreaterThanOrEqual(0);
  expect(tookMs - 20 * dayMs).toBeLessThan(hourMs);
});
