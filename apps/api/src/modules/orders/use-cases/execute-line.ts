import { orderLines, orders } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { and, eq, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { AppError } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { readWorkspaceActor } from "../../accounts/index.ts";
import { readOperationsOfLines } from "../../domains/index.ts";
import { registrySilent, requesterGone } from "../errors.ts";
import type { OrderLineRow, OrderRow } from "../order-row.ts";
import { isOpenLine, nextAttempt, verdictOn } from "../policy.ts";
import type { OrderPorts } from "../ports.ts";
import { renewalActor } from "../renewals/renewal-actor.ts";
import { requireMayOrder } from "../require-may-order.ts";
import { beginLine } from "./begin-line.ts";
import { completeLine, failLine } from "./end-line.ts";

export type ExecutionCtx = Omit<Ctx, "actor"> & OrderPorts;

/** Wall clock. Longer than the work on one line takes, so an expired lease means a dead process. */
const leaseMs = 2 * minuteMs;

/**
 * Undefined if the line isn't due, or another process has it.
 *
 * @param held the lease that the caller's own request has put on the line
 */
export async function claimLine(
  ctx: ExecutionCtx,
  id: string,
  held: Date | null = null,
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
 * Carries out a claimed line, or looks at what became of it. Its operation is stored with the line's id before anything
 * is sent, so after a crash at any point the next attempt finds it instead of beginning another.
 */
export async function executeLine(ctx: ExecutionCtx, line: OrderLineRow): Promise<void> {
  const system = { ...ctx, actor: { kind: "system", job: "orders" } } as const;
  const operation = (await readOperationsOfLines(ctx.db, [line.id])).get(line.id);
  if (!isOpenLine(line.state)) {
    return reportLateSuccess(system, line, operation);
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

type SystemCtx = Ctx & OrderPorts;

/** Undefined if there is nothing to follow: the line is done, or has to wait. */
async function begin(
  ctx: ExecutionCtx,
  order: OrderRow,
  line: OrderLineRow,
): Promise<DomainOperation | undefined> {
  // Read again, so that nothing more is bought for a person or key that has lost the right.
  const actor =
    order.origin === "renewal"
      ? renewalActor(order.workspaceId)
      : await readWorkspaceActor(ctx, order.workspaceId, order.actor);
  if (!actor) {
    throw new AppError("forbidden", requesterGone.code, requesterGone.message);
  }
  requireMayOrder({ ...ctx, actor }, [line]);
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

/** False while another order carries out the same line: what that changes decides whether this one still can. */
async function markRunning(ctx: ExecutionCtx, line: OrderLineRow): Promise<boolean> {
  if (line.state === "running") {
    return true;
  }
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
    await tx.update(orderLines).set({ state: "running" }).where(heldLine(line));
    return true;
  });
}

async function follow(ctx: SystemCtx, line: OrderLineRow, operation: DomainOperation): Promise<void> {
  const now = await ctx.clock.now();
  const operationId = rowId("dop", operation.id) ?? null;
  switch (verdictOn(operation, line, now)) {
    case "complete":
      return ctx.db.transaction((tx) => completeLine(tx, line, operationId, now));
    case "fail":
      return failLine(ctx, line, operation.reason ?? { code: "failed", message: "" }, operationId);
    case "give_up":
      return failLine(ctx, line, registrySilent, operationId);
    default:
      return wait(ctx, line, nextAttempt(line, now), operationId);
  }
}

/** A refusal fails the line. Without an answer, the line is tried again, or its operation looked at, until it gives up. */
async function settleFailure(ctx: SystemCtx, line: OrderLineRow, thrown: unknown): Promise<void> {
  const begun = (await readOperationsOfLines(ctx.db, [line.id])).get(line.id);
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
    ? { code: error.code, message: messageOf(error) }
    : { code: "internal_error", message: "Something went wrong on our side." };
  return failLine(ctx, line, failure, null);
}

const messageOf = ({ fields, publicMessage }: AppError): string =>
  fields?.map(({ message }) => message).join(" ") || publicMessage;

/** Still the line that this process has claimed. */
const heldLine = ({ id, leasedUntil }: OrderLineRow) =>
  and(eq(orderLines.id, id), leasedUntil ? eq(orderLines.leasedUntil, leasedUntil) : undefined);

async function wait(
  ctx: Pick<Ctx, "db">,
  line: OrderLineRow,
  nextAttemptAt: Date | null,
  operationId: string | null = line.operationId,
): Promise<void> {
  await ctx.db
    .update(orderLines)
    .set({ nextAttemptAt, operationId, leasedUntil: null })
    .where(heldLine(line));
}

/** The line has been refunded, and the registry did it after all: it is kept at the operator's expense, who is told. */
async function reportLateSuccess(
  ctx: SystemCtx,
  line: OrderLineRow,
  operation: DomainOperation | undefined,
): Promise<void> {
  if (line.failure?.code === registrySilent.code && operation?.state === "succeeded") {
    ctx.log.error(
      { orderLineId: line.id, domain: line.domainName, operationId: operation.id },
      "the registry carried out an order line that had been given up and refunded",
    );
  }
  await wait(ctx, line, null);
}
