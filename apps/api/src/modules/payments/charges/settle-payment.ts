import type { Ctx } from "../../../kernel/ctx.ts";
import type { PaymentPorts, ReadOptions } from "../ports.ts";
import { logWait } from "../processor/call-processor.ts";
import { listOpenAttempts } from "./attempt-row.ts";
import { settleAttempt } from "./settle-attempt.ts";

/**
 * For a caller who is about to read a payment: a person can return from a page or from their bank before the notice
 * arrives. Without an answer, the caller gets what is stored.
 */
export async function settlePayment(
  ctx: Ctx & PaymentPorts,
  paymentId: string,
  options: ReadOptions = {},
): Promise<void> {
  if (!ctx.processors.current) {
    return;
  }
  const attempts = await listOpenAttempts(ctx.db, paymentId);
  await Promise.all(
    attempts.map((attempt) =>
      settleAttempt(ctx, attempt, options).catch((error: unknown) =>
        logWait(ctx, { attempt: attempt.id }, error),
      ),
    ),
  );
}
