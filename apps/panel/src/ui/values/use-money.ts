"use client";
import { useFormatter } from "next-intl";
import { fractionDigits } from "./fraction-digits.ts";

/** Formats an amount in minor units with its currency. */
export function useMoney() {
  const format = useFormatter();
  return (cents: number, currency: string) =>
    format.number(cents / 10 ** fractionDigits(currency), { style: "currency", currency });
}
