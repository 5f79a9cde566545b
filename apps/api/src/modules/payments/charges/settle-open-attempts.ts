import { paymentAttempts } from "@zonepost/db";
import { and, asc, isNotNull, or } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { PaymentPorts } from "../ports.ts";
import { requireProcessor } from "../processor/call-processor.ts";
import { isOpenAttempt } from "./attempt-row.ts";
import { observe, settleAttempt } from "./settle-attempt.ts";

/** Records the attempts that have ended at the processor without money. Only reads there. */
export async function settleUnpaidAttempts(ctx: Ctx & PaymentPorts): Promise<void> {
  const open = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(isOpenAttempt, or(isNotNull(paymentAttempts.intentId), isNotNull(paymentAttempts.pageId))))
    .orderBy(asc(paymentAttempts.id));
  for (const attempt of open) {
    const observed = await observe(requireProcessor(ctx, attempt), attempt, {});
    if (observed && observed.state !== "succeeded") {
      await settleAttempt(ctx, attempt, { observed });
    }
  }
}
