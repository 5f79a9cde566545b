import { fractionDigits } from "./fraction-digits.ts";

/** Reads "12", "12.5" and "12,50" in the currency's minor unit. */
export function centsOf(text: string, currency: string): number | undefined {
  const digits = fractionDigits(currency);
  const read = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim());
  const [, whole = "", fraction = ""] = read ?? [];
  return read === null || fraction.length > digits
    ? undefined
    : Number(whole) * 10 ** digits + Number(fraction.padEnd(digits, "0"));
}

/** The text that `centsOf` reads as this amount, such as "12.50". */
export function amountText(cents: number, currency: string): string {
  const digits = fractionDigits(currency);
  return (cents / 10 ** digits).toFixed(digits);
}
