import { paymentAttempts, paymentDisputes, payments, refunds } from "@zonepost/db";
import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** What has to end before a workspace can be erased: also the 20 days in which a payment can still be questioned. */
export async function countPaymentHolds(
  db: Queryable,
  workspaceId: string,
): Promise<{ charges: number; payments: number; refunds: number; disputes: number }> {
  return {
    charges: await db.$count(
      paymentAttempts,
      and(
        eq(paymentAttempts.workspaceId, workspaceId),
        inArray(paymentAttempts.state, ["starting", "confirming", "awaiting_customer"]),
      ),
    ),
    payments: await db.$count(
      payments,
      and(eq(payments.workspaceId, workspaceId), inArray(payments.cooldownState, ["running", "paused"])),
    ),
    refunds: await db.$count(
      refunds,
      and(
        eq(refunds.workspaceId, workspaceId),
        or(
          inArray(refunds.state, ["waiting", "pending"]),
          and(eq(refunds.state, "failed"), isNull(refunds.settledAt)),
        ),
      ),
    ),
    disputes: await db.$count(
      paymentDisputes,
      and(eq(paymentDisputes.workspaceId, workspaceId), eq(paymentDisputes.state, "open")),
    ),
  };
}
