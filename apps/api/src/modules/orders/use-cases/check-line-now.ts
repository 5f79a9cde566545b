import { orderLines, type Transaction } from "@zonepost/db";
import { and, eq, gt, or, sql } from "drizzle-orm";
import { wakeWorkers } from "../../../kernel/wake.ts";
import { registrySilent } from "../errors.ts";

/** The operation of a line has ended: a waiting line is looked at now, and one that was given up, once more. */
export async function checkLineNow(tx: Transaction, lineId: string, now: Date): Promise<void> {
  const isWaiting = and(eq(orderLines.state, "running"), gt(orderLines.nextAttemptAt, now));
  const wasGivenUp = sql`${orderLines.failure} ->> 'code' = ${registrySilent.code}`;
  const brought = await tx
    .update(orderLines)
    .set({ nextAttemptAt: now })
    .where(and(eq(orderLines.id, lineId), or(isWaiting, wasGivenUp)))
    .returning({ id: orderLines.id });
  if (brought.length > 0) {
    await wakeWorkers(tx, "orders");
  }
}
