import { paymentMethods } from "@zonepost/db";
import type { PaymentMethod } from "@zonepost/schema";
import { and, desc, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { PaymentPorts } from "../ports.ts";
import { checkRecentCardPages } from "./pages/check-open-card-pages.ts";
import { isSaved, presentPaymentMethods } from "./payment-method-row.ts";

/** While payments are off, saved cards are kept but not listed. */
export async function listPaymentMethods(ctx: WorkspaceCtx & PaymentPorts): Promise<PaymentMethod[]> {
  requireRight(ctx.actor, "payments:read");
  if (!ctx.processors.current) {
    return [];
  }
  await checkRecentCardPages(ctx);
  const rows = await ctx.db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.workspaceId, ctx.actor.workspaceId), isSaved))
    .orderBy(desc(paymentMethods.isDefault), desc(paymentMethods.id));
  return presentPaymentMethods(ctx.db, rows);
}
