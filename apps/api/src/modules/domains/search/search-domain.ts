import { domainToUnicode } from "node:url";
import type { Availability } from "@zonepost/schema";
import type { NamedAvailability } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { quoteName } from "../model/quote.ts";
import type { DomainPorts } from "../ports.ts";
import { findTldOffer, tldNotOffered } from "../rules/find-tld-offer.ts";
import { monthlyPriceCents } from "../rules/price.ts";

export async function searchDomain(ctx: WorkspaceCtx & DomainPorts, name: string): Promise<Availability> {
  requireRight(ctx.actor, "domains:read");
  const place = findTldOffer(ctx.registrars, name);
  if (!place) {
    throw invalid([tldNotOffered(ctx.registrars, "/query/q")]);
  }
  const { available, premium, register, currency, reason } = await quoteName(ctx, place.registrar, name);
  return available && register
    ? {
        available,
        reason: null,
        premium,
        monthlyPriceCents: monthlyPriceCents(register.price.priceCents),
        currency,
      }
    : {
        available: false,
        reason: available ? "not_offered" : (reason ?? "taken"),
        premium,
        monthlyPriceCents: 0,
        currency,
      };
}

export async function searchDomainByName(
  ctx: WorkspaceCtx & DomainPorts,
  name: string,
): Promise<NamedAvailability> {
  return { ...(await searchDomain(ctx, name)), name, unicodeName: domainToUnicode(name) };
}
