import { paymentStatuses } from "@zonepost/schema";
import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const paymentSortKeys = ["date", "amount"] as const;

export const paymentListParams = {
  q: parseAsString.withDefault(""),
  status: parseAsStringLiteral(paymentStatuses),
  sort: parseAsStringLiteral(paymentSortKeys),
  desc: parseAsBoolean.withDefault(false),
  page: parseAsInteger.withDefault(1),
};
