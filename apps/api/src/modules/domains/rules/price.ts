import type { Price } from "../../payments/index.ts";

/** Such as "297.00 EUR". */
export const formatMoney = ({ priceCents, currency }: Price): string =>
  `${(priceCents / 100).toFixed(2)} ${currency}`;

/** For programs, in addition to the text. */
export const priceMembers = ({ priceCents, currency }: Price): Price => ({ priceCents, currency });

/** A twelfth of the yearly price, rounded up. */
export const monthlyPriceCents = (registerYearCents: number): number => Math.ceil(registerYearCents / 12);
