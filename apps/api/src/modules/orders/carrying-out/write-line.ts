import { orderLines, orders, type Transaction } from "@zonepost/db";
import { and, eq, gt, inArray, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { enqueueEmail } from "../../accounts/index.ts";
import { findOperationOfLine } from "../../domains/index.ts";
import { lockPayment, postGivenAway, sendRefund } from "../../payments/index.ts";
import { queueOrderEmail } from "../emails/queue-order-email.ts";
import { failureOf, type LineFailure, paymentReturned, registrySilent } from "../errors.ts";
import { reduceOwed } from "../losses/reduce-owed.ts";
import { isHeldRow, lockOrder, type OrderLineRow, type OrderRow, readLines } from "../model/order-row.ts";
import { nextLineState, nextOrderState, openLineStates, orderEnding, refundEvent } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { recordLineFailure } from "../renewables/record-line-failure.ts";
import { lateSuccessEmail } from "./late-success-email.ts";
import type { AttemptEvent, LineDecision } from "./policy.ts";
import { automatic, refundLine } from "./refund-line.ts";

type WriteCtx = Ctx & OrderPorts;

/** What became of a line, with what is stored about it. */
export type Outcome = { event: AttemptEvent; operationId?: string | null; failure?: LineFailure };

/** Writes the decision about a claimed line. */
export async function writeDecision(
  ctx: WriteCtx,
  line: OrderLineRow,
  { step, nextAttemptAt }: LineDecision,
  { operationId = null, failure = unknownFailure }: Outcome,
): Promise<void> {
  switch (step) {
    case "wait":
    case "rest":
      await releaseLine(ctx.db, line, nextAttemptAt, operationId ?? line.operationId);
      return;
    case "complete": {
      const now = await ctx.clock.now();
      await ctx.db.transaction(async (tx) => {
        await completeLocked(tx, await lockOrder(tx, line.orderId), line, { operationId }, now);
      });
      return;
    }
    case "fail":
      return failLine(ctx, line, failure, operationId);
    case "give_up":
      return giveUpLine(ctx, line, operationId);
    case "give_away":
      return giveAway(ctx, line, operationId);
    case "begin":
    case "undo":
    case "leave":
      return;
  }
}

const unknownFailure: LineFailure = { code: "failed", message: "" };

/** Still the line that this process has claimed. */
const heldLine = ({ id, leasedUntil }: OrderLineRow) =>
  and(eq(orderLines.id, id), leasedUntil ? eq(orderLines.leasedUntil, leasedUntil) : undefined);

/** Releases a claimed line until its next attempt. False if another process has it by now. */
async function releaseLine(
  db: Queryable,
  line: OrderLineRow,
  nextAttemptAt: Date | null,
  operationId: string | null = line.operationId,
): Promise<boolean> {
  const released = await db
    .update(orderLines)
    .set({ nextAttemptAt, operationId, leasedUntil: null })
    .where(heldLine(line))
    .returning({ id: orderLines.id });
  return released.length > 0;
}

/** Of any other kind, one line for each domain is open: `order_lines_thing_key`. */
const hasTwins = ({ kind }: OrderLineRow): boolean => kind === "renewal" || kind === "settlement";

/** Another process has claimed the line since, or another order carries out the same line and has to end first. */
export class LineBlocked extends Error {}

/** In the transaction that begins its operation. */
export async function beginHeld(tx: Transaction, line: OrderLineRow): Promise<void> {
  const { workspaceId, kind, domainName } = line;
  if (hasTwins(line)) {
    const same = `${workspaceId}:${kind}:${domainName}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${same}, 0))`);
  }
  const twin = alias(orderLines, "twin");
  const running = tx
    .select({ id: twin.id })
    .from(twin)
    .where(
      and(
        eq(twin.workspaceId, workspaceId),
        eq(twin.kind, kind),
        eq(twin.domainName, domainName),
        eq(twin.state, "running"),
        ne(twin.id, line.id),
      ),
    );
  const begun = await tx
    .update(orderLines)
    .set({ state: "running" })
    .where(and(heldLine(line), notExists(running)))
    .returning({ id: orderLines.id });
  if (begun.length === 0) {
    throw new LineBlocked();
  }
}

/** In the transaction that carries the line out, if the work is only done in our own database. */
export async function carryOutAtOnce(
  tx: Transaction,
  line: OrderLineRow,
  outcome: Partial<Pick<OrderLineRow, "operationId" | "previousPlanSlug">>,
  now: Date,
): Promise<OrderRow> {
  const order = await lockOrder(tx, line.orderId);
  await beginHeld(tx, line);
  await completeLocked(tx, order, line, outcome, now);
  return order;
}

/** With the order's lock. False if the line has ended before. */
export async function completeLocked(
  tx: Transaction,
  order: OrderRow,
  line: Pick<OrderLineRow, "id">,
  outcome: Partial<Pick<OrderLineRow, "operationId" | "previousPlanSlug">>,
  now: Date,
): Promise<boolean> {
  const completed = await endLine(tx, order, line, { ...outcome, state: "completed" }, now);
  if (completed && order.origin === "request") {
    await recheckRenewals(tx, completed, now);
  }
  return completed !== undefined;
}

type Ending = Pick<OrderLineRow, "state"> &
  Partial<Pick<OrderLineRow, "failure" | "operationId" | "previousPlanSlug">>;

/** No more work is left, and no secret that was needed for it. */
const atRest = { nextAttemptAt: null, leasedUntil: null, secretEncrypted: null } as const;

/** With the order's lock. Undefined if it has ended before. */
async function endLine(
  tx: Transaction,
  order: OrderRow,
  { id }: Pick<OrderLineRow, "id">,
  ending: Ending,
  now: Date,
): Promise<OrderLineRow | undefined> {
  const from = ending.state === "completed" ? (["running"] as const) : openLineStates;
  const [ended] = await tx
    .update(orderLines)
    .set({ ...atRest, ...ending, finishedAt: now })
    .where(and(eq(orderLines.id, id), inArray(orderLines.state, from)))
    .returning();
  if (ended) {
    // Its domain can have been deleted, and so refunded, before the line was looked at.
    await recordRefunded(tx, ended);
    await continueOrder(tx, order, ended, now);
  }
  return ended;
}

/** A line is refunded once its whole price was returned, unless the bank has returned the refund. */
export async function recordRefunded(tx: Transaction, line: OrderLineRow): Promise<void> {
  const state = nextLineState(line.state, refundEvent(line));
  if (state) {
    await tx.update(orderLines).set({ state }).where(eq(orderLines.id, line.id));
  }
}

/** Paid by hand, registered again, or refunded: an unpaid renewal of the same domain may no longer be due. */
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

/** Undoes the transaction in which a line is given up. */
class AnsweredMeanwhile extends Error {}

/** Stops waiting for a registry that hasn't answered. If it has answered just now, the line is checked again. */
async function giveUpLine(ctx: WriteCtx, line: OrderLineRow, operationId: string | null): Promise<void> {
  const requireSilence = async (tx: Transaction) => {
    if ((await findOperationOfLine(tx, line.id))?.finishedAt !== null) {
      throw new AnsweredMeanwhile();
    }
  };
  try {
    await failLine(ctx, line, failureOf(registrySilent()), operationId, requireSilence);
  } catch (error) {
    if (!(error instanceof AnsweredMeanwhile)) {
      throw error;
    }
    await releaseLine(ctx.db, line, await ctx.clock.now());
  }
}

/**
 * A failed line is refunded: the refund is stored in the transaction of the failure, and sent afterwards.
 *
 * @param whenLocked called once the line is locked
 */
async function failLine(
  ctx: WriteCtx,
  line: OrderLineRow,
  failure: LineFailure,
  operationId: string | null,
  whenLocked: (tx: Transaction) => Promise<void> = async () => {},
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
    await whenLocked(tx);
    const failed = await endLine(tx, order, line, { state: "failed", failure, operationId }, now);
    if (!failed) {
      return undefined;
    }
    const { workspaceId, orderId, id: subjectId } = failed;
    const email = { workspaceId, orderId, kind: "order_line_failed", subjectId, dueAt: now } as const;
    await queueOrderEmail(tx, email, now);
    await reduceOwed(tx, order, now);
    const { requestId } = order;
    return payment && refundLine(tx, ctx, { payment, line: failed, ...automatic, requestId }, now);
  });
  if (refundId !== undefined) {
    await sendRefund(ctx, refundId);
  }
}

/** Ends held lines whose refund was requested. The caller stores the refund. */
export async function withdrawLines(
  tx: Transaction,
  ctx: WriteCtx,
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
    await endLine(tx, order, line, { state: "failed", failure }, now);
  }
}

/** With the lock of an order that ends unpaid: none of its lines has begun. */
export const cancelLines = (tx: Transaction, orderId: string, failure: LineFailure, now: Date) =>
  tx
    .update(orderLines)
    .set({ ...atRest, state: "failed", failure, finishedAt: now })
    .where(eq(orderLines.orderId, orderId));

/** Came late, and is kept at the expense of the operator, who is told in the transaction that ends the work. */
async function giveAway(ctx: WriteCtx, line: OrderLineRow, operationId: string | null): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, line.orderId));
    if (!(await releaseLine(tx, line, null)) || !order?.paymentId) {
      return;
    }
    ctx.log.error(
      { orderLineId: line.id, domain: line.domainName, operationId },
      "the registry carried out an order line that had been given up and refunded",
    );
    const { id: orderId, paymentId } = order;
    const given = { ...order, paymentId, orderId, lineId: line.id, domainName: line.domainName };
    await postGivenAway(tx, given, now);
    if (ctx.operatorEmail !== undefined) {
      await enqueueEmail(tx, ctx, { ...lateSuccessEmail(line, order), to: ctx.operatorEmail }, now);
    }
  });
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
