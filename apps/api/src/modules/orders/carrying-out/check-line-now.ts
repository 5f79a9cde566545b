import { orderLines, type Transaction } from "@zonepost/db";
import { and, eq, or, sql } from "drizzle-orm";
import { wakeNotice } from "../../../kernel/due-work/wake.ts";
import { registrySilent } from "../errors.ts";

/**
 * The operation of a line has ended: the line is checked now, even if it was given up. The update locks a line that is
 * being given up, so that one of the two transactions sees the other.
 */
export async function checkLineNow(tx: Transaction, lineId: string, now: Date): Promise<void> {
  const isRunning = eq(orderLines.state, "running");
  const wasGivenUp = sql`${orderLines.failure} ->> 'code' = ${registrySilent().code}`;
  await tx
    .update(orderLines)
    .set({ nextAttemptAt: now })
    .where(and(eq(orderLines.id, lineId), or(isRunning, wasGivenUp)))
    .returning({ woken: wakeNotice("orders") });
}
