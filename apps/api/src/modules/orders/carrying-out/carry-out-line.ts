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
import type { OrderLineRow, OrderRow } from "../model/order-row.ts";
import { requireMayOrder } from "../model/require-may-order.ts";
import type { OrderPorts } from "../ports.ts";
import { renewalActor } from "../renewables/renewal-actor.ts";
import { beginLine } from "./begin-line.ts";
import { decideLine, eventOfOperation } from "./policy.ts";
import { undoLateSuccess } from "./undo-late-success.ts";
import { beginClaimed, type Outcome, writeDecision } from "./write-line.ts";

export type ExecutionCtx = Omit<Ctx, "actor"> & OrderPorts;

/**
 * Carries out a line that is due, or looks at what became of it, unless another process has it.
 *
 * @param held the lease that the caller's own request has put on the line
 */
export async function carryOutLine(ctx: ExecutionCtx, id: string, held: Date | null = null): Promise<void> {
  const line = await claimLine(ctx, id, held);
  if (line) {
    await carryOutClaimed(ctx, line);
  }
}

/** Wall clock. Longer than the work on one line takes, so an expired lease means a dead process. */
const leaseMs = 2 * minuteMs;

async function claimLine(
  ctx: ExecutionCtx,
  id: string,
  held: Date | null,
): Promise<OrderLineRow | undefined> {
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
        or(
          isNull(orderLines.leasedUntil),
          lte(orderLines.leasedUntil, wallNow),
          held ? eq(orderLines.leasedUntil, held) : undefined,
        ),
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
  const system = { ...ctx, actor: { kind: "system", job: "orders" } } as const;
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, line.orderId));
  const isGivenUp = line.failure?.code === registrySilent().code;
  let outcome = await look(ctx, line, order);
  let decision = decideLine({ ...line, isGivenUp }, outcome.event, await ctx.clock.now());
  if (order && (decision.step === "begin" || decision.step === "undo")) {
    outcome = await (decision.step === "begin"
      ? attempt(ctx, line, order)
      : undoLateSuccess(system, line, outcome));
    decision = decideLine(
      { ...line, isGivenUp, state: decision.state },
      outcome.event,
      await ctx.clock.now(),
    );
  }
  await writeDecision(system, line, decision, outcome);
}

/** No operation begins before its line. */
async function look(ctx: ExecutionCtx, line: OrderLineRow, order: OrderRow | undefined): Promise<Outcome> {
  const operation = line.state === "pending" ? undefined : await findOperationOfLine(ctx.db, line.id);
  const outcome = operation && outcomeOf(operation, { isOfThisAttempt: false });
  const isLate = line.failure !== null;
  const isUnpaid = isLate ? order?.paymentId == null : order?.state !== "processing";
  if (isUnpaid && (isLate || !outcome || outcome.event === "lost")) {
    return { event: "unpaid" };
  }
  return outcome ?? { event: "due" };
}

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
  const payment = order.paymentId === null ? null : await readPayment(ctx.db, order.paymentId);
  if (payment?.cooldownState === "ended") {
    throw paymentReturned();
  }
  if (!(await beginClaimed(ctx, line))) {
    return { event: "blocked" };
  }
  const begun = await beginLine({ ...ctx, actor, requestId: order.requestId }, line);
  return typeof begun === "string" ? { event: begun } : outcomeOf(begun, { isOfThisAttempt: true });
}

/** A name that another workspace holds is bought there first. */
async function requireNameFree({ db }: ExecutionCtx, line: OrderLineRow): Promise<void> {
  const { workspaceId, domainName, heldName } = line;
  const names = isForNewName(line) && heldName !== domainName ? [domainName] : [];
  if ((await findHeldNames(db, { workspaceId, names })).length > 0) {
    throw nameUnavailable(domainName);
  }
}
