import { type ListedPrice, mailPlans } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readTaxPercent } from "../../payments/index.ts";
import type { DomainPorts } from "../ports.ts";
import { quoteTlds } from "./quote-tlds.ts";

/** Everyone who may search sees the prices: the search shows them too. */
export async function listPrices(ctx: WorkspaceCtx & DomainPorts): Promise<ListedPrice[]> {
  requireRight(ctx.actor, "domains:read");
  const planPrices = ctx.priceList.mailPlans;
  const [tlds, taxPercent] = await Promise.all([
    quoteTlds(ctx),
    readTaxPercent(ctx.db, { workspaceId: ctx.actor.workspaceId, priceList: ctx.priceList }),
  ]);
  const ofTlds = tlds.flatMap(({ tld, quoted }) => {
    const years = {
      register: 1,
      renew: 1,
      transfer: ctx.registrars.rulesOf(tld).transferAddsYears,
      restore: 0,
    };
    return (["register", "renew", "transfer", "restore"] as const).map((action) => ({
      tld,
      mailPlanSlug: null,
      action,
      years: years[action],
      priceCents: quoted[action]?.price.priceCents ?? null,
      currency: quoted.currency,
      taxPercent,
    }));
  });
  const ofPlans = mailPlans.flatMap(({ slug }) =>
    (["activate", "renew"] as const).map((action) => ({
      tld: null,
      mailPlanSlug: slug,
      action,
      years: 1,
      ...planPrices[slug],
      taxPercent,
    })),
  );
  return [...ofTlds, ...ofPlans];
}
