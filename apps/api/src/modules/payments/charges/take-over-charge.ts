import { paymentAttempts, payments, type StoredActor } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId, rowId } from "../../../kernel/ids.ts";
import { lockPayment } from "../model/payment-row.ts";
import type { PaidIntent, PaymentPorts } from "../ports.ts";
import { findAttemptOfIntent, listOpenAttempts } from "./attempt-row.ts";
import { settleAttempt } from "./settle-attempt.ts";

const restoreActor: StoredActor = { kind: "system", id: null, name: "restore" };

/**
 * Records a charge that the processor made and a restored database may not have, with all that follows from it.
 * `unknown`: the payment isn't stored either. Safe to repeat.
 */
export async function takeOverCharge(
  ctx: Ctx & PaymentPorts,
  processor: string,
  { intent, paymentId }: Pick<PaidIntent, "intent" | "paymentId">,
): Promise<"known" | "recorded" | "unknown"> {
  const known = await findAttemptOfIntent(ctx.db, { processor, id: intent.id });
  if (known?.state === "succeeded") {
    return "known";
  }
  const attempt = known ?? (await findOrInsertAttempt(ctx, { processor, intentId: intent.id, paymentId }));
  if (!attempt) {
    return "unknown";
  }
  await settleAttempt(ctx, attempt, { observed: intent });
  return "recorded";
}

/** A payment has one open attempt at a time, so one that the backup lacks is stored as ended: its money counts anyway. */
async function findOrInsertAttempt(
  ctx: Ctx & PaymentPorts,
  { processor, intentId, paymentId }: { processor: string; intentId: string; paymentId: string },
) {
  const id = rowId("pay", paymentId);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const stored = id !== undefined && (await tx.$count(payments, eq(payments.id, id))) > 0;
    if (!stored) {
      return undefined;
    }
    const payment = await lockPayment(tx, id);
    const open = await listOpenAttempts(tx, id);
    const page = open.find((attempt) => attempt.kind === "page" && attempt.intentId === null);
    if (page) {
      return page;
    }
    const [attempt] = await tx
      .insert(paymentAttempts)
      .values({
        id: newId(),
        workspaceId: payment.workspaceId,
        paymentId: id,
        kind: "card",
        state: "canceled",
        processor,
        intentId,
        isOnSession: false,
        requestedBy: restoreActor,
        createdAt: now,
        finishedAt: now,
      })
      .returning();
    return attempt;
  });
}
