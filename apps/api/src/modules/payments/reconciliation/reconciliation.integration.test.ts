import { outgoingEmails, paymentAttempts, paymentReconciliations, payments } from "@zonepost/db";
import { createSecretBox } from "@zonepost/secret-box";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Charges, startCharges } from "../../../../test/support/payments/start-charges.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { chargeCard } from "../charges/charge-card.ts";
import { postLedger } from "../ledger/post-ledger.ts";
import { postRegistryCost } from "../ledger/post-registry-cost.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import { type PaymentProcessor, ProcessorError, type RegistryAccounts } from "../ports.ts";
import { readBooks } from "./read-books.ts";
import { reconcilePayments } from "./reconcile-payments.ts";

const secretBox = createSecretBox([Buffer.alloc(32, 7).toString("base64")]);
let charges: Charges;
let today = new Date(Date.now() + dayMs);
beforeAll(async () => {
  charges = await startCharges();
});
afterAll(() => charges?.api[Symbol.asyncDispose]());
/** Payments of earlier tests that still differ would be compared again. */
beforeEach(async () => {
  await charges.api.sql`truncate payment_reconciliations`;
  today = new Date(today.getTime() + 3 * dayMs);
});

async function paid(): Promise<PaymentRow> {
  const workspace = await charges.api.createWorkspace();
  await charges.saveCard(workspace.owner);
  const payment = await charges.insert(workspace);
  await chargeCard(charges.ctx, payment.id, {
    isOnSession: false,
    returnUrl: "http://localhost:3999/orders/1",
  });
  await charges.api.db
    .update(paymentAttempts)
    .set({ finishedAt: today })
    .where(eq(paymentAttempts.paymentId, payment.id));
  return payment;
}

const withoutRegistries: RegistryAccounts = { readAll: async () => [], isChanging: async () => false };

async function run(
  changes: Partial<PaymentProcessor> = {},
  now = today,
  registryAccounts: RegistryAccounts = withoutRegistries,
) {
  const clock = { ...charges.ctx.clock, now: async () => now };
  const operator = { secretBox, operatorEmail: "operator@example.com" };
  const ctx = { ...charges.ctxWith(changes), ...operator, clock, registryAccounts };
  await reconcilePayments(ctx, new AbortController().signal);
  const day = now.toISOString().slice(0, 10);
  const [row] = await charges.api.db
    .select()
    .from(paymentReconciliations)
    .where(eq(paymentReconciliations.day, day));
  return row;
}

const differencesOf = (row: Awaited<ReturnType<typeof run>>, { id }: PaymentRow) =>
  row?.differences
    .filter(({ paymentId }) => paymentId === id)
    .map(({ paymentId: _, currency: __, ...rest }) => rest);

const emailCount = () =>
  charges.api.db.$count(outgoingEmails, eq(outgoingEmails.kind, "payment_differences"));

const refundAtProcessor = async (payment: PaymentRow, amountCents: number) => {
  const { attempts } = await charges.stored(payment);
  const form = { payment_intent: attempts[0]?.intentId ?? "", amount: String(amountCents) };
  expect((await charges.atProcessor("POST", "/v1/refunds", form)).status).toBe("succeeded");
};

describe("the reconciliation of payments", () => {
  it("finds nothing when the ledger and the processor agree, and runs once a day", async () => {
    const payment = await paid();
    const { workspaceId, orderId, id: paymentId } = payment;
    const cost = { chargeId: newId(), domainName: "example.com", costCents: 900, currency: "USD" };
    await charges.api.db.transaction((tx) =>
      postRegistryCost(tx, { ...cost, workspaceId, orderId, paymentId, movement: "charged" }, today),
    );
    const [first, second] = await Promise.all([run(), run()]);
    expect(first?.day).toEqual(second?.day);
    const row = await run();
    expect(row?.finishedAt).not.toBeNull();
    expect(row?.paymentCount).toBeGreaterThan(0);
    expect(differencesOf(row, payment)).toEqual([]);
    await refundAtProcessor(payment, 1);
    expect(differencesOf(await run(), payment)).toEqual([]);
  });

  it("reports a refund that was made at the processor, each day until it is resolved", async () => {
    const payment = await paid();
    await refundAtProcessor(payment, 500);
    const emailsBefore = await emailCount();
    const difference = { account: "processor", at: "processor", ownCents: 1290, foundCents: 790 };
    expect(differencesOf(await run(), payment)).toEqual([difference]);
    const tenDaysLater = new Date(today.getTime() + 10 * dayMs);
    expect(differencesOf(await run({}, tenDaysLater), payment)).toEqual([difference]);
    const { id: paymentId, currency } = payment;
    const day = tenDaysLater.toISOString().slice(0, 10);
    const books = await readBooks(charges.api.db);
    expect(books.day).toBe(day);
    expect(books.differences).toContainEqual({ ...difference, paymentId, currency });
    expect(await emailCount()).toBe(emailsBefore + 2);
  });

  it("finds a dispute of a confirmed payment whose notices are lost, and only reports what differs", async () => {
    const payment = await paid();
    await charges.api.db.update(payments).set({ status: "confirmed", cooldownState: "done" });
    const path = `/sandbox/payments/${publicId("pay", payment.id)}/dispute`;
    expect((await charges.api.call({ method: "POST", path })).status).toBe(201);
    expect(differencesOf(await run(), payment)).toEqual([]);
    expect((await charges.stored(payment)).payment.status).toBe("disputed");
  });

  it("reports a ledger that differs from the payment", async () => {
    const payment = await paid();
    const { workspaceId, orderId, currency } = payment;
    const shared = { workspaceId, orderId, paymentId: payment.id, currency };
    const entries = [
      { account: "processor" as const, amountCents: 100 },
      { account: "tax" as const, amountCents: -100 },
    ];
    const posted = { ...shared, cause: `mistake:${payment.id}`, description: "Mistake", entries };
    await charges.api.db.transaction((tx) => postLedger(tx, posted, today));
    expect(differencesOf(await run(), payment)).toEqual([
      { account: "processor", at: "ledger", ownCents: 1290, foundCents: 1390 },
      { account: "tax", at: "ledger", ownCents: -206, foundCents: -306 },
    ]);
  });

  it("reports a charge that the processor doesn't have", async () => {
    const payment = await paid();
    const missing = () => Promise.reject(new ProcessorError("missing", "No such payment_intent"));
    expect(differencesOf(await run({ readIntent: missing }), payment)).toEqual([
      { account: "processor", at: "processor", ownCents: 1290, foundCents: 0 },
    ]);
  });

  it("ignores what changes while it compares", async () => {
    const payment = await paid();
    let reads = 0;
    const row = await run({
      listRefunds: async (id, options) => {
        const refund = { id: "re_1", amountCents: 500, intentId: id, refundId: null, failure: null };
        reads += 1;
        return reads === 1
          ? [{ ...refund, state: "succeeded" as const }]
          : charges.processor.listRefunds(id, options);
      },
    });
    expect(reads).toBeGreaterThan(1);
    expect(differencesOf(row, payment)).toEqual([]);
  });

  it("waits for a processor that doesn't respond, and is repeated an hour later", async () => {
    await paid();
    const away = () => Promise.reject(new ProcessorError("unavailable", "no answer"));
    expect((await run({ readIntent: away }))?.finishedAt).toBeNull();
    expect((await run())?.finishedAt).toBeNull();
    await charges.api.sql`update payment_reconciliations set started_at = now() - interval '61 minutes'`;
    expect((await run())?.finishedAt).not.toBeNull();
  });
});
