import { orders } from "@zonepost/db";
import type { RenewalRetryInput, UnpaidRenewals } from "@zonepost/schema";
import { and, eq, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readLines } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { findRenewable } from "../renewables/renewables.ts";
import { listUnpaidRenewals } from "./list-unpaid-renewals.ts";
import { totalsOf } from "./renewal-policy.ts";

type RetryCtx = WorkspaceCtx & OrderPorts;

/** Makes failed renewals due now, so that the sweep charges the default card. Returns those that were. */
export async function retryRenewals(
  ctx: RetryCtx,
  wanted: Pick<RenewalRetryInput, "orderIds">,
): Promise<UnpaidRenewals> {
  requireRight(ctx.actor, "payments:write", "domains:buy");
  const { renewals } = await listUnpaidRenewals(ctx, wanted);
  const retried: UnpaidRenewals["renewals"] = [];
  for (const renewal of renewals) {
    if (await retryOne(ctx, rowId("ord", renewal.orderId) ?? "")) {
      retried.push(renewal);
    }
  }
  await wakeWorkers(ctx.db, "orders");
  return { renewals: retried, totals: totalsOf(retried) };
}

/** False if it was paid or has ended meanwhile. */
async function retryOne(ctx: RetryCtx, orderId: string): Promise<boolean> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [line] = await readLines(tx, orderId);
    const renewable = line && findRenewable(line.kind);
    const renewal = line && (await renewable?.findOfLine({ ...ctx, db: tx }, line));
    if (!renewable || !renewal) {
      return false;
    }
    const [order] = await tx
      .update(orders)
      .set({ retriedAt: now })
      .where(and(eq(orders.id, orderId), eq(orders.state, "awaiting_payment")))
      .returning();
    if (!order) {
      return false;
    }
    const { table, id, dueAt } = renewable.due;
    await tx.execute(
      sql`update ${table} set ${sql.identifier(dueAt.name)} = ${now.toISOString()} where ${id} = ${renewal.id}`,
    );
    await audit(tx, ctx, {
      workspaceId: order.workspaceId,
      action: "order.retried",
      target: publicId("ord", orderId),
      details: { totalCents: order.totalCents, currency: order.currency },
      occurredAt: now,
    });
    return true;
  });
}
