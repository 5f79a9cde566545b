/** The number of digits of the currency's minor unit: 2 for EUR, 0 for JPY. */
export const fractionDigits = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
