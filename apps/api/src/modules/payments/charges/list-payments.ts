import { payments } from "@zonepost/db";
import type { PageQuery, Payment } from "@zonepost/schema";
import { and, desc, eq, lt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { paymentOfRow } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";

/** While payments are off, those made before are kept but not listed. */
export async function listPayments(
  ctx: WorkspaceCtx & PaymentPorts,
  query: PageQuery,
): Promise<OperationResult<Payment[]>> {
  requireRight(ctx.actor, "payments:read");
  if (!ctx.processor) {
    return [];
  }
  const before = rowAtPlace("pay", query);
  return listOrPage(query, {
    read: (limit) => {
      const rows = ctx.db
        .select()
        .from(payments)
        .where(
          and(eq(payments.workspaceId, ctx.actor.workspaceId), before ? lt(payments.id, before) : undefined),
        )
        .orderBy(desc(payments.id));
      return limit === undefined ? rows : rows.limit(limit);
    },
    placeOf: (row) => publicId("pay", row.id),
    present: paymentOfRow,
  });
}
