import type { Cost, Price } from "./price.ts";
import type { PriceList } from "./price-list.ts";

export type PricedAction = "register" | "renew" | "transfer" | "restore";

export type Sale = {
  tld: string;
  action: PricedAction;
  premium: boolean;
  /** Of a registration or renewal. */
  years?: number;
};

const fixedFields = {
  register: "registerYearCents",
  renew: "renewYearCents",
  transfer: "transferCents",
  restore: "restoreCents",
} as const satisfies Record<PricedAction, string>;

/**
 * The only place where a cost becomes a price. Without a fixed price, which premium names never have, it is null if the
 * cost isn't known or its currency is not the list's.
 */
export function priceOf(
  list: PriceList,
  cost: Cost | null,
  { tld, action, premium, years = 1 }: Sale,
): Price | null {
  const fixedCents = premium ? undefined : list.tlds[tld]?.fixed[fixedFields[action]];
  if (fixedCents !== undefined && list.currency !== null) {
    return { priceCents: fixedCents * years, currency: list.currency };
  }
  const currency = list.currency ?? cost?.currency;
  if (!cost || cost.currency !== currency) {
    return null;
  }
  const priceCents = markedUp(markupOf(list, tld, action), cost.costCents, years);
  // Per year, like the rounding, so that a term costs a multiple of the price that is shown for a year.
  const minimumCents = list.currency === null ? 0 : list.minimumCents * years;
  return { priceCents: priceCents === 0 ? 0 : Math.max(priceCents, minimumCents), currency };
}

type Markup = PriceList["default"];

/** The TLD's action decides, then the TLD, then the default's action, then the default. */
function markupOf(list: PriceList, tld: string, action: PricedAction): Markup {
  const own = list.tlds[tld];
  return { ...list.default, ...list.default[action], ...own, ...own?.[action] };
}

const factorUnit = 10_000;

/** In whole numbers, since 1000 × 1.1 is more than 1100 in floating point. */
function markedUp({ factor = 1, addCents = 0, rounding }: Markup, costCents: number, years: number): number {
  const units = costCents * Math.round(factor * factorUnit) + addCents * years * factorUnit;
  if (units === 0 || !rounding) {
    return ceilingOf(units, factorUnit);
  }
  // Rounded per year, so that a term costs a multiple of the price that is shown for a year.
  return roundUp(ceilingOf(units, factorUnit * years), rounding) * years;
}

const ceilingOf = (dividend: number, divisor: number): number => {
  const rest = dividend % divisor;
  return (dividend - rest) / divisor + (rest > 0 ? 1 : 0);
};

const roundUp = (cents: number, { stepCents, endingCents }: NonNullable<Markup["rounding"]>): number =>
  cents + ((((endingCents - cents) % stepCents) + stepCents) % stepCents);

type Costs = {
  registerYearCents: number;
  renewYearCents: number;
  transferCents: number;
  restoreCents: number;
};

export type TldToPrice = {
  tld: string;
  /** Of its registry's fees. */
  currency: string;
  /** Null if the registry sends its fees. */
  costs: Costs | null;
  /** No longer on offer there: its domains are only renewed and restored. */
  isHeldOnly?: boolean;
};

const actionsOfOffer: readonly PricedAction[] = ["register", "renew", "transfer", "restore"];
const actionsOfHolding: readonly PricedAction[] = ["renew", "restore"];

/** A line for each TLD that lacks fixed prices, with the row to add. */
export const missingFixedPrices = (list: PriceList, tlds: readonly TldToPrice[]): string[] =>
  tlds.flatMap((offer) => {
    const isForeign = list.currency !== null && offer.currency !== list.currency;
    if (offer.costs === null && !isForeign) {
      return [];
    }
    const missing = (offer.isHeldOnly ? actionsOfHolding : actionsOfOffer).filter(
      (action) => list.tlds[offer.tld]?.fixed[fixedFields[action]] === undefined,
    );
    if (missing.length === 0) {
      return [];
    }
    const reason = isForeign ? `charges in ${offer.currency}` : "sends no fees";
    const fields = missing.map(
      (action) => `"${fixedFields[action]}": ${suggestedCents(list, offer, action)}`,
    );
    return [
      `.${offer.tld} ${offer.isHeldOnly ? "has domains" : "is on offer"} and its registry ${reason}; add to "tlds": "${offer.tld}": { "fixed": { ${fields.join(", ")} } }`,
    ];
  });

function suggestedCents(list: PriceList, { tld, currency, costs }: TldToPrice, action: PricedAction): string {
  const costCents = costs?.[fixedFields[action]];
  const price =
    costCents === undefined ? null : priceOf(list, { costCents, currency }, { tld, action, premium: false });
  return String(price?.priceCents ?? "…");
}

/** A line for each fixed price and mail plan that the processor can't charge. */
export function unchargeablePrices(list: PriceList): string[] {
  const isChargeable = (cents: number | undefined) =>
    cents === undefined || cents === 0 || cents >= list.minimumCents;
  const prices = [
    ...Object.entries(list.tlds).flatMap(([tld, { fixed }]) =>
      Object.entries(fixed).map(([field, cents]) => [`tlds.${tld}.fixed.${field}`, cents] as const),
    ),
    ...Object.entries(list.mailPlans).map(
      ([plan, { priceCents }]) => [`mailPlans.${plan}`, priceCents] as const,
    ),
  ];
  return prices
    .filter(([, cents]) => !isChargeable(cents))
    .map(
      ([path]) =>
        `${path}: must be 0, or at least ${list.minimumCents}, the smallest amount that can be charged in ${list.currency}`,
    );
}
