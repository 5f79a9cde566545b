import { mailPlans } from "@zonepost/schema";
import type { MailPlanPrice } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readTaxPercent, taxCentsOf } from "../../payments/index.ts";
import { withTax } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";

/** A year of each mail plan at today's price, with the workspace's tax. */
export async function listPlanPrices(ctx: WorkspaceCtx & OrderPorts): Promise<MailPlanPrice[]> {
  requireRight(ctx.actor, "mail:read");
  const { workspaceId } = ctx.actor;
  const taxPercent = await readTaxPercent(ctx.db, { ...ctx, workspaceId });
  return mailPlans.map(({ slug }) => {
    const { priceCents, currency } = ctx.priceList.mailPlans[slug];
    const taxCents = taxCentsOf(priceCents, taxPercent);
    return { slug, totalCents: withTax({ priceCents, taxCents }), taxCents, currency };
  });
}
