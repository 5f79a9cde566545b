import { domainToUnicode } from "node:url";
import type { Availability } from "@zonepost/schema";
import type { NamedAvailability } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { quoteName, requireQuote } from "../model/quote.ts";
import type { DomainPorts } from "../ports.ts";
import { findTldOffer, tldNotOffered } from "../rules/find-tld-offer.ts";
import { monthlyPriceCents } from "../rules/price.ts";

export async function searchDomain(ctx: WorkspaceCtx & DomainPorts, name: string): Promise<Availability> {
  requireRight(ctx.actor, "domains:read");
  const place = findTldOffer(ctx.registrars, name);
  if (!place) {
    throw invalid([tldNotOffered(ctx.registrars, "/query/q")]);
  }
  const answer = await quoteName(ctx, place.registrar, name);
  return {
    available: answer.available,
    premium: answer.premium,
    monthlyPriceCents: answer.available
      ? monthlyPriceCents(requireQuote(answer.register).price.priceCents)
      : 0,
    currency: answer.currency,
  };
}

export async function searchDomainByName(
  ctx: WorkspaceCtx & DomainPorts,
  name: string,
): Promise<NamedAvailability> {
  return { ...(await searchDomain(ctx, name)), name, unicodeName: domainToUnicode(name) };
}
