import { createLoader, parseAsBoolean, parseAsNumberLiteral, parseAsStringLiteral } from "nuqs/server";

export const usagePeriods = [7, 30, 90] as const;
export const usageSortKeys = ["address", "used", "received", "sent"] as const;

export const usageParams = {
  days: parseAsNumberLiteral(usagePeriods).withDefault(30),
  sort: parseAsStringLiteral(usageSortKeys).withDefault("used"),
  desc: parseAsBoolean.withDefault(true),
};

export const loadUsageParams = createLoader(usageParams);
