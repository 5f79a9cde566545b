import { orders } from "@zonepost/db";
import type { RenewalRetryInput, UnpaidRenewals } from "@zonepost/schema";
import { and, eq, inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../../kernel/ctx.ts";
import { rowId } from "../../../../kernel/ids.ts";
import { requireRight } from "../../../../kernel/rights.ts";
import type { OrderPorts } from "../../ports.ts";
import { prepareRenewals } from "./prepare-renewals.ts";
import { totalsOf } from "./renewal-policy.ts";

/** Renewals that are still due and whose charge has failed, with the amounts of their orders. */
export async function listUnpaidRenewals(
  ctx: WorkspaceCtx & OrderPorts,
  { orderIds }: Pick<RenewalRetryInput, "orderIds"> = {},
): Promise<UnpaidRenewals> {
  requireRight(ctx.actor, "payments:write", "domains:buy");
  const { select, present } = await prepareRenewals(ctx);
  const failed = (await select("failed", { limit: undefined }))
    .map(present)
    .filter(({ orderId, orderState }) => orderId !== null && orderState === "awaiting_payment")
    .filter(({ orderId }) => orderIds === undefined || orderIds.includes(orderId ?? ""));
  const amounts = await readAmounts(
    ctx,
    failed.map(({ orderId }) => rowId("ord", orderId ?? "") ?? ""),
  );
  const renewals = failed.flatMap(({ orderId, kind, name, chargesAt, expiresAt }) => {
    const amount = amounts.get(rowId("ord", orderId ?? "") ?? "");
    return orderId !== null && amount ? [{ orderId, kind, name, ...amount, chargesAt, expiresAt }] : [];
  });
  return { renewals, totals: totalsOf(renewals) };
}

type Amount = { taxCents: number; totalCents: number; currency: string };

async function readAmounts({ db, actor }: WorkspaceCtx, ids: string[]): Promise<Map<string, Amount>> {
  const rows = await db
    .select({
      id: orders.id,
      taxCents: orders.taxCents,
      totalCents: orders.totalCents,
      currency: orders.currency,
    })
    .from(orders)
    .where(and(eq(orders.workspaceId, actor.workspaceId), inArray(orders.id, ids)));
  return new Map(rows.map(({ id, ...amount }) => [id, amount]));
}
