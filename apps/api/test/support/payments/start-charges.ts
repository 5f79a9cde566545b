import { events, paymentAttempts, payments, refunds } from "@zonepost/db";
import { asc, eq } from "drizzle-orm";
import { dayMs } from "../../../src/kernel/durations.ts";
import { newId, publicId, rowId } from "../../../src/kernel/ids.ts";
import { checkOpenAttempts } from "../../../src/modules/payments/charges/check-open-attempts.ts";
import { insertPayment } from "../../../src/modules/payments/charges/insert-payment.ts";
import type { PaymentRow } from "../../../src/modules/payments/model/payment-row.ts";
import { receiveNotice } from "../../../src/modules/payments/notices/receive-notice.ts";
import { checkDueRefunds } from "../../../src/modules/payments/paid-payments/check-due-payments.ts";
import type { PaymentListener, PaymentProcessor } from "../../../src/modules/payments/ports.ts";
import { requireProcessor } from "../../../src/modules/payments/processor/call-processor.ts";
import { noticeOf, startPayments, systemCtx, type Workspace } from "./start-payments.ts";

/** Payments without orders: the listener records its calls. */
export async function startCharges() {
  const started = await startPayments();
  await started.holdNotices();
  const { api } = started;
  const processor = api.wired.ports.processors.current;
  if (!processor) {
    throw new Error("payments are off");
  }
  const received: string[] = [];
  const cancelledOrders = new Set<string>();
  const orders: PaymentListener = {
    describeOrder: async () => ({}),
    isAwaitingPayment: async (_tx, { orderId }) => !cancelledOrders.has(orderId),
    whenChargeBegins: async () => true,
    whenChargeStops: async () => {},
    async whenPaymentReceived(_tx, { id }) {
      received.push(id);
    },
    whenPaymentConfirmed: async () => {},
    whenPaymentReturned: async () => {},
    whenConfirmationNeeded: async () => {},
    whenRefundEnds: async () => {},
    whenDisputesChange: async () => {},
  };
  /** @param changes verbs of the processor that the test replaces */
  const ctxWith = (changes: Partial<PaymentProcessor> = {}) =>
    systemCtx(api, { ...processor, ...changes }, orders);

  return {
    ...started,
    processor,
    orders,
    cancelledOrders,
    ctx: ctxWith(),
    ctxWith,
    /** How often the order was told. */
    receivedCount: ({ id }: PaymentRow) => received.filter((each) => each === id).length,
    insert: ({ id: workspaceId }: Workspace, changes: Partial<PaymentRow> = {}) =>
      api.db.transaction((tx) =>
        insertPayment(
          tx,
          { workspaceId, orderId: newId(), amountCents: 1290, taxCents: 206, currency: "EUR", ...changes },
          new Date(),
        ),
      ),
    trouble: (kind: string, times = 1) =>
      api.call({ method: "POST", path: "/sandbox/cards/trouble", body: { kind, times } }),
    paymentMethodRowId: (publicCardId: string) => rowId("pmt", publicCardId) ?? "",
    /** Everything that is stored of a payment. */
    async stored({ id }: Pick<PaymentRow, "id">) {
      const [payment] = await api.db.select().from(payments).where(eq(payments.id, id));
      const attempts = await api.db
        .select()
        .from(paymentAttempts)
        .where(eq(paymentAttempts.paymentId, id))
        .orderBy(asc(paymentAttempts.id));
      const sent = await api.db.select().from(events).orderBy(asc(events.id));
      const [ledger] = await api.sql<{ entries: number; sum: number; processor: number }[]>`
        select count(*)::int as entries, coalesce(sum(amount_cents), 0)::int as sum,
          coalesce(sum(amount_cents) filter (where account = 'processor'), 0)::int as processor
        from ledger_entries where payment_id = ${id}`;
      return {
        payment: payment as PaymentRow,
        attempts,
        states: attempts.map(({ state }) => state),
        events: sent
          .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
          .filter(({ data }) => data.paymentId === publicId("pay", id))
          .map(({ type, data }) => ({ type, data })),
        ledger,
        refunds: await api.db.select().from(refunds).where(eq(refunds.paymentId, id)),
      };
    },
    /** Successful charges at the processor, by the payment that they carry. */
    async chargeCount({ id }: Pick<PaymentRow, "id">): Promise<number> {
      const rows = await api.sql`
        select id from cards.objects
        where kind = 'charge' and body ->> 'status' = 'succeeded'
          and body -> 'metadata' ->> 'payment' = ${publicId("pay", id)}`;
      return rows.length;
    },
    /** Runs the sweep with every open attempt of the payment due. */
    async sweep({ id }: Pick<PaymentRow, "id">, changes: Partial<PaymentProcessor> = {}) {
      const due = new Date(Date.now() - dayMs);
      await api.sql`
        update payment_attempts set next_check_at = ${due.toISOString()}
        where payment_id = ${id} and next_check_at is not null`;
      await checkOpenAttempts(ctxWith(changes), new AbortController().signal);
    },
    sendRefunds: () => checkDueRefunds(ctxWith(), new AbortController().signal),
    /** A notice of the processor, handled as its webhook is. */
    notice: (type: string, object: object, id?: string, ctx = ctxWith()) => {
      const { body, headers } = noticeOf(type, object, { id });
      return receiveNotice(ctx, requireProcessor(ctx), { body, signature: headers["stripe-signature"] });
    },
  };
}

export type Charges = Awaited<ReturnType<typeof startCharges>>;
