import { domainToUnicode } from "node:url";
import type { Availability } from "@zonepost/schema";
import type { NamedAvailability } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { DomainPorts } from "../ports.ts";
import { findTldOffer, tldNotOffered } from "../rules/find-tld-offer.ts";
import { monthlyPriceCents } from "../rules/price.ts";
import { quoteName } from "./quote.ts";

/** With exactly the fields of the published contract. */
export async function searchDomain(ctx: WorkspaceCtx & DomainPorts, name: string): Promise<Availability> {
  const { available, premium, monthlyPriceCents, currency } = await searchDomainByName(ctx, name);
  return { available, premium, monthlyPriceCents, currency };
}

export async function searchDomainByName(
  ctx: WorkspaceCtx & DomainPorts,
  name: string,
): Promise<NamedAvailability> {
  requireRight(ctx.actor, "domains:read");
  const place = findTldOffer(ctx.registrars, name);
  if (!place) {
    throw invalid([tldNotOffered(ctx.registrars, "/query/q")]);
  }
  const { available, premium, register, currency, reason } = await quoteName(ctx, place.registrar, name);
  const shared = { name, unicodeName: domainToUnicode(name), premium, currency };
  if (!available) {
    return { ...shared, available, reason: reason ?? "taken", monthlyPriceCents: 0 };
  }
  if (!register) {
    return { ...shared, available: false, reason: "not_offered", monthlyPriceCents: 0 };
  }
  const priceCents = monthlyPriceCents(register.price.priceCents);
  return { ...shared, available, reason: null, monthlyPriceCents: priceCents };
}
