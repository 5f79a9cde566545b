import { orderLines, orders } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { readWorkspaceActor } from "../../accounts/index.ts";
import { findOperationOfLine } from "../../domains/index.ts";
import { readPayment } from "../../payments/index.ts";
import { failureOf, nameUnavailable, paymentReturned, requesterGone } from "../errors.ts";
import { findHeldNames } from "../holds/held-names.ts";
import { isForNewName } from "../holds/policy.ts";
import type { OrderLineRow, OrderRow } from "../model/order-row.ts";
import { isOpenLine, nextAttempt, verdictOn } from "../model/policy.ts";
import { requireMayOrder } from "../model/require-may-order.ts";
import type { OrderPorts } from "../ports.ts";
import { renewalActor } from "../renewables/renewal-actor.ts";
import { beginLine } from "./begin-line.ts";
import { type ExecutionCtx, heldLine, releaseLine } from "./claim-line.ts";
import { completeLine, failLine, giveUpLine } from "./end-line.ts";
import { settleLateSuccess } from "./settle-late-success.ts";

/**
 * Carries out a claimed line, or looks at what became of it. Its operation is stored with the line's id before anything
 * is sent, so after a crash at any point the next attempt finds it instead of beginning another.
 */
export async function executeLine(ctx: ExecutionCtx, line: OrderLineRow): Promise<void> {
  const system = { ...ctx, actor: { kind: "system", job: "orders" } } as const;
  const operation = await findOperationOfLine(ctx.db, line.id);
  if (!isOpenLine(line.state)) {
    return settleLateSuccess(system, line, operation);
  }
  const verdict = operation && verdictOn(operation, line, await ctx.clock.now());
  if (operation && verdict !== "retry") {
    return follow(system, line, operation);
  }
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, line.orderId));
  if (order?.state !== "processing") {
    return wait(system, line, null);
  }
  try {
    const begun = await begin(ctx, order, line);
    if (begun) {
      await follow(system, line, begun);
    }
  } catch (error) {
    await settleFailure(system, line, error);
  }
}

const wait = async (
  { db }: Pick<Ctx, "db">,
  line: OrderLineRow,
  nextAttemptAt: Date | null,
  operationId?: string | null,
): Promise<void> => {
  await releaseLine(db, line, nextAttemptAt, operationId);
};

type SystemCtx = Ctx & OrderPorts;

/** Undefined if there is nothing to follow: the line is done, or has to wait. */
async function begin(
  ctx: ExecutionCtx,
  order: OrderRow,
  line: OrderLineRow,
): Promise<DomainOperation | undefined> {
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
  if (!(await markRunning(ctx, line))) {
    await wait(ctx, line, nextAttempt(line, await ctx.clock.now()));
    return undefined;
  }
  const acting = { ...ctx, actor, requestId: order.requestId };
  const begun = await beginLine(acting, line);
  if (begun === "waiting") {
    await wait(ctx, line, nextAttempt(line, await ctx.clock.now()));
  }
  return typeof begun === "string" ? undefined : begun;
}

/** A name that another workspace holds is bought there first. */
async function requireNameFree({ db }: ExecutionCtx, line: OrderLineRow): Promise<void> {
  const { workspaceId, domainName } = line;
  const names = isForNewName(line) ? [domainName] : [];
  if ((await findHeldNames(db, { workspaceId, names })).length > 0) {
    throw nameUnavailable(domainName);
  }
}

/**
 * False while another order carries out the same line: its outcome decides whether this one still can. Also if
 * another process has claimed the line since.
 */
async function markRunning(ctx: ExecutionCtx, line: OrderLineRow): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const same = `${line.workspaceId}:${line.kind}:${line.domainName}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${same}, 0))`);
    const twin = and(
      eq(orderLines.workspaceId, line.workspaceId),
      eq(orderLines.kind, line.kind),
      eq(orderLines.domainName, line.domainName),
      eq(orderLines.state, "running"),
      ne(orderLines.id, line.id),
    );
    if ((await tx.$count(orderLines, twin)) > 0) {
      return false;
    }
    const marked = await tx
      .update(orderLines)
      .set({ state: "running" })
      .where(heldLine(line))
      .returning({ id: orderLines.id });
    return marked.length > 0;
  });
}

async function follow(ctx: SystemCtx, line: OrderLineRow, operation: DomainOperation): Promise<void> {
  const now = await ctx.clock.now();
  const operationId = rowId("dop", operation.id) ?? null;
  switch (verdictOn(operation, line, now)) {
    case "complete":
      return ctx.db.transaction((tx) => completeLine(tx, line, { operationId }, now));
    case "fail":
      return failLine(ctx, line, operation.reason ?? { code: "failed", message: "" }, operationId);
    case "give_up":
      return giveUpLine(ctx, line, operationId);
    default:
      return wait(ctx, line, nextAttempt(line, now), operationId);
  }
}

/** A refusal fails the line. Without an answer, the line is tried again, or its operation looked at, until it gives up. */
async function settleFailure(ctx: SystemCtx, line: OrderLineRow, thrown: unknown): Promise<void> {
  const begun = await findOperationOfLine(ctx.db, line.id);
  const now = await ctx.clock.now();
  if (begun && verdictOn(begun, line, now) !== "retry") {
    return follow(ctx, line, begun);
  }
  const error = thrown instanceof AppError ? thrown : undefined;
  const isTemporary = !error || error.kind === "unavailable" || error.kind === "rate_limited";
  const isOverdue = line.givesUpAt !== null && line.givesUpAt <= now;
  ctx.log[error ? "warn" : "error"](
    { err: thrown, orderLineId: line.id },
    "an order line was not carried out",
  );
  if (isTemporary && !isOverdue) {
    return wait(ctx, line, nextAttempt(line, now));
  }
  const failure = error
    ? failureOf(error)
    : { code: "internal_error", message: "Something went wrong on our side." };
  return failLine(ctx, line, failure, null);
}
