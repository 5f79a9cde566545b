/** What a registry charges us. */
export type Cost = { costCents: number; currency: string };

/** What a customer pays, without tax. */
export type Price = { priceCents: number; currency: string };
