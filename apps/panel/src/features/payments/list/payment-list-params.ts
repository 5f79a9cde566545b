import { paymentStatuses } from "@zonepost/schema";
import { createLoader, parseAsBoolean, parseAsInteger, parseAsStringLiteral } from "nuqs/server";
import { soldFilterOf, soldParams } from "../sold-filter.ts";

export const paymentSortKeys = ["date", "amount"] as const;

export const paymentListParams = {
  ...soldParams,
  status: parseAsStringLiteral(paymentStatuses),
  sort: parseAsStringLiteral(paymentSortKeys),
  desc: parseAsBoolean.withDefault(false),
  page: parseAsInteger.withDefault(1),
};

export const loadPaymentListParams = createLoader(paymentListParams);

type Params = Awaited<ReturnType<typeof loadPaymentListParams>>;

export const paymentFilterOf = (params: Params, timeZone: string) => ({
  ...soldFilterOf(params, timeZone),
  status: params.status ?? undefined,
});
