/** Stripe's minimum charge in each currency's smallest unit. */
const minimums: Readonly<Record<string, number>> = {
  aud: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  huf: 17_500,
  jpy: 50,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  usd: 50,
};

const standardMinimum = 50;
const maximum = 99_999_999;

export const minimumAmount = (currency: string): number => minimums[currency] ?? standardMinimum;

export function amountRefusal(
  amount: number,
  currency: string,
): "amount_too_small" | "amount_too_large" | undefined {
  if (amount < minimumAmount(currency)) {
    return "amount_too_small";
  }
  return amount > maximum ? "amount_too_large" : undefined;
}

const feeRate = 0.015;
const feeFixed = 25;

/** 1.5 % and 0.25, Stripe's published fee for European cards. */
export const processingFee = (amount: number): number => Math.round(amount * feeRate) + feeFixed;

export const disputeFee = 2000;
