import type { Ctx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { PaymentPorts, ReadOptions } from "../ports.ts";
import { type AttemptRow, listOpenAttempts } from "./attempt-row.ts";
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
  if (!ctx.processor) {
    return;
  }
  const attempts = await listOpenAttempts(ctx.db, paymentId);
  await Promise.all(
    attempts.map((attempt) =>
      settleAttempt(ctx, attempt, options).catch((error: unknown) => logWait(ctx, attempt, error)),
    ),
  );
}

export function logWait(ctx: Ctx, attempt: AttemptRow, error: unknown): void {
  const isExpected = error instanceof AppError && error.kind === "unavailable";
  ctx.log[isExpected ? "warn" : "error"](
    { err: error, attempt: attempt.id },
    "a payment attempt has to wait",
  );
}
