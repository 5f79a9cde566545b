import { orderLines, orders } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { and, eq, isNotNull, isNull, lte, or } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { AppError } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { readWorkspaceActor } from "../../accounts/index.ts";
import { findOperationOfLine } from "../../domains/index.ts";
import { readPayment } from "../../payments/index.ts";
import { failureOf, nameUnavailable, paymentReturned, registrySilent, requesterGone } from "../errors.ts";
import { findHeldNames } from "../holds/held-names.ts";
import { isForNewName } from "../model/line-input.ts";
import type { LineWithOrder, OrderLineRow, OrderRow } from "../model/order-row.ts";
import { requireMayOrder } from "../model/require-may-order.ts";
import type { OrderPorts } from "../ports.ts";
import { renewalActor } from "../renewables/renewal-actor.ts";
import { beginLine } from "./begin-line.ts";
import { decideLine, eventOfOperation } from "./policy.ts";
import { undoLateSuccess } from "./undo-late-success.ts";
import { LineBlocked, type Outcome, writeDecision } from "./write-line.ts";

export type ExecutionCtx = Omit<Ctx, "actor"> & OrderPorts;

/** Carries out a line that is due, or looks at what became of it, unless another process has it. */
export async function carryOutLine(ctx: ExecutionCtx, id: string): Promise<void> {
  const line = await claimLine(ctx, id);
  if (line) {
    await carryOutClaimed(ctx, line);
  }
}

/** Wall clock. Longer than the work on one line takes, so an expired lease means a dead process. */
const leaseMs = 2 * minuteMs;

async function claimLine(ctx: ExecutionCtx, id: string): Promise<OrderLineRow | undefined> {
  const wallNow = ctx.clock.wallNow();
  const now = await ctx.clock.now();
  const [claimed] = await ctx.db
    .update(orderLines)
    .set({ leasedUntil: new Date(wallNow.getTime() + leaseMs) })
    .where(
      and(
        eq(orderLines.id, id),
        isNotNull(orderLines.nextAttemptAt),
        lte(orderLines.nextAttemptAt, now),
        or(isNull(orderLines.leasedUntil), lte(orderLines.leasedUntil, wallNow)),
      ),
    )
    .returning();
  return claimed;
}

/**
 * Looks, acts if there is something to do, and writes what is decided. The operation of a line is stored with its id
 * before anything is sent, so after a crash at any point the next attempt finds it instead of beginning another.
 */
export async function carryOutClaimed(ctx: ExecutionCtx, line: OrderLineRow): Promise<void> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, line.orderId));
  if (order) {
    await follow(ctx, { line, order }, await look(ctx, line, order));
  }
}

/** A line that the request has just placed and paid for: nothing has begun, and the request has its lease. */
export const carryOutPlaced = (ctx: ExecutionCtx, placed: LineWithOrder): Promise<void> =>
  follow(ctx, placed, { event: "due" });

async function follow(ctx: ExecutionCtx, { line, order }: LineWithOrder, found: Outcome): Promise<void> {
  const system = { ...ctx, actor: { kind: "system", job: "orders" } } as const;
  const given = { ...line, isGivenUp: line.failure?.code === registrySilent().code };
  let outcome = found;
  let decision = decideLine(given, outcome.event, await ctx.clock.now());
  if (decision.step === "begin" || decision.step === "undo") {
    outcome = await (decision.step === "begin"
      ? attempt(ctx, line, order)
      : undoLateSuccess(system, line, outcome));
    decision = decideLine(given, outcome.event, await ctx.clock.now());
  }
  await writeDecision(system, line, decision, outcome);
}

/** No operation begins before its line. */
async function look(ctx: ExecutionCtx, line: OrderLineRow, order: OrderRow): Promise<Outcome> {
  const operation = line.state === "pending" ? undefined : await findOperationOfLine(ctx.db, line.id);
  const outcome = operation && outcomeOf(operation, { isOfThisAttempt: false });
  const isLate = line.failure !== null;
  const isUnpaid = isLate ? order.paymentId === null : order.state !== "processing";
  const canBegin = !outcome || outcome.event === "lost";
  if (isUnpaid && (isLate || canBegin)) {
    return { event: "unpaid" };
  }
  if (canBegin && (await isPaymentReturned(ctx, order))) {
    return { event: "refused", failure: failureOf(paymentReturned()) };
  }
  return outcome ?? { event: "due" };
}

const isPaymentReturned = async ({ db }: ExecutionCtx, { paymentId }: OrderRow): Promise<boolean> =>
  paymentId !== null && (await readPayment(db, paymentId)).cooldownState === "ended";

function outcomeOf(operation: DomainOperation, options: { isOfThisAttempt: boolean }): Outcome {
  return {
    event: eventOfOperation(operation, options),
    operationId: rowId("dop", operation.id) ?? null,
    failure: operation.reason ?? undefined,
  };
}

/** A refusal fails the line. Without an answer, the line is tried again, or its operation looked at. */
async function attempt(ctx: ExecutionCtx, line: OrderLineRow, order: OrderRow): Promise<Outcome> {
  try {
    return await begin(ctx, line, order);
  } catch (thrown) {
    if (thrown instanceof LineBlocked) {
      return { event: "blocked" };
    }
    const operation = await findOperationOfLine(ctx.db, line.id);
    const begun = operation && outcomeOf(operation, { isOfThisAttempt: true });
    if (begun && begun.event !== "unavailable") {
      return begun;
    }
    const error = thrown instanceof AppError ? thrown : undefined;
    const isTemporary = !error || error.kind === "unavailable" || error.kind === "rate_limited";
    ctx.log[error ? "warn" : "error"](
      { err: thrown, orderLineId: line.id },
      "an order line was not carried out",
    );
    const failure = error
      ? failureOf(error)
      : { code: "internal_error", message: "Something went wrong on our side." };
    if (!isTemporary) {
      return { event: "refused", failure };
    }
    // If its time is over by now, its last operation explains the failure.
    return begun ?? { event: "unavailable", failure };
  }
}

async function begin(ctx: ExecutionCtx, line: OrderLineRow, order: OrderRow): Promise<Outcome> {
  // Read again, so that nothing more is bought for a person or key that has lost the right.
  const actor =
    order.origin === "renewal" || line.kind === "settlement"
      ? renewalActor(order.workspaceId)
      : await readWorkspaceActor(ctx, order.workspaceId, order.actor);
  if (!actor) {
    throw requesterGone();
  }
  requireMayOrder({ ...ctx, actor }, [line]);
  await requireNameFree(ctx, line);
  const begun = await beginLine({ ...ctx, actor, requestId: order.requestId }, line);
  if (typeof begun === "string") {
    return { event: begun };
  }
  const outcome = outcomeOf(begun, { isOfThisAttempt: true });
  return outcome.event === "succeeded" && order.origin === "request"
    ? { ...outcome, event: "carried_out" }
    : outcome;
}

/** A name that another workspace holds is bought there first. */
async function requireNameFree({ db }: ExecutionCtx, line: OrderLineRow): Promise<void> {
  const { workspaceId, domainName, heldName } = line;
  const names = isForNewName(line) && heldName !== domainName ? [domainName] : [];
  if ((await findHeldNames(db, { workspaceId, names })).length > 0) {
    throw nameUnavailable(domainName);
  }
}
