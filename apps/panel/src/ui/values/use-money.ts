"use client";
import { useFormatter } from "next-intl";

/** The number of digits of the currency's minor unit: 2 for EUR, 0 for JPY. */
const fractionDigits = (currency: string) =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Formats an amount in minor units with its currency. */
export function useMoney() {
  const format = useFormatter();
  return (cents: number, currency: string) =>
    format.number(cents / 10 ** fractionDigits(currency), { style: "currency", currency });
}
