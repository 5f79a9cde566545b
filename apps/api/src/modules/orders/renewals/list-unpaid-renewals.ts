import { orders } from "@zonepost/db";
import type { Renewal, RenewalRetryInput, UnpaidRenewals } from "@zonepost/schema";
import { and, eq, inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readTaxPercent, taxCentsOf } from "../../payments/index.ts";
import type { OrderPorts } from "../ports.ts";
import { findRenewable } from "../renewables/renewables.ts";
import { prepareRenewals } from "./prepare-renewals.ts";
import { totalsOf } from "./renewal-policy.ts";

/** Renewals that are still due and whose charge has failed, with what they are charged for today. */
export async function listUnpaidRenewals(
  ctx: WorkspaceCtx & OrderPorts,
  { orderIds }: Pick<RenewalRetryInput, "orderIds"> = {},
): Promise<UnpaidRenewals> {
  requireRight(ctx.actor, "payments:write", "domains:buy");
  const { select, present } = await prepareRenewals(ctx, { isForPayer: true });
  const failed = (await select({ state: "failed" }, { limit: undefined }))
    .map(present)
    .filter(({ orderId, orderState }) => orderId !== null && orderState === "awaiting_payment")
    .filter(({ orderId }) => orderIds === undefined || orderIds.includes(orderId ?? ""));
  const amounts = await readAmounts(ctx, failed);
  const renewals: UnpaidRenewals["renewals"] = [];
  for (const { orderId, kind, name, chargesAt, expiresAt } of failed) {
    const amount = amounts.get(orderId ?? "");
    if (orderId !== null && amount && (await isCharged(ctx, { kind, name }))) {
      renewals.push({ orderId, kind, name, ...amount, chargesAt, expiresAt });
    }
  }
  return { renewals, totals: totalsOf(renewals) };
}

/** The sweep leaves it out otherwise, such as the plan of a domain that has expired. */
async function isCharged(
  ctx: WorkspaceCtx & OrderPorts,
  { kind, name: domainName }: Pick<Renewal, "kind" | "name">,
): Promise<boolean> {
  const renewable = findRenewable(kind === "domain" ? "renewal" : kind);
  const { workspaceId } = ctx.actor;
  return (await renewable?.findOfLine(ctx, { workspaceId, domainName })) !== undefined;
}

type Amount = { taxCents: number; totalCents: number; currency: string };

/** The sweep charges today's price and tax, which can differ from those of an order that has waited. */
async function readAmounts(
  ctx: WorkspaceCtx & OrderPorts,
  failed: readonly Renewal[],
): Promise<Map<string, Amount>> {
  const { db, actor } = ctx;
  const { workspaceId } = actor;
  const taxPercent = await readTaxPercent(db, { ...ctx, workspaceId });
  const ids = failed.flatMap(({ orderId }) => rowId("ord", orderId ?? "") ?? []);
  const rows = await db
    .select({
      id: orders.id,
      taxCents: orders.taxCents,
      totalCents: orders.totalCents,
      currency: orders.currency,
    })
    .from(orders)
    .where(and(eq(orders.workspaceId, workspaceId), inArray(orders.id, ids)));
  return new Map(
    rows.map(({ id, totalCents, taxCents, currency }) => {
      const orderId = publicId("ord", id);
      const listed = failed.find((renewal) => renewal.orderId === orderId);
      // The list doesn't have the price of a premium name, which is higher.
      const priceCents = Math.max(totalCents - taxCents, listed?.priceCents ?? 0);
      const tax = taxCentsOf(priceCents, taxPercent);
      return [orderId, { taxCents: tax, totalCents: priceCents + tax, currency }];
    }),
  );
}
