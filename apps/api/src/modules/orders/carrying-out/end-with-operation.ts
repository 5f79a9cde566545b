import { orderLines, type Transaction } from "@zonepost/db";
import { and, eq, or, sql } from "drizzle-orm";
import { wakeNotice } from "../../../kernel/due-work/wake.ts";
import type { EndedOperation } from "../../domains/index.ts";
import { registrySilent } from "../errors.ts";
import { findLineWithOrder, lockRequestedLine } from "../model/order-row.ts";
import { recordRegistryCost } from "./record-registry-cost.ts";
import { completeLocked } from "./write-line.ts";

/**
 * The operation of a line has ended, in the transaction that records it. If it has carried the line out, the line is
 * completed. Otherwise it is checked now. So is a line of the renewal sweep: when it fails, its order is locked before its
 * domain, which is locked already here.
 */
export async function endWithOperation(tx: Transaction, ended: EndedOperation, now: Date): Promise<void> {
  const { orderLineId, operationId, isSuccess } = ended;
  const locked = isSuccess ? await lockRequestedLine(tx, orderLineId) : undefined;
  const found = locked ?? (await findLineWithOrder(tx, orderLineId));
  if (!found) {
    return;
  }
  await recordRegistryCost(tx, "charged", found, ended, now);
  if (!locked || !(await completeLocked(tx, locked.order, locked.line, { operationId }, now))) {
    await checkLineNow(tx, orderLineId, now);
  }
}

/**
 * Also a line that was given up. The update locks one that is being given up, so that one of the two transactions sees
 * the other.
 */
async function checkLineNow(tx: Transaction, lineId: string, now: Date): Promise<void> {
  const isRunning = eq(orderLines.state, "running");
  const wasGivenUp = sql`${orderLines.failure} ->> 'code' = ${registrySilent().code}`;
  await tx
    .update(orderLines)
    .set({ nextAttemptAt: now })
    .where(and(eq(orderLines.id, lineId), or(isRunning, wasGivenUp)))
    .returning({ woken: wakeNotice("orders") });
}
