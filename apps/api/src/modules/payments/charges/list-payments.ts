import { payments } from "@zonepost/db";
import type { PaymentExportQuery } from "@zonepost/schema";
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";

type Listed = Pick<PaymentExportQuery, "status" | "from" | "until"> & {
  /** IDs of orders, as a subquery: only their payments. */
  ofOrders?: SQL | undefined;
  before?: string | undefined;
  limit?: number | undefined;
};

/** The date that the list shows. */
const listedAt = sql`coalesce(${payments.receivedAt}, ${payments.createdAt})`;

/** Newest first. While payments are off, those made before are kept but not listed. */
export async function listPaymentRows(
  ctx: WorkspaceCtx & PaymentPorts,
  { status, from, until, ofOrders, before, limit }: Listed,
): Promise<PaymentRow[]> {
  requireRight(ctx.actor, "payments:read");
  if (!ctx.processors.current) {
    return [];
  }
  const rows = ctx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.workspaceId, ctx.actor.workspaceId),
        ofOrders && inArray(payments.orderId, ofOrders),
        status && eq(payments.status, status),
        from === undefined ? undefined : gte(listedAt, from),
        until === undefined ? undefined : lt(listedAt, until),
        before === undefined ? undefined : lt(payments.id, before),
      ),
    )
    .orderBy(desc(payments.id));
  return limit === undefined ? rows : rows.limit(limit);
}
