import { orderLines, type Transaction } from "@zonepost/db";
import { and, eq, gt } from "drizzle-orm";
import { wakeWorkers } from "../../../kernel/wake.ts";

/** Brings a waiting line's next look at its operation forward, since the operation has ended. */
export async function checkLineNow(tx: Transaction, lineId: string, now: Date): Promise<void> {
  const brought = await tx
    .update(orderLines)
    .set({ nextAttemptAt: now })
    .where(and(eq(orderLines.id, lineId), eq(orderLines.state, "running"), gt(orderLines.nextAttemptAt, now)))
    .returning({ id: orderLines.id });
  if (brought.length > 0) {
    await wakeWorkers(tx, "clock");
  }
}
