import type { TldOffer } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { DomainPorts } from "../ports.ts";
import type { QuotedName } from "./quote.ts";
import { quoteTlds } from "./quote-tlds.ts";

export async function listTlds(ctx: WorkspaceCtx & DomainPorts): Promise<TldOffer[]> {
  requireRight(ctx.actor, "domains:read");
  const tlds = await quoteTlds(ctx);
  return tlds.map(({ tld, quoted }) => {
    const rules = ctx.registrars.rulesOf(tld);
    return {
      tld,
      minYears: rules.minYears,
      maxYears: rules.maxYears,
      minLabelLength: rules.minLabelLength,
      minNameservers: rules.minNameservers,
      maxNameservers: rules.maxNameservers,
      whoisPrivacy: rules.whoisPrivacy,
      transferLock: rules.transferLock,
      transferAddsYears: rules.transferAddsYears,
      graceDays: rules.graceDays,
      redemptionDays: rules.redemptionDays,
      pendingDeleteDays: rules.pendingDeleteDays,
      dnssecInterface: rules.dnssecInterface,
      digestTypes: [...rules.digestTypes],
      contactRoles: [...rules.contactRoles],
      registrantCountryCodes: rules.registrantCountryCodes && [...rules.registrantCountryCodes],
      currency: quoted.currency,
      prices: pricesOf(quoted),
    };
  });
}

function pricesOf({ register, renew, transfer, restore }: QuotedName): TldOffer["prices"] {
  if (!register || !renew || !transfer || !restore) {
    return null;
  }
  return {
    registerYearCents: register.price.priceCents,
    renewYearCents: renew.price.priceCents,
    transferCents: transfer.price.priceCents,
    restoreCents: restore.price.priceCents,
  };
}
