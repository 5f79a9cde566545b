import { payments } from "@zonepost/db";
import type { PageQuery, Payment } from "@zonepost/schema";
import { and, desc, eq, lt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type PaymentRow, paymentOfRow } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";

export function listPayments(
  ctx: WorkspaceCtx & PaymentPorts,
  query: PageQuery,
): Promise<OperationResult<Payment[]>> {
  const before = rowAtPlace("pay", query);
  return listOrPage(query, {
    read: (limit) => listPaymentRows(ctx, { before, limit }),
    placeOf: (row) => publicId("pay", row.id),
    present: paymentOfRow,
  });
}

/** Newest first. While payments are off, those made before are kept but not listed. */
export async function listPaymentRows(
  ctx: WorkspaceCtx & PaymentPorts,
  { before, limit }: { before?: string | undefined; limit?: number | undefined } = {},
): Promise<PaymentRow[]> {
  requireRight(ctx.actor, "payments:read");
  if (!ctx.processors.current) {
    return [];
  }
  const rows = ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.workspaceId, ctx.actor.workspaceId), before ? lt(payments.id, before) : undefined))
    .orderBy(desc(payments.id));
  return limit === undefined ? rows : rows.limit(limit);
}
