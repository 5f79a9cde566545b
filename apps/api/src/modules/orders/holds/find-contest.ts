import { orderLines } from "@zonepost/db";
import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { seesDomain } from "../../../kernel/rights.ts";
import { isBeingCharged, type PaymentPorts, settlePayment } from "../../payments/index.ts";
import { alreadyOrdered, nameUnavailable } from "../errors.ts";
import { isForNewName, type LineInput, nameOfLine, thingOf } from "../model/line-input.ts";
import { type OrderWithLines, readOrder } from "../model/order-row.ts";
import { openLineStates } from "../model/policy.ts";
import { isHeldElsewhere } from "./held-names.ts";
import { contestOf, type Origin } from "./policy.ts";

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
export async function findContest(ctx: ContestCtx, wanted: readonly LineInput[]): Promise<OrderContest> {
  const { db, actor } = ctx;
  // Of a domain outside the buyer's limit, not even its orders are told. Its quote says that it doesn't exist.
  const lines = wanted.filter((line) => seesDomain(actor, nameOfLine(line)));
  const { workspaceId } = actor;
  const buyer: Origin = actor.kind === "system" ? "renewal" : "request";
  const names = lines.flatMap((line) => (isForNewName(line) && "name" in line ? [line.name] : []));
  const [found] = await db.execute<{ endedCount: number; holderIds: string[]; heldNames: string[] }>(sql`
    select
      (select count(*)::int from ${orderLines} where ${isEnded({ workspaceId, lines, exceptOrderIds: [] })}) as "endedCount",
      array(
        select distinct ${orderLines.orderId}::text from ${orderLines} where ${isHolding(workspaceId, lines)} order by 1
      ) as "holderIds",
      array(
        select ${orderLines.heldName} from ${orderLines} where ${isHeldElsewhere({ workspaceId, names })} order by 1
      ) as "heldNames"`);
  if (!found) {
    throw new Error("a contest has no row");
  }
  const contest: OrderContest = { replaced: [], refusals: [], endedCount: found.endedCount };
  for (const { holder, isBeingPaid } of await readHolders(ctx, found.holderIds)) {
    const seesAll = holder.lines.every(({ domainName }) => seesDomain(actor, domainName));
    if (seesAll && contestOf({ ...holder.order, isBeingPaid }, buyer) === "replace") {
      contest.replaced.push(holder);
    } else {
      contest.refusals.push(alreadyOrderedBy(holder, lines));
    }
  }
  const [taken] = found.heldNames;
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

type Holding = { holder: OrderWithLines; isBeingPaid: boolean };

/** The orders that hold one of these things, in the order of their ids. */
async function findHolders(ctx: ContestCtx, lines: readonly LineInput[]): Promise<Holding[]> {
  const rows = await ctx.db
    .selectDistinct({ id: orderLines.orderId })
    .from(orderLines)
    .where(isHolding(ctx.actor.workspaceId, lines))
    .orderBy(orderLines.orderId);
  return readHolders(
    ctx,
    rows.map(({ id }) => id),
  );
}

const isHolding = (workspaceId: string, lines: readonly LineInput[]) =>
  and(
    eq(orderLines.workspaceId, workspaceId),
    inArray(orderLines.thing, lines.map(thingOf)),
    inArray(orderLines.state, openLineStates),
  );

async function readHolders(ctx: ContestCtx, ids: readonly string[]): Promise<Holding[]> {
  const holders = [];
  for (const id of ids) {
    const holder = await readOrder(ctx.db, id);
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

type Ended = { workspaceId: string; lines: readonly LineInput[]; exceptOrderIds: readonly string[] };

/** Compared before a quote and after its order was stored: if a line has ended since, the quote is out of date. */
export const countEnded = (db: Queryable, given: Ended): Promise<number> =>
  db.$count(orderLines, isEnded(given));

const isEnded = ({ workspaceId, lines, exceptOrderIds }: Ended) =>
  and(
    eq(orderLines.workspaceId, workspaceId),
    inArray(orderLines.domainName, lines.map(nameOfLine)),
    inArray(orderLines.thing, lines.map(thingOf)),
    notInArray(orderLines.state, openLineStates),
    exceptOrderIds.length > 0 ? notInArray(orderLines.orderId, [...exceptOrderIds]) : undefined,
  );
