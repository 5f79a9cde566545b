import { orderEmails, type Transaction } from "@zonepost/db";
import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { emailMembers, enqueueEmail, readWorkspaceForEmail } from "../../accounts/index.ts";
import {
  findReceipt,
  isOwed,
  listRefundsOfPayment,
  type PaymentRow,
  type RefundRow,
  readLastFailures,
  readPayment,
} from "../../payments/index.ts";
import { type OrderLineRow, type OrderRow, readOrder } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { confirmationEmail } from "./confirmation-email.ts";
import { failedLinesEmail } from "./failed-lines-email.ts";
import { gathersUntil, type OrderEmailKind } from "./policy.ts";
import { receiptEmail } from "./receipt-email.ts";
import { refundEmail, refundFailedEmail, refundOwedEmail } from "./refund-email.ts";

type EmailCtx = Ctx & Pick<OrderPorts, "secretBox" | "panelUrl" | "operatorEmail">;
type Row = typeof orderEmails.$inferSelect;

export const dueOrderEmails: DueRows = {
  table: orderEmails,
  id: orderEmails.id,
  workspaceId: orderEmails.workspaceId,
  dueAt: orderEmails.dueAt,
};

/** Writes the emails that are due: one for each order and kind. They are stored in the transaction that ends their rows. */
export const sendOrderEmails = (ctx: EmailCtx, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueOrderEmails, signal, async (id, now) => {
    await ctx.db.transaction((tx) => sendOne(tx, ctx, id, now));
    return true;
  });

async function sendOne(tx: Transaction, ctx: EmailCtx, id: string, now: Date): Promise<void> {
  const due = alias(orderEmails, "due");
  const group = tx.select({ orderId: due.orderId, kind: due.kind }).from(due).where(eq(due.id, id));
  const rows = await tx
    .select()
    .from(orderEmails)
    .where(and(sql`(${orderEmails.orderId}, ${orderEmails.kind}) = (${group})`, isNotNull(orderEmails.dueAt)))
    .orderBy(asc(orderEmails.id))
    .for("update");
  const [first] = rows;
  if (!first || !rows.some(({ dueAt }) => dueAt !== null && dueAt <= now)) {
    return;
  }
  const { kind } = first;
  const about = await readSubject(tx, first.orderId, kind);
  const waitsUntil = gathersUntil(kind, { ...about, createdAt: first.createdAt }, now);
  if (waitsUntil) {
    await setAll(tx, rows, { dueAt: waitsUntil });
    return;
  }
  const isSent = await writeEmails(tx, ctx, { ...about, kind, rows }, now);
  await setAll(tx, rows, { dueAt: null, sentAt: isSent ? now : null });
}

const setAll = (tx: Transaction, rows: readonly Row[], change: Partial<Row>) =>
  tx
    .update(orderEmails)
    .set(change)
    .where(
      inArray(
        orderEmails.id,
        rows.map(({ id }) => id),
      ),
    );

type Subject = {
  order: OrderRow;
  lines: OrderLineRow[];
  payment: PaymentRow | null;
  refunds: RefundRow[];
  workspaceName: string;
};

async function readSubject(tx: Transaction, orderId: string, kind: OrderEmailKind): Promise<Subject> {
  const { order, lines } = await readOrder(tx, orderId);
  const { paymentId, workspaceId } = order;
  return {
    order,
    lines,
    payment: paymentId === null ? null : await readPayment(tx, paymentId),
    refunds: paymentId === null || kind === "receipt" ? [] : await listRefundsOfPayment(tx, paymentId),
    workspaceName: (await readWorkspaceForEmail(tx, workspaceId))?.name ?? "",
  };
}

type Writing = Subject & { kind: OrderEmailKind; rows: readonly Row[] };

/** False if there is nothing to tell any more. */
async function writeEmails(tx: Transaction, ctx: EmailCtx, writing: Writing, now: Date): Promise<boolean> {
  const { kind, order, payment, rows } = writing;
  const email = await compose(tx, ctx, writing);
  if (!email) {
    return false;
  }
  const { workspaceId } = order;
  await emailMembers(tx, ctx, { workspaceId }, email, now);
  if (kind === "refund_failed" && payment && ctx.operatorEmail !== undefined) {
    const refunds = subjectsOf(writing.refunds, rows).filter(isOwed);
    const owed = refundOwedEmail({ ...writing, payment, refunds, panelUrl: ctx.panelUrl });
    await enqueueEmail(tx, ctx, { ...owed, to: ctx.operatorEmail }, now);
  }
  return true;
}

const subjectsOf = <Subject extends { id: string }>(
  all: readonly Subject[],
  rows: readonly Row[],
): Subject[] => all.filter(({ id }) => rows.some(({ subjectId }) => subjectId === id));

async function compose(tx: Transaction, { panelUrl }: EmailCtx, writing: Writing) {
  const { kind, rows, order, lines, payment, refunds, workspaceName } = writing;
  const shared = { order, lines, workspaceName, panelUrl };
  const told = subjectsOf(refunds, rows);
  switch (kind) {
    case "receipt": {
      const receipt = payment && (await findReceipt(tx, payment.id));
      return receipt ? receiptEmail({ ...shared, payment, receipt }) : undefined;
    }
    case "refund": {
      // The bank can have returned one meanwhile, which has an email of its own.
      const made = told.filter(({ state }) => state === "succeeded");
      return payment && made.length > 0 ? refundEmail({ ...shared, refunds: made, payment }) : undefined;
    }
    case "refund_failed": {
      const owed = told.filter(isOwed);
      return payment && owed.length > 0
        ? refundFailedEmail({ ...shared, refunds: owed, payment })
        : undefined;
    }
    case "order_line_failed":
      return failedLinesEmail({ ...shared, refunds, failed: subjectsOf(lines, rows) });
    case "payment_confirmation_needed": {
      const failure = payment && (await readLastFailures(tx, [payment.id])).get(payment.id);
      const isNeeded = order.state === "awaiting_payment" && failure?.code === "authentication_required";
      return isNeeded ? confirmationEmail(shared) : undefined;
    }
  }
}
