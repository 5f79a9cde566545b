import { orderLines, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { postponeDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { LineFailure } from "../errors.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import { isOpenLine } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { isOfTerm } from "./find-renewal-order.ts";
import { tryAt } from "./policy.ts";
import { findRenewable } from "./renewables.ts";

/**
 * The registry hasn't carried out a renewal that was ordered: it is tried again on the next date, with a new order. With
 * the order's lock, under which its lines end.
 */
export async function recordLineFailure(
  tx: Transaction,
  ctx: Ctx & OrderPorts,
  line: OrderLineRow,
  { code, message }: LineFailure,
  now: Date,
): Promise<void> {
  const [current] = await tx.select().from(orderLines).where(eq(orderLines.id, line.id));
  if (!current || !isOpenLine(current.state)) {
    return;
  }
  const renewable = findRenewable(line.kind);
  const renewal = await renewable?.findOfLine({ ...ctx, db: tx }, line);
  if (!renewable || !renewal || !isOfTerm(ctx, [line], renewal)) {
    return;
  }
  const { next } = tryAt(renewal, now);
  const failure = { code, message, isPayment: false, since: null, triesAgainAt: next };
  await renewable.recordFailure(tx, ctx, renewal, failure);
  await postponeDueRow(tx, renewable.due, renewal.id, { from: now, to: next ?? renewal.graceEndsAt });
}
