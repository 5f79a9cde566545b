import type { WorkspaceCtx } from "../../../../kernel/ctx.ts";
import { readRenewalPrices } from "../../../domains/index.ts";
import { readTaxPercent, taxCentsOf } from "../../../payments/index.ts";
import { withTax } from "../../policy.ts";
import type { OrderPorts } from "../../ports.ts";

type RenewalCost = { currency: string } & (
  | { priceCents: number; taxCents: number; totalCents: number }
  | { priceCents: null; taxCents: null; totalCents: null }
);

/** What a year under a TLD costs the workspace today. */
export async function readRenewalCosts(
  ctx: WorkspaceCtx & OrderPorts,
): Promise<(tld: string) => RenewalCost> {
  const [priceOf, taxPercent] = await Promise.all([
    readRenewalPrices(ctx),
    readTaxPercent(ctx.db, { ...ctx, workspaceId: ctx.actor.workspaceId }),
  ]);
  return (tld) => {
    const { priceCents, currency } = priceOf(tld);
    if (priceCents === null) {
      return { priceCents, taxCents: null, totalCents: null, currency };
    }
    const taxCents = taxCentsOf(priceCents, taxPercent);
    return { priceCents, taxCents, totalCents: withTax({ priceCents, taxCents }), currency };
  };
}
