import type { MailPlanSlug } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { readRenewalPrices } from "../../domains/index.ts";
import { readTaxPercent, taxCentsOf } from "../../payments/index.ts";
import { withTax } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";

type RenewalCost = { currency: string } & (
  | { priceCents: number; taxCents: number; totalCents: number }
  | { priceCents: null; taxCents: null; totalCents: null }
);

type RenewalCosts = { ofDomain(tld: string): RenewalCost; ofPlan(slug: MailPlanSlug): RenewalCost };

/** What a year under a TLD or of a mail plan costs the workspace today. */
export async function readRenewalCosts(ctx: WorkspaceCtx & OrderPorts): Promise<RenewalCosts> {
  const [priceOf, taxPercent] = await Promise.all([
    readRenewalPrices(ctx),
    readTaxPercent(ctx.db, { ...ctx, workspaceId: ctx.actor.workspaceId }),
  ]);
  const costOf = ({ priceCents, currency }: { priceCents: number | null; currency: string }): RenewalCost => {
    if (priceCents === null) {
      return { priceCents, taxCents: null, totalCents: null, currency };
    }
    const taxCents = taxCentsOf(priceCents, taxPercent);
    return { priceCents, taxCents, totalCents: withTax({ priceCents, taxCents }), currency };
  };
  return { ofDomain: (tld) => costOf(priceOf(tld)), ofPlan: (slug) => costOf(ctx.priceList.mailPlans[slug]) };
}
