import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Charges, startCharges } from "../../../../test/support/payments/start-charges.ts";
import { noticeOf, type Workspace } from "../../../../test/support/payments/start-payments.ts";
import { addTestCard } from "../../../sandbox/save-test-card.ts";
import { chargeCard } from "../charges/charge-card.ts";
import { openPaymentPage } from "../charges/open-payment-page.ts";
import { lockPayment } from "../model/payment-row.ts";
import { receiveNotice } from "../notices/receive-notice.ts";
import { reconcilePaidPayment } from "../paid-payments/reconcile-paid-payment.ts";
import { sendRefund } from "../paid-payments/send-refund.ts";
import type { PaymentProcessor } from "../ports.ts";
import { readProcessorTransactions } from "../reconciliation/read-processor-transactions.ts";
import { requestRefund } from "../refunds/request-refund.ts";
import { processorsOf } from "./call-processor.ts";

// The sandbox's card processor under a second code: it gives the same ids as the first.
const returnUrl = "http://localhost:3999/orders/1";
let charges: Charges;
let stripe: PaymentProcessor;
let other: PaymentProcessor;
let workspace: Workspace;
beforeAll(async () => {
  charges = await startCharges();
  stripe = charges.processor;
  other = { ...stripe, code: "other" };
  workspace = await charges.api.createWorkspace();
});
afterAll(() => charges?.api[Symbol.asyncDispose]());

/** One that fails the test if it is called. */
const uncalled = (code: string) => ({ code }) as PaymentProcessor;
const ctxOf = (...connected: PaymentProcessor[]) => ({
  ...charges.ctx,
  testCards: charges.api.wired.ports.testCards,
  processors: processorsOf(connected),
});

/** What must differ in the copy of a row; `id`: our own id. */
type Copied = { id?: boolean; is_default?: boolean; state?: string };

async function pay(ctx: ReturnType<typeof ctxOf>, cardId: string): Promise<string> {
  const { id } = await charges.insert(workspace);
  const paymentMethodId = charges.paymentMethodRowId(cardId);
  expect(await chargeCard(ctx, id, { paymentMethodId, isOnSession: false, returnUrl })).toEqual({
    state: "received",
  });
  return id;
}

describe("a second processor", () => {
  it("that takes over stores its code with each of its ids, and the first isn't called", async () => {
    await charges.saveCard(workspace.owner);
    const ctx = ctxOf(other, uncalled("stripe"));
    const card = await addTestCard(ctx, { workspaceId: workspace.id, number: "4242424242424242" });
    const paid = await pay(ctx, card.id);
    const refund = await charges.api.db.transaction(async (tx) => {
      const payment = await lockPayment(tx, paid);
      const requestedBy = { kind: "system", id: null, name: "test" } as const;
      const wish = { payment, amountCents: 100, lineAmounts: [], reason: "requested" as const };
      return requestRefund(tx, ctx, { ...wish, requestedBy, requestId: null }, new Date());
    });
    expect((await sendRefund(ctx, refund.id)).state).toBe("succeeded");
    const disputed = await pay(ctx, card.id);
    const [attempt] = (await charges.stored({ id: disputed })).attempts;
    await ctx.testCards?.openDispute(attempt?.intentId ?? "");
    expect((await reconcilePaidPayment(ctx, disputed)).status).toBe("disputed");
    const { id: awaiting } = await charges.insert(workspace);
    await openPaymentPage(ctx, awaiting, { returnUrl });
    await readProcessorTransactions(ctxOf(other), new AbortController().signal);

    const [codes] = await charges.api.sql`
      select (select array_agg(processor order by processor) from payment_customers) as customers,
        (select array_agg(processor order by processor) from payment_methods) as cards,
        (select array_agg(distinct processor) from payment_attempts) as attempts,
        (select array_agg(distinct processor) from refunds) as refunds,
        (select array_agg(distinct processor) from payment_disputes) as disputes,
        (select array_agg(distinct processor) from processor_transactions) as transactions,
        (select array_agg(processor) from processor_readings) as readings`;
    const [both, alone] = [["other", "stripe"], ["other"]];
    expect(codes).toEqual({
      customers: both,
      cards: both,
      attempts: alone,
      refunds: alone,
      disputes: alone,
      transactions: alone,
      readings: alone,
    });
    const [fees] = await charges.api.sql`
      select count(*)::int as count from ledger_entries where cause like 'processor_transaction:other:%'`;
    expect(fees?.count).toBeGreaterThan(0);
  });

  it("leaves the cards of the first to it", async () => {
    const { id } = await charges.saveCard(workspace.owner);
    const paid = await pay(ctxOf(uncalled("other"), stripe), id);
    expect((await charges.stored({ id: paid })).attempts.map(({ processor }) => processor)).toEqual([
      "stripe",
    ]);
  });

  it("says nothing about the ids of the first, nor that a notice of the first was handled", async () => {
    const customer = await charges.api.createWorkspace();
    await charges.saveCard(customer.owner);
    const [row] = await charges.api.sql`
      select processor_id as id from payment_customers where workspace_id = ${customer.id}`;
    const ctx = ctxOf(stripe, other);
    const deletedBy = (sender: PaymentProcessor, id: string) => {
      const { body, headers } = noticeOf(
        "customer.deleted",
        { object: "customer", id },
        { id: "evt_of_both" },
      );
      return receiveNotice(ctx, sender, { body, signature: headers["stripe-signature"] });
    };
    await deletedBy(other, row?.id);
    expect(await charges.list(customer.owner)).toHaveLength(1);
    await charges.api.sql`insert into inbound_notices (processor, id) values ('other', 'evt_of_both')`;
    await deletedBy(stripe, row?.id);
    expect(await charges.list(customer.owner)).toEqual([]);
  });

  it.each<[table: string, changes: Copied]>([
    ["payment_customers", {}],
    ["payment_methods", { id: true, is_default: false }],
    ["card_pages", { id: true }],
    ["payment_attempts", { id: true, state: "failed" }],
    ["refunds", { id: true }],
    ["payment_disputes", { id: true }],
    ["inbound_notices", {}],
    ["processor_readings", {}],
  ])("may give an id that the first gave too, in %s, once", async (table, { id, ...changes }) => {
    const { sql } = charges.api;
    await charges.openPage(workspace.owner);
    const copyFor = (processor: string) => {
      const changed = JSON.stringify({ ...changes, processor, ...(id && { id: crypto.randomUUID() }) });
      return sql`
        insert into ${sql(table)} select (jsonb_populate_record(null::${sql(table)}, row || ${changed}::text::jsonb)).*
        from (select to_jsonb(t) as row from ${sql(table)} t where processor <> 'third' order by 1 limit 1) rows`;
    };
    await copyFor("third");
    await expect(copyFor("third")).rejects.toThrow("duplicate key");
  });
});
