import { paymentCustomers, paymentMethods } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { lockWorkspace } from "../../accounts/index.ts";
import type { IdAtProcessor } from "../ports.ts";
import { recordNotice } from "../processor/record-notice.ts";
import { isSaved } from "./payment-method-row.ts";
import { removeCard } from "./write-card.ts";

/** For a customer that was deleted at the processor, and all its cards with it. The next card gets a new customer. */
export async function forgetCustomer(
  ctx: Ctx,
  target: { workspaceId: string; processor: string; customerId: string; noticeId?: IdAtProcessor },
): Promise<void> {
  const { workspaceId, processor, customerId, noticeId } = target;
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    if (noticeId !== undefined && !(await recordNotice(tx, noticeId))) {
      return;
    }
    const [forgotten] = await tx
      .delete(paymentCustomers)
      .where(
        and(
          eq(paymentCustomers.workspaceId, workspaceId),
          eq(paymentCustomers.processor, processor),
          eq(paymentCustomers.processorId, customerId),
        ),
      )
      .returning();
    if (!forgotten) {
      return;
    }
    const isOwn = and(
      eq(paymentMethods.workspaceId, workspaceId),
      eq(paymentMethods.processor, processor),
      isSaved,
    );
    // The default last, so that no other card becomes the default on the way.
    for (const row of await tx.select().from(paymentMethods).where(isOwn).orderBy(paymentMethods.isDefault)) {
      await removeCard(tx, ctx, { row, now });
    }
  });
}
