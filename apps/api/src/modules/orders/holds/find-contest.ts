import { orderLines, orders } from "@zonepost/db";
import { and, eq, inArray, notInArray } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { isBeingCharged, type PaymentPorts, settlePayment } from "../../payments/index.ts";
import { alreadyOrdered, nameUnavailable } from "../errors.ts";
import { type OrderWithLines, readOrder } from "../model/order-row.ts";
import { openLineStates } from "../model/policy.ts";
import { findHeldNames } from "./held-names.ts";
import { contestOf, isForNewName, type LineInput, nameOfLine, type Origin, thingOf } from "./policy.ts";

/** How the lines of a purchase compete with the orders that are open. */
export type OrderContest = {
  /** The purchase takes the place of these orders. They are in the order of their ids. */
  replaced: OrderWithLines[];
  refusals: AppError[];
  /** Lines for the same things that have ended, other than those of the replaced orders. */
  endedCount: number;
};

type ContestCtx = Pick<WorkspaceCtx, "actor" | "clock"> & { db: Queryable };

/** Read before the lines are quoted: whatever ends after that changes `endedCount`. */
export async function findContest(ctx: ContestCtx, lines: readonly LineInput[]): Promise<OrderContest> {
  const { db, actor } = ctx;
  const { workspaceId } = actor;
  const buyer: Origin = actor.kind === "system" ? "renewal" : "request";
  const endedCount = await countEnded(db, { workspaceId, lines, exceptOrderIds: [] });
  const contest: OrderContest = { replaced: [], refusals: [], endedCount };
  for (const { holder, isBeingPaid } of await findHolders(ctx, lines)) {
    if (contestOf({ ...holder.order, isBeingPaid }, buyer) === "replace") {
      contest.replaced.push(holder);
    } else {
      contest.refusals.push(alreadyOrderedBy(holder, lines));
    }
  }
  const names = lines.flatMap((line) => (isForNewName(line) && "name" in line ? [line.name] : []));
  const [taken] = await findHeldNames(db, { workspaceId, names });
  if (taken !== undefined) {
    contest.refusals.push(nameUnavailable(taken));
  }
  return contest;
}

/** Whether any order of the workspace is buying it, as its processor has it now. What only waits for money isn't. */
export async function isBeingBought(ctx: WorkspaceCtx & PaymentPorts, line: LineInput): Promise<boolean> {
  for (const { holder } of await findHolders(ctx, [line])) {
    const { state, paymentId } = holder.order;
    if (state === "awaiting_payment" && paymentId !== null) {
      await settlePayment(ctx, paymentId);
    }
  }
  const holders = await findHolders(ctx, [line]);
  return holders.some(({ holder, isBeingPaid }) => isBeingPaid || holder.order.state === "processing");
}

/** The orders that hold one of these things, in the order of their ids. */
async function findHolders(
  ctx: ContestCtx,
  lines: readonly LineInput[],
): Promise<{ holder: OrderWithLines; isBeingPaid: boolean }[]> {
  const { db, actor } = ctx;
  const holding = await db
    .selectDistinct({ id: orders.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.workspaceId, actor.workspaceId),
        inArray(orderLines.thing, lines.map(thingOf)),
        inArray(orderLines.state, openLineStates),
      ),
    )
    .orderBy(orders.id);
  const holders = [];
  for (const { id } of holding) {
    const holder = await readOrder(db, id);
    holders.push({ holder, isBeingPaid: await isOrderBeingPaid(ctx, holder) });
  }
  return holders;
}

async function isOrderBeingPaid(
  { db, clock }: Pick<ContestCtx, "db" | "clock">,
  { order }: OrderWithLines,
): Promise<boolean> {
  if (order.state !== "awaiting_payment" || order.paymentId === null) {
    return false;
  }
  const isBeginning = order.payingUntil !== null && order.payingUntil > clock.wallNow();
  return isBeginning || isBeingCharged(db, order.paymentId);
}

/** Names the first thing that both want. */
export function alreadyOrderedBy(holder: OrderWithLines, wanted: readonly LineInput[]): AppError {
  const things = wanted.map(thingOf);
  const line = holder.lines.find(({ thing }) => thing !== null && things.includes(thing));
  return alreadyOrdered(line?.domainName ?? "", publicId("ord", holder.order.id));
}

/** Compared before a quote and after its order was stored: if a line has ended since, the quote is out of date. */
export function countEnded(
  db: Queryable,
  given: { workspaceId: string; lines: readonly LineInput[]; exceptOrderIds: readonly string[] },
): Promise<number> {
  const { workspaceId, lines, exceptOrderIds } = given;
  return db.$count(
    orderLines,
    and(
      eq(orderLines.workspaceId, workspaceId),
      inArray(orderLines.domainName, lines.map(nameOfLine)),
      inArray(orderLines.thing, lines.map(thingOf)),
      notInArray(orderLines.state, openLineStates),
      exceptOrderIds.length > 0 ? notInArray(orderLines.orderId, [...exceptOrderIds]) : undefined,
    ),
  );
}
