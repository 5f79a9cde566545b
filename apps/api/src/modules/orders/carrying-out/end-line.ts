import { orderLines, orders, type Transaction } from "@zonepost/db";
import { and, eq, gt, inArray, or } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { findOperationOfLine } from "../../domains/index.ts";
import { listRefundsOfPayment, lockPayment, type PaymentRow, sendRefund } from "../../payments/index.ts";
import { queueOrderEmail } from "../emails/queue-order-email.ts";
import { failureOf, type LineFailure, paymentReturned, registrySilent } from "../errors.ts";
import { reduceOwed } from "../losses/reduce-owed.ts";
import { isHeldRow, lockOrder, type OrderLineRow, type OrderRow, readLines } from "../model/order-row.ts";
import { nextLineState, nextOrderState, openLineStates, orderEnding, refundEvent } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { mayUndoWithoutOperator } from "../refunds/undone-registrations.ts";
import { recordLineFailure } from "../renewables/record-line-failure.ts";
import { releaseLine } from "./claim-line.ts";
import { refundLine } from "./refund-line.ts";

/** No more work, and no secret that was needed for it. */
const atRest = { nextAttemptAt: null, leasedUntil: null, secretEncrypted: null } as const;

/** In the transaction that carries the line out, if the work is only done in our own database. */
export async function completeLine(
  tx: Transaction,
  line: Pick<OrderLineRow, "id" | "orderId" | "workspaceId" | "domainName">,
  outcome: Partial<Pick<OrderLineRow, "operationId" | "previousPlanSlug">>,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, line.orderId);
  const [completed] = await tx
    .update(orderLines)
    .set({ ...atRest, ...outcome, state: "completed", finishedAt: now })
    .where(and(eq(orderLines.id, line.id), eq(orderLines.state, "running")))
    .returning();
  if (!completed) {
    throw new Error(`the line ${line.id} has ended already`);
  }
  // Its domain can have been deleted, and so refunded, before the line was looked at.
  await recordRefunded(tx, completed);
  if (order.origin === "request") {
    await recheckRenewals(tx, completed, now);
  }
  await continueOrder(tx, order, line, now);
}

/** A line is refunded once its whole price was returned, unless the bank has returned the refund. */
export async function recordRefunded(tx: Transaction, line: OrderLineRow): Promise<void> {
  const state = nextLineState(line.state, refundEvent(line));
  if (state) {
    await tx.update(orderLines).set({ state }).where(eq(orderLines.id, line.id));
  }
}

/** Paid by hand, or refunded: an unpaid renewal of the same domain may no longer be due. */
export const recheckRenewals = (
  tx: Transaction,
  { workspaceId, domainName }: Pick<OrderLineRow, "workspaceId" | "domainName">,
  now: Date,
) =>
  tx
    .update(orders)
    .set({ cancelsAt: now })
    .where(
      and(
        eq(orders.origin, "renewal"),
        eq(orders.state, "awaiting_payment"),
        inArray(
          orders.id,
          tx
            .select({ id: orderLines.orderId })
            .from(orderLines)
            .where(and(eq(orderLines.workspaceId, workspaceId), eq(orderLines.domainName, domainName))),
        ),
      ),
    );

/** A failed line is refunded: the refund is stored in the transaction of the failure, and sent afterwards. */
export async function failLine(
  ctx: Ctx & OrderPorts,
  line: OrderLineRow,
  failure: LineFailure,
  operationId: string | null,
): Promise<void> {
  await fail(ctx, line, { failure, operationId });
}

/** Undoes the transaction in which a line is given up. */
class AnsweredMeanwhile extends Error {}

/** Stops waiting for a registry that hasn't answered. If it has answered just now, the line is checked again. */
export async function giveUpLine(
  ctx: Ctx & OrderPorts,
  line: OrderLineRow,
  operationId: string | null,
): Promise<void> {
  const isStillSo = async (tx: Transaction) => (await findOperationOfLine(tx, line.id))?.finishedAt === null;
  try {
    await fail(ctx, line, { failure: failureOf(registrySilent()), operationId, isStillSo });
  } catch (error) {
    if (!(error instanceof AnsweredMeanwhile)) {
      throw error;
    }
    await releaseLine(ctx.db, line, await ctx.clock.now());
  }
}

async function fail(
  ctx: Ctx & OrderPorts,
  line: OrderLineRow,
  {
    failure,
    operationId,
    isStillSo = async () => true,
  }: {
    failure: LineFailure;
    operationId: string | null;
    /** Checked once the line is locked. */
    isStillSo?: (tx: Transaction) => Promise<boolean>;
  },
): Promise<void> {
  const now = await ctx.clock.now();
  const [found] = await ctx.db
    .select({ paymentId: orders.paymentId })
    .from(orders)
    .where(eq(orders.id, line.orderId));
  const paymentId = found?.paymentId ?? null;
  const refundId = await ctx.db.transaction(async (tx) => {
    // The payment's lock comes before the order's, as in everything that payments report.
    const payment = paymentId === null ? undefined : await lockPayment(tx, paymentId);
    const order = await lockOrder(tx, line.orderId);
    if (order.origin === "renewal") {
      // Locks what is renewed before the line, as everything does that its registry reports.
      await recordLineFailure(tx, ctx, line, failure, now);
    }
    await tx.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.id, line.id)).for("update");
    if (!(await isStillSo(tx))) {
      throw new AnsweredMeanwhile();
    }
    const [failed] = await tx
      .update(orderLines)
      .set({ ...atRest, state: "failed", failure, operationId, finishedAt: now })
      .where(and(eq(orderLines.id, line.id), inArray(orderLines.state, openLineStates)))
      .returning();
    if (!failed) {
      return undefined;
    }
    await recordRefunded(tx, failed);
    await queueFailure(tx, failed, now);
    await continueOrder(tx, order, failed, now);
    await reduceOwed(tx, order, now);
    const { requestId } = order;
    return payment && refundLine(tx, ctx, { payment, line: failed, ...automatic, requestId }, now);
  });
  if (refundId !== undefined) {
    await sendRefund(ctx, refundId);
  }
}

const queueFailure = (
  tx: Transaction,
  { workspaceId, orderId, id: subjectId }: OrderLineRow,
  now: Date,
): Promise<void> =>
  queueOrderEmail(tx, { workspaceId, orderId, kind: "order_line_failed", subjectId, dueAt: now }, now);

const automatic = {
  reason: "line_failed",
  requestedBy: { kind: "system", id: null, name: "orders" },
} as const;

/** Ends held lines whose refund was requested. The caller stores the refund. */
export async function withdrawLines(
  tx: Transaction,
  ctx: Ctx & OrderPorts,
  orderId: string,
  lines: readonly OrderLineRow[],
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const failure = failureOf(paymentReturned());
  for (const line of lines) {
    if (order.origin === "renewal") {
      await recordLineFailure(tx, ctx, line, failure, now);
    }
    await tx
      .update(orderLines)
      .set({ ...atRest, state: "failed", failure, finishedAt: now })
      .where(eq(orderLines.id, line.id));
    await continueOrder(tx, order, line, now);
  }
}

/**
 * Lines that failed, or were undone, while the bank had their money. The sweep of refunds sends their refunds, unless the
 * workspace has undone too many: then they wait for the operator, as they do if they waited before.
 */
export async function refundHeldLines(
  tx: Transaction,
  ctx: Ctx & { undoneRegistrations: number },
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const { undoneRegistrations } = ctx;
  const waiting = (await listRefundsOfPayment(tx, payment.id))
    .filter(({ state }) => state === "waiting")
    .flatMap(({ lineAmounts }) => lineAmounts.map(({ lineId }) => lineId));
  const held = (await readLines(tx, payment.orderId)).filter(
    ({ id, state, kind, undoneAt }) =>
      !waiting.includes(id) && (state === "failed" || (kind === "registration" && undoneAt !== null)),
  );
  for (const line of held) {
    const isUndone = line.failure === null;
    const counting = { workspaceId: line.workspaceId, undoneRegistrations };
    const isWaiting = isUndone && !(await mayUndoWithoutOperator(tx, counting, now));
    const reason = isUndone ? "domain_deleted" : "line_failed";
    const request = { ...automatic, reason, isWaiting, requestId: ctx.requestId } as const;
    await refundLine(tx, ctx, { payment, line, ...request }, now);
  }
}

/** Under the order's lock, so that of two workers that end the last lines, the later one sees both. */
async function continueOrder(
  tx: Transaction,
  order: OrderRow,
  { domainName }: Pick<OrderLineRow, "domainName">,
  now: Date,
): Promise<void> {
  const ending = orderEnding(await readLines(tx, order.id));
  const state = ending && nextOrderState(order.state, ending);
  if (state) {
    await tx.update(orders).set({ state, finishedAt: now }).where(eq(orders.id, order.id));
    return;
  }
  // Mail waits for the domain that is bought with it.
  await tx
    .update(orderLines)
    .set({ nextAttemptAt: now })
    .where(
      and(
        eq(orderLines.orderId, order.id),
        eq(orderLines.kind, "mail_plan"),
        eq(orderLines.domainName, domainName),
        or(isHeldRow, gt(orderLines.nextAttemptAt, now)),
      ),
    );
  await wakeWorkers(tx, "orders");
}
