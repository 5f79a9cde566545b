export type Price = { priceCents: number; currency: string };

/** Such as "297.00 EUR". */
export const formatMoney = ({ priceCents, currency }: Price): string =>
  `${(priceCents / 100).toFixed(2)} ${currency}`;

/** For programs, in addition to the text. */
export const priceMembers = ({ priceCents, currency }: Price): Price => ({ priceCents, currency });

/** A twelfth of the yearly price, rounded up; null if the name isn't available. */
export function monthlyPriceCents(availability: {
  available: boolean;
  registerYearCents: number | null;
}): number {
  return availability.available ? Math.ceil((availability.registerYearCents ?? 0) / 12) : 0;
}
