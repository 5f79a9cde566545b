import { paymentAttempts } from "@zonepost/db";
import { and, eq, lte } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { newId } from "../../../kernel/ids.ts";
import { readPayment } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";
import { mayContinue } from "../processor/call-processor.ts";
import { type AttemptRow, readAttempt } from "./attempt-row.ts";
import { confirmAttempt, runAttempt } from "./charge-card.ts";
import { abandonAttempt, closeAttempt } from "./close-attempts.ts";
import { isOpen, isUnpaid, nextAttemptCheckAt } from "./policy.ts";
import { settleAttempt } from "./settle-attempt.ts";

export const dueAttempts: DueRows = {
  table: paymentAttempts,
  id: paymentAttempts.id,
  workspaceId: paymentAttempts.workspaceId,
  dueAt: paymentAttempts.nextCheckAt,
};

/**
 * Ends the charges that a request left open, and finds the payments whose notice was lost. If the processor doesn't
 * respond, the other attempts wait for the next run.
 */
export async function checkOpenAttempts(ctx: Ctx & PaymentPorts, signal: AbortSignal): Promise<void> {
  await forEachDueRow(ctx, dueAttempts, signal, async (id, now) =>
    checkAttempt(ctx, await readAttempt(ctx.db, id), now),
  );
}

/** False if the processor doesn't respond. */
async function checkAttempt(ctx: Ctx & PaymentPorts, attempt: AttemptRow, now: Date): Promise<boolean> {
  const isAnswered = await mayContinue(ctx, { attempt: attempt.id }, () => continueAttempt(ctx, attempt));
  // Unless the check has just ended it.
  await ctx.db
    .update(paymentAttempts)
    .set({ nextCheckAt: nextAttemptCheckAt(attempt, now) })
    .where(and(eq(paymentAttempts.id, attempt.id), lte(paymentAttempts.nextCheckAt, now)));
  return isAnswered;
}

async function continueAttempt(ctx: Ctx & PaymentPorts, attempt: AttemptRow): Promise<void> {
  const payment = await readPayment(ctx.db, attempt.paymentId);
  if (isOpen(attempt.state) && !isUnpaid(payment.status)) {
    await closeAttempt(ctx, attempt);
  } else if (attempt.state !== "starting") {
    const current = await settleAttempt(ctx, attempt);
    if (current.state === "confirming") {
      await confirmAttempt(ctx, current);
    }
  } else if (attempt.kind === "page") {
    await abandonAttempt(ctx, attempt);
  } else {
    await runAttempt(ctx, attempt, payment, newId());
  }
}
