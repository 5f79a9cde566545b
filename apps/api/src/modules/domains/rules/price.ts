export type Price = { priceCents: number; currency: string };

/** Such as "297.00 EUR". */
export const formatMoney = ({ priceCents, currency }: Price): string =>
  `${(priceCents / 100).toFixed(2)} ${currency}`;

/** For programs, in addition to the text. */
export const priceMembers = ({ priceCents, currency }: Price): Price => ({ priceCents, currency });
