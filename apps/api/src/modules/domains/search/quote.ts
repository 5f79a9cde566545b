import { type Cost, type Price, type PricedAction, priceOf } from "../../payments/index.ts";
import { asAppError } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { registrarOf } from "../model/registrar.ts";
import { type DomainPorts, type Registrar, type RegistrarAvailability, RegistrarError } from "../ports.ts";

/**
 * Callers see the price. The cost is what the registry must charge us; it never leaves the service. Null for a fixed
 * price where the registry quotes no fee.
 */
export type Quote = { cost: Cost | null; price: Price };

/** An answer of the registrar with quotes in place of its costs; null without a price. */
export type QuotedName = Omit<RegistrarAvailability, "costs"> & Record<PricedAction, Quote | null>;

type Prices = Pick<DomainPorts, "priceList">;

export const tldOf = (name: string): string => name.slice(name.indexOf(".") + 1);

/** The currency that callers see, also where there is no price. */
export const shownCurrency = ({ priceList }: Prices, registrar: { currency: string } | undefined): string =>
  priceList.currency ?? registrar?.currency ?? "EUR";

/** Quotes the first year, a renewal year, a transfer and a restore. */
export function withQuotes(ctx: Prices, { costs, ...answer }: RegistrarAvailability): QuotedName {
  const quote = (action: PricedAction, costCents: number | null): Quote | null => {
    const cost = costCents === null ? null : { costCents, currency: answer.currency };
    const sale = { tld: tldOf(answer.name), action, premium: answer.premium };
    const price = priceOf(ctx.priceList, cost, sale);
    return price && { cost, price };
  };
  return {
    ...answer,
    currency: shownCurrency(ctx, answer),
    register: quote("register", costs.registerYearCents),
    renew: quote("renew", costs.renewYearCents),
    transfer: quote("transfer", costs.transferCents),
    restore: quote("restore", costs.restoreCents),
  };
}

export async function quoteName(ctx: Prices, registrar: Registrar, name: string): Promise<QuotedName> {
  const [answer] = await registrar.checkAvailability([name]).catch((error: unknown) => {
    throw asAppError(error);
  });
  if (!answer) {
    throw new Error(`no answer came for ${name}`);
  }
  return withQuotes(ctx, answer);
}

export const quoteHeldName = (ctx: DomainPorts, domain: Pick<DomainRow, "name" | "registrar">) =>
  quoteName(ctx, registrarOf(ctx, domain), domain.name);

/** The registration or renewal of a name for several years, which the registry may sell for less than each of them. */
export async function quoteTerm(
  ctx: Prices,
  registrar: Registrar,
  quoted: QuotedName,
  action: "register" | "renew",
  years: number,
): Promise<Quote> {
  if (years === 1) {
    return requireQuote(quoted[action]);
  }
  const { name, premium } = quoted;
  const asked =
    action === "register" ? registrar.costOfRegistration(name, years) : registrar.costOfRenewal(name, years);
  const cost = await asked.catch((error: unknown) => {
    if (error instanceof RegistrarError && error.reason === "no_price") {
      return null;
    }
    throw asAppError(error);
  });
  const price = priceOf(ctx.priceList, cost, { tld: tldOf(name), action, premium, years });
  return requireQuote(price && { cost, price });
}

export function requireQuote(quote: Quote | null): Quote {
  if (!quote) {
    throw asAppError(new RegistrarError("no_price", "there is no price"));
  }
  return quote;
}
