import { paymentCustomers } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import type { PaymentPorts } from "../ports.ts";
import { callProcessor, requireProcessor } from "../processor/call-processor.ts";

export const countCustomers = (db: Queryable, workspaceId: string): Promise<number> =>
  db.$count(paymentCustomers, eq(paymentCustomers.workspaceId, workspaceId));

/** Deletes a workspace's customers at their processors, with the cards, and then their rows. Safe to repeat. */
export async function deleteCustomers(
  ctx: Pick<Ctx, "db"> & Pick<PaymentPorts, "processors">,
  workspaceId: string,
): Promise<void> {
  const own = await ctx.db
    .select()
    .from(paymentCustomers)
    .where(eq(paymentCustomers.workspaceId, workspaceId));
  for (const { processor, processorId } of own) {
    const port = requireProcessor(ctx, { processor });
    await callProcessor(() => port.deleteCustomer(processorId));
    await ctx.db
      .delete(paymentCustomers)
      .where(and(eq(paymentCustomers.processorId, processorId), eq(paymentCustomers.processor, processor)));
  }
}
